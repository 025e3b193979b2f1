"""Days as readers see them, in their language; of children on public pages only the month.

Initials, a club and a date still tell who sat where on a Tuesday to anybody who knows the club. So
where a page is open to everybody and juniors are concerned, exact days stay inside
(docs/safety.md, P7).
"""

from calendar import monthrange
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format

from clubs.access import Reader
from clubs.models import Club


def exact_days(reader: Reader, *junior: bool) -> bool:
    """Whether this reader may see exact days: always by link; on a public page only where neither
    the club nor any of the people concerned is marked as junior."""
    return reader.kind == "link" or not (reader.club.junior or any(junior))


def here(club: Club, moment: datetime) -> date:
    """The calendar day of a moment in the club's time zone."""
    return moment.astimezone(ZoneInfo(club.time_zone)).date()


def today(club: Club) -> date:
    """The calendar day in the club's time zone."""
    return here(club, timezone.now())


def day_asked(text: str) -> date | None:
    """The day that an address asks for; anything else, or one before all history, is today."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if FIRST_YEAR <= day.year < 9999 else None


FIRST_YEAR = 1850


class DayAsked(NamedTuple):
    """What an address asks for: `day`, None for today; `coming`: it is a day that has not come yet,
    for which today stands; `bad`: it is no day."""

    day: date | None
    coming: date | None = None
    bad: bool = False


def past_day_asked(club: Club, text: str) -> DayAsked:
    """The day up to today that an address asks for."""
    day = day_asked(text)
    if day and day > today(club):
        return DayAsked(None, coming=day)
    return DayAsked(day, bad=bool(text) and day is None)


class ShownDay(NamedTuple):
    """A day in words. `iso` is for <time datetime>, `big` and `small` for a calendar leaf."""

    iso: str
    text: str  # 12 March 2026
    short: str  # 12 March
    big: str
    small: str

    @property
    def is_month(self) -> bool:
        """Whether it is no more exact than a month."""
        return self.iso.count("-") == 1


def shown_day(day: date, *, exact: bool = True) -> ShownDay:
    """The day, or with `exact` false the month it lies in."""
    if not exact:
        month = date_format(day, "YEAR_MONTH_FORMAT")
        leaf = date_format(day, "M").rstrip(".")
        return ShownDay(f"{day:%Y-%m}", month, month, leaf, str(day.year))
    return ShownDay(
        day.isoformat(),
        date_format(day, "DATE_FORMAT"),
        date_format(day, "MONTH_DAY_FORMAT"),
        str(day.day),
        date_format(day, "M").rstrip("."),
    )


def shown_span(first: date, last: date, *, exact: bool = True) -> str:
    """From the first to the last day in words; one day, or one month, is said once."""
    one, other = shown_day(first, exact=exact), shown_day(last, exact=exact)
    if one.text == other.text:
        return other.text
    start = one.short if first.year == last.year and exact else one.text
    return f"{start} – {other.text}"


def months_before(day: date, months: int) -> date:
    """The same day so many months earlier, or the last one that month has."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def month_later(day: date) -> date:
    """The same day of the next month, or the last one that it has: how periods of a month end."""
    return months_before(day, -1)


def season_of(day: date) -> int:
    """The year in which the season of a day began: seasons begin on 1 August."""
    return day.year if day.month >= SEASON_BEGINS else day.year - 1


SEASON_BEGINS = 8


def season_days(season: int) -> tuple[date, date]:
    """The first and the last day of a season."""
    return date(season, SEASON_BEGINS, 1), date(season + 1, SEASON_BEGINS - 1, 31)


def season_name(season: int) -> str:
    """2025/26."""
    return f"{season}/{(season + 1) % 100:02}"
