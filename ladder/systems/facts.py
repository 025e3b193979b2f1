"""Facts about people that a system may need: what they are called, and which values they take.

A club is asked for a fact only when one of its ladders uses a system that declares it
(`RatingSystem.needs`). Facts are dated history, never shown to readers, and erased with the person
(docs/privacy.md). Values are kept as JSON: a day as "2010-05-31", a rating as a whole number.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from clubs.messages import Message, gettext_noop

Value = str | int


class BadFact(ValueError):
    """A value that is none of the fact's, with the reason in words."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Fact:
    """One kind of fact. `read` turns what somebody typed into the value, on a day (today, which a
    day of birth cannot be after); raises BadFact."""

    name: str
    label: str  # English, marked for translation
    read: Callable[[str, date], Value]
    choices: tuple[tuple[str, str], ...] = ()


_DAY = re.compile(r"(?P<year>\d{4})[-/.](?P<month>\d\d?)[-/.](?P<day>\d\d?)", re.ASCII)
_EUROPEAN = re.compile(r"(?P<day>\d\d?)\. ?(?P<month>\d\d?)\. ?(?P<year>\d{4})", re.ASCII)
_YEAR = re.compile(r"(?P<year>\d{4})([-/.]00[-/.]00)?", re.ASCII)


def _day(text: str, today: date) -> str:
    """A day in the orders of files (2010-05-31, 2010/05/31, 31.5.2010). A year alone, as reports
    of tournaments often state it, is its first day."""
    found = next(filter(None, (form.fullmatch(text.strip()) for form in _FORMS)), None)
    try:
        parts = {name: int(part) for name, part in found.groupdict().items()} if found else {}
        day = date(parts.get("year", 0), parts.get("month", 1), parts.get("day", 1))
    except ValueError:
        raise BadFact(
            Message(gettext_noop("a day such as 2010-05-31 is needed, or a year alone"))
        ) from None
    if day.year < 1900:
        raise BadFact(Message(gettext_noop("a day after 1900 is needed")))
    if day > today:
        raise BadFact(Message(gettext_noop("this day has not come yet")))
    return day.isoformat()


_FORMS = (_YEAR, _DAY, _EUROPEAN)


def _rating(text: str, _today: date) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text[:6]) <= 4000:
        raise BadFact(Message(gettext_noop("a whole number from 1 to 4000 is needed")))
    return int(text)


def _one_of(choices: tuple[tuple[str, str], ...]) -> Callable[[str, date], str]:
    def read(text: str, _today: date) -> str:
        if text not in dict(choices):
            raise BadFact(Message(gettext_noop("this is none of the choices")))
        return text

    return read


SEXES = (("F", gettext_noop("woman")), ("M", gettext_noop("man")))
YES = (("yes", gettext_noop("yes")), ("no", gettext_noop("no")))
CLASSES = (
    ("mistr", gettext_noop("master")),
    ("kandidat_mistra", gettext_noop("candidate master")),
    *((name, name) for name in ("I", "II", "III", "IV")),
    ("none", gettext_noop("none")),
)
TITLES = tuple((name, name) for name in ("GM", "IM", "WGM", "WIM"))


def _choice(name: str, label: str, choices: tuple[tuple[str, str], ...]) -> Fact:
    return Fact(name, label, _one_of(choices), choices)


FACTS = {
    fact.name: fact
    for fact in (
        Fact("birth", gettext_noop("Day of birth"), _day),
        _choice("sex", gettext_noop("Sex, for the classes of women"), SEXES),
        _choice("junior", gettext_noop("Counts as a junior"), YES),
        Fact("fide_standard", gettext_noop("FIDE rating, standard"), _rating),
        Fact("fide_rapid", gettext_noop("FIDE rating, rapid"), _rating),
        Fact("fide_blitz", gettext_noop("FIDE rating, blitz"), _rating),
        _choice("fide_2400", gettext_noop("Has had a FIDE rating of 2400"), YES),
        _choice("fide_2300", gettext_noop("Has had a FIDE rating of 2300"), YES),
        Fact("national", gettext_noop("Rating of another federation"), _rating),
        _choice("foreigner", gettext_noop("Plays for another federation"), YES),
        Fact("lok_standard", gettext_noop("OK of the standard list"), _rating),
        Fact("lok_rapid", gettext_noop("OK of the rapid list"), _rating),
        _choice("class", gettext_noop("Performance class"), CLASSES),
        _choice("title_norm", gettext_noop("Norm for a title of FIDE"), TITLES),
    )
}
