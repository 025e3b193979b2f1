"""The tournament section and the player lines of a TRF, field by field.

Sources: FIDE C.04 Annex 2, sections 2 (tournament) and 1 (players); TRF26 for 142, 162 and 222.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clubs.messages import gettext_noop
from events.importers.base import (
    ImportedPlayer,
    Report,
    Source,
    half_points_of,
    refusal,
    whole_number,
)
from events.importers.dates import ReadDays, State, WrittenDay, read_day, read_days
from events.importers.names_in_files import hint_encoding, read_name, read_title
from events.importers.tempo import kind_of, minutes_for_sixty_moves, minutes_of_coded, tempo_of
from events.importers.trf.lines import NAME, ROUNDS_FROM, Line
from events.revisions import EventKind, Tempo

_DAY_UNREADABLE = gettext_noop(
    "“%(text)s” could not be read as a day; choose the day of the event."
)
_BAD_YEAR = gettext_noop(
    "“%(text)s” is no day on which an event was held. Correct the date in the file."
)
_ROUND_DAY_UNREADABLE = gettext_noop("“%(text)s” could not be read as the day of a round.")
_END_FIRST = gettext_noop("The last day is before the first; choose the days of the event.")
_FUTURE = gettext_noop("The event begins in the future (%(day)s). Check the date.")
_BAD_NUMBER = gettext_noop(
    "“%(text)s” is no start number (columns 5 to 8). Correct the line; start numbers go from 1 to"
    " 9999."
)
_SAME_NUMBER = gettext_noop(
    "Start number %(number)d is given twice, in lines %(first)d and %(second)d. Correct one."
)
_BAD_PLACE = gettext_noop("Player %(number)d: the place “%(text)s” is no number; it is not used.")
_BAD_POINTS = gettext_noop(
    "Player %(number)d: the points “%(text)s” are no number; they are not used."
)
_NAME_FULL = gettext_noop(
    "Player %(number)d: the name fills its %(limit)d columns and may be cut off."
)
_SAME_PERSON = gettext_noop(
    "Players %(first)d and %(second)d have the same FIDE or national number: is it the same person"
    " entered twice?"
)
_TOO_MANY_PLAYERS = gettext_noop("The file has more than %(limit)d players. Is it the right file?")
_COUNT_DIFFERS = gettext_noop(
    "The file says it has %(stated)d players (line 062), but lists %(found)d."
)


@dataclass(frozen=True, slots=True)
class Header:
    """What the tournament section says; `rounds` is the planned number, 0 when not stated."""

    name: str
    days: ReadDays
    rounds: int
    tempo: Tempo | None
    minutes: int | None
    kind: EventKind | None


def first_content(lines: Iterable[Line], tag: str) -> str:
    """The content of the first line with this tag that has any."""
    return next((line.content for line in lines if line.tag == tag and line.content), "")


def read_header(lines: Sequence[Line], source: Source, warnings: Report) -> Header:
    name_line = next((line for line in lines if line.tag == "012" and line.content), None)
    name = read_title(name_line.content, name_line.number, 5, warnings) if name_line else ""
    control, coded = first_content(lines, "122"), first_content(lines, "222")
    described = " ".join((first_content(lines, "192"), first_content(lines, "092")))
    minutes = minutes_of_coded(coded) or minutes_for_sixty_moves(control)
    return Header(
        name=name,
        days=_read_days(lines, source, warnings),
        rounds=planned_rounds(lines, source.limits.rounds),
        tempo=tempo_of(minutes, f"{control} {described} {name}"),
        minutes=minutes,
        kind=kind_of(described),
    )


def planned_rounds(lines: Iterable[Line], most: int) -> int:
    """The number of rounds as stated in 142 or XXR; 0 when neither says."""
    stated = (whole_number(line.content, most) for line in lines if line.tag in ("142", "XXR"))
    return max((number for number in stated if number), default=0)


def _read_days(lines: Sequence[Line], source: Source, warnings: Report) -> ReadDays:
    start = _read_day(lines, "042", source, warnings)
    end = _read_day(lines, "052", source, warnings)
    days = read_days(start, end, _round_days(lines, source, warnings))
    line = next((line.number for line in lines if line.tag == "052"), None)
    if start.readings and end.readings and not days.start and not days.question:
        warnings.add(_END_FIRST, line, 5)
    if days.start and days.start > source.today:
        warnings.add(_FUTURE, None, None, day=days.start)
    return days


def _read_day(lines: Iterable[Line], tag: str, source: Source, warnings: Report) -> WrittenDay:
    line = next((line for line in lines if line.tag == tag and line.content), None)
    if line is None:
        return WrittenDay(State.EMPTY)
    day = read_day(line.content, source.today)
    if day.state is State.YEAR:
        raise refusal(_BAD_YEAR, line.number, 5, text=line.content[:40])
    if day.state is State.UNREADABLE:
        warnings.add(_DAY_UNREADABLE, line.number, 5, text=line.content[:40])
    return day


def _round_days(lines: Iterable[Line], source: Source, warnings: Report) -> list[WrittenDay]:
    """Days of the rounds: columns 92-99, 102-109, ... of 132; or one 132 line for each round."""
    dated = [line for line in lines if line.tag == "132"]
    days: list[WrittenDay] = []
    for line in dated:
        cells = _day_cells(line, source.limits.rounds)
        for column, text in cells if len(dated) == 1 or len(cells) > 1 else cells[:1]:
            day = read_day(text, source.today)
            if day.state is State.YEAR:
                raise refusal(_BAD_YEAR, line.number, column, text=text)
            if day.state is State.UNREADABLE:
                warnings.add(_ROUND_DAY_UNREADABLE, line.number, column, text=text)
            days.append(day)
    return days[: source.limits.rounds]


def _day_cells(line: Line, most: int) -> list[tuple[int, str]]:
    """(column, text) of each round; a list of dates that starts before column 92 goes by words."""
    if line.text[4:ROUNDS_FROM].strip():
        words = re.finditer(r"\S+", line.text[4:])
        return [(word.start() + 5, word.group()[:20]) for word in words][:most]
    starts = range(ROUNDS_FROM, len(line.text), 10)
    return [(start + 1, line.text[start : start + 10].strip()) for start in starts][:most]


def read_players(
    lines: Sequence[Line], source: Source, problems: Report, warnings: Report
) -> dict[int, ImportedPlayer]:
    """Players by start number, in the order of the file."""
    if len(lines) > source.limits.players:
        raise refusal(_TOO_MANY_PLAYERS, limit=source.limits.players)
    players: dict[int, ImportedPlayer] = {}
    for line in lines:
        number = whole_number(line.text[4:8], 9_999)
        if not number:
            problems.add(_BAD_NUMBER, line.number, 5, text=line.text[4:8].strip())
        elif number in players:
            first = players[number].line or 0
            params = {"number": number, "first": first, "second": line.number}
            problems.add(_SAME_NUMBER, line.number, 5, **params)
        else:
            players[number] = _player(number, line, problems, warnings)
    hint_encoding(source.encoding, (player.name for player in players.values()), problems)
    problems.refuse_if_any()
    _compare_ids(dict(zip(players, lines, strict=True)), warnings)  # no problem: a player a line
    return players


def _player(number: int, line: Line, problems: Report, warnings: Report) -> ImportedPlayer:
    text = line.text
    blanks = len(text[NAME]) - len(text[NAME].lstrip())
    start = NAME.start + (blanks if text[NAME].strip() else 0)
    name = read_name(text[start : NAME.stop].rstrip(), line.number, start + 1, problems, warnings)
    limit = NAME.stop - NAME.start
    if len(text[NAME].rstrip()) >= limit - 1:  # some programs cut one earlier
        warnings.add(_NAME_FULL, line.number, 15, number=number, limit=limit)
    points, place = text[80:84].strip(), text[85:89].strip()
    half_points = half_points_of(points)
    if points and half_points is None:
        warnings.add(_BAD_POINTS, line.number, 81, number=number, text=points)
    rank = whole_number(place, 9_999)
    if place and rank is None:
        warnings.add(_BAD_PLACE, line.number, 86, number=number, text=place)
    return ImportedPlayer(number, name, line.number, rank or None, half_points)


def _compare_ids(lines: Mapping[int, Line], warnings: Report) -> None:
    """One federation number twice may be one person entered twice; the numbers stay here."""
    seen: dict[str, int] = {}
    for number, line in lines.items():
        identity = line.text[57:68].strip().lstrip("0")
        if identity and identity in seen:
            params = {"first": seen[identity], "second": number}
            warnings.add(_SAME_PERSON, line.number, 58, **params)
        seen.setdefault(identity, number)


def check_count(lines: Iterable[Line], found: int, warnings: Report) -> None:
    """Compare with 062, where it is a plain number ("129 (88)" and "028" are found too)."""
    line = next((line for line in lines if line.tag == "062"), None)
    stated = whole_number(line.content.split("(")[0], 99_999) if line else None
    if line and stated and stated != found:
        warnings.add(_COUNT_DIFFERS, line.number, 5, stated=stated, found=found)
