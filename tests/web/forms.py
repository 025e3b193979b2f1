"""The forms of a page, as a browser would send them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from django.http import HttpResponse


@dataclass(slots=True)
class Form:
    """One form with method POST: where it goes, and its fields as they stand on the page; and
    where else its buttons send it, by `formaction` or by a script's `hx-post`."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    also: list[str] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__()
        self.path, self.forms, self.open = path, [], None  # type: ignore[var-annotated]
        self.select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("method", "").lower() == "post":
            self.open = Form(urljoin(self.path, given.get("action") or self.path))
            self.forms.append(self.open)
            if given.get("hx-post"):
                self.open.also.append(urljoin(self.path, given["hx-post"]))
        elif self.open is not None:
            self._field(tag, given)

    def _field(self, tag: str, given: dict[str, str]) -> None:
        if path := given.get("formaction") or given.get("hx-post"):
            self.open.also.append(urljoin(self.path, path))
        name, kind = given.get("name", ""), given.get("type", "text")
        if tag == "select":
            self.select = name
        if tag == "option" and self.select and ("selected" in given or not self._has(self.select)):
            self.open.fields[self.select] = given.get("value", "")
        if not name or name == "csrfmiddlewaretoken":
            return
        box = kind in ("checkbox", "radio")
        if tag == "input" and ("checked" in given or not box or not self._has(name)):
            self.open.fields[name] = given.get("value", "on" if box else "")
        elif tag in ("textarea", "button") and not self._has(name):
            self.open.fields[name] = given.get("value", "")

    def _has(self, name: str) -> bool:
        return name in self.open.fields

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        if tag == "select":
            self.select = ""


def forms(page: str, path: str) -> list[Form]:
    """Every form of the page that is sent with POST; `path` is the page's own address."""
    reader = _Reader(path)
    reader.feed(page)
    return reader.forms


def said_yes(answer: HttpResponse) -> dict[str, str]:
    """What such a page sends with the yes, where it is a tick among other fields."""
    return {"uncover": the_yes(answer).fields["uncover"]}


def the_yes(answer: HttpResponse) -> Form:
    """The form of a page that says who will see what, by which it is said yes to."""
    found = forms(answer.content.decode(), "/")
    (form,) = [one for one in found if "uncover" in one.fields]
    return form
