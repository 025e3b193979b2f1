"""Figures of ladders in templates: {% load figures %}."""

from collections.abc import Iterable, Sequence

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ladder import shown
from ladder.queries import Kind, Part, Preview, Row

register = template.Library()

register.filter("rating", shown.rating)
register.filter("decimals", shown.decimals)


@register.filter
def delta(value: float | None, of: Kind | None = None) -> SafeString:
    """A change in the units of a system, as `signed` writes it, set as one; None is that of
    somebody who did not play."""
    whole, lower = (of.whole, of.lower) if of else (False, False)
    text, tone = shown.change(value, whole=whole, lower=lower)
    return format_html('<span class="delta {}">{}</span>', tone, text)


@register.filter
def deltas(parts: Sequence[Part]) -> SafeString:
    """What several systems changed, a line for each after its name; one without a name is the
    change alone."""
    if not parts or not parts[0].title:
        return _gave(parts[0]) if parts else delta(None)
    lines = ((part.title, _gave(part)) for part in parts)
    return format_html_join(SafeString("<br>"), '<span class="nowrap">{} {}</span>', lines)


def _gave(part: Part) -> SafeString:
    if part.first:
        return SafeString(conditional_escape(new()))
    text, tone = shown.change(part.change, whole=part.whole, lower=part.lower)
    return format_html('<span class="delta {}">{}</span>', tone, text)


@register.simple_tag
def new() -> str:
    """What stands for the change of who gets the first rating."""
    return pgettext("a first rating", "new")


@register.filter
def in_words(parts: Iterable[Part]) -> str:
    """The same as one line of text."""
    said = (
        (part.title, new() if part.first else signed(part.change, part.whole)) for part in parts
    )
    return ", ".join(" ".join(filter(None, one)) for one in said)


# A list has 60 to 1,000 rows, and a template spends four times as long on each.
_ROW = (
    '<tr class="{kind}"><td class="rank">{rank}</td>'
    '<th class="player" scope="row"><a href="{root}player/{uid}/{ask}"><bdi>{label}</bdi></a></th>'
    '<td class="rating">{rating}</td>'
    '<td class="change">{leads}<span class="delta {tone}">{delta}</span>{end}</td>'
    '<td class="games" data-label="{counted}">{games}</td></tr>'
)
_LEADS = '<a href="{root}{leads}{uid}/" aria-label="{how}">'


@register.simple_tag
def ladder_rows(
    rows: Iterable[Row], root: str, kind: str = "", *, ask: str = "", leads: str = ""
) -> SafeString:
    """The lines of a list; `kind` is the class of each, `ask` what addresses of players need to
    stay with this ladder, `leads` where a change leads to, before the player's uid."""
    own = {name: f"{{{name}}}" for name in Row.__annotations__}
    words = {"kind": kind, "root": root, "ask": ask, "counted": _("counted")}
    plain = format_html(_ROW, **words, leads="", end="", **own)
    if not leads:
        return format_html_join("\n", plain, rows)
    how = _("%(change)s, how it came out") % {"change": own["delta"]}
    link = format_html(_LEADS, root=root, leads=leads, uid=own["uid"], how=how)
    linked = format_html(_ROW, **words, leads=link, end=SafeString("</a>"), **own)
    none = shown.DID_NOT_PLAY.text
    return format_html_join(
        "\n",
        "{}",
        ((format_html(plain if row["delta"] == none else linked, **row),) for row in rows),
    )


@register.filter
def still(previews: Iterable[Preview]) -> list[str]:
    """The names of the ladders on which nobody moves."""
    return [one.ladder for one in previews if not one.moves]


@register.filter
def signed(value: float | None, whole: bool = False) -> str:
    """A change as text: a sign, one decimal unless `whole`; a dash where there is none."""
    return shown.change(value, whole=whole).text


@register.filter
def figure(value: float | None, whole: bool = False) -> str:
    """A rating with one decimal, none if `whole`; a dash for who is not on the ladder."""
    return shown.DID_NOT_PLAY.text if value is None else shown.decimals(value, 0 if whole else 1)
