"""What the code and the templates ask the translators for, and what templates say by themselves."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from babel.messages.extract import extract
from django.template.base import Lexer, TokenType
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
APPS = ("clubs", "config", "events", "ladder", "players")
TEMPLATES = sorted(p for p in (ROOT / "templates").rglob("*") if p.suffix in {".html", ".txt"})

Key = tuple[str | None, str]  # context, the English text (the singular)

_KEYWORDS: dict[str, tuple[object, ...] | None] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
_CALL = re.compile(r"\b(_|gettext|ngettext|pgettext|npgettext)\(")


def asked_for() -> set[Key]:
    """Every text that is marked for translation, as `make messages` finds it."""
    return {*_in_code(), *_in_templates()}


def _in_code() -> Iterator[Key]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            with path.open("rb") as file:
                for _line, text, _comments, context in extract("python", file, _KEYWORDS):
                    yield context, text if isinstance(text, str) else text[0]


def _in_templates() -> Iterator[Key]:
    """Django turns a template into calls of gettext for the tools; here they are read back."""
    for path in TEMPLATES:
        calls = templatize(path.read_text(), origin=str(path))
        for call in _CALL.finditer(calls):
            texts = list(_strings(calls[call.end() :]))
            if "p" in call[1].removesuffix("gettext"):
                yield texts[0], texts[1]
            else:
                yield None, texts[0]


def _strings(rest: str) -> Iterator[str]:
    """The string literals at the beginning of `rest`, up to what is none."""
    literal = re.compile(r"\s*,?\s*(u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"))", re.DOTALL)
    at = 0
    while found := literal.match(rest, at):
        yield ast.literal_eval(found[1])
        at = found.end()


# -- Texts outside of any translation ----------------------------------------------------------

_HOLE = "\ue000"  # stands for {{ ... }} and {% ... %}
_SPOKEN = {"aria-label", "alt", "title", "placeholder", "data-label", "data-copied"}


def said_by_itself(path: Path) -> list[str]:
    """Words in a template that no translator ever sees: text nodes, and attributes people hear."""
    reader = _Words()
    # <{% if a %}fieldset{% else %}div{% endif %} ...>: the name of the tag is chosen by the template.
    reader.feed(re.sub(rf"</?{_HOLE}[^>]*>", "", _with_holes(path.read_text())))
    reader.close()
    return reader.found


def _with_holes(source: str) -> str:
    parts: list[str] = []
    until = ""
    for token in Lexer(source).tokenize():
        words = token.contents.split()
        if until:
            until = "" if token.token_type is TokenType.BLOCK and words[0] == until else until
        elif token.token_type is TokenType.BLOCK and words[0] in _CLOSED_BY:
            until = _CLOSED_BY[words[0]]
            parts.append(_HOLE)
        else:
            parts.append(token.contents if token.token_type is TokenType.TEXT else _HOLE)
    return "".join(parts)


_CLOSED_BY = {"blocktranslate": "endblocktranslate", "comment": "endcomment"}


class _Words(HTMLParser):
    """Collects what is read aloud or seen and is not a hole."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside.append(tag)
        self.found += [v for name, v in attrs if name in _SPOKEN and v and _words(_bare(v))]

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            while self._inside.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        text = _bare(data).strip()
        if _words(text) and not {"code", "kbd", "script", "style"} & set(self._inside):
            self.found.append(text)


def _bare(text: str) -> str:
    # {% block at_home %} aria-current="page"{% endblock %}: a piece of a tag in a block of its own.
    return re.sub(r'\s(aria-current|hx-history)="\w+"', "", text.replace(_HOLE, ""))


def _words(text: str) -> bool:
    return any(character.isalpha() for character in text)
