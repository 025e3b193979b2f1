"""What must hold of an event before it is published: one validator for forms, files, commands."""

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date

from clubs.messages import Message, Problem, gettext_noop
from events.results import BYES, UNFINISHED, Result
from events.revisions import EventContent, GameContent

FIRST_DAY = date(1850, 1, 1)
LONGEST_DAYS = 3 * 366
LAST_SEQUENCE = 9_999

_PAIRED_BY_NUMBER = gettext_noop(
    "Player no. %(number)s is paired %(count)s times in round %(round)s."
)
_PAIRED_BY_NAME = gettext_noop(
    "%(name)s (no. %(number)s) is paired %(count)s times in round %(round)s."
)


def problems(
    content: EventContent, today: date, names: Mapping[int, str] | None = None
) -> list[Problem]:
    """Everything that keeps the event from being published; empty when it may be.

    `names` by entry number, where they are known: then players are called by them.
    """
    return [Problem(message) for message in _messages(content, today, names or {})]


def _messages(content: EventContent, today: date, names: Mapping[int, str]) -> Iterator[Message]:
    yield from _about_dates(content, today)
    yield from _about_entries(content)
    yield from _about_rounds(content, names)
    numbers = {entry.number for entry in content.entries}
    for game in content.games:
        yield from _about_game(game, numbers)


def _about_dates(content: EventContent, today: date) -> Iterator[Message]:
    if not content.name.strip():
        yield Message(gettext_noop("The event has no name. Give it one."))
    if not FIRST_DAY <= content.start <= content.date:
        yield Message(gettext_noop("The first day is after the last day, or before 1850."))
    elif (content.date - content.start).days > LONGEST_DAYS:
        yield Message(gettext_noop("The event lasts longer than three years. Check the days."))
    if content.date > today:
        yield Message(
            gettext_noop(
                "The last day (%(day)s) is in the future. "
                "Enter the day of the last round that has a result."
            ),
            {"day": content.date},
        )
    if not 1 <= content.sequence <= LAST_SEQUENCE:
        yield Message(gettext_noop("The order on the day must be between 1 and 9999."))
    for number, day in enumerate(content.round_days, 1):
        if day and not content.start <= day <= content.date and _has_result(content, number):
            yield Message(
                gettext_noop("Round %(round)s (%(day)s) is outside the event's days."),
                {"round": number, "day": day},
            )


def _has_result(content: EventContent, number: int) -> bool:
    return any(g.round == number and g.kind not in UNFINISHED for g in content.games)


def _about_entries(content: EventContent) -> Iterator[Message]:
    if not content.entries:
        yield Message(gettext_noop("The event has no players."))
    for number, count in Counter(entry.number for entry in content.entries).items():
        if count > 1:
            yield Message(
                gettext_noop("Start number %(number)s is given twice."),
                {"number": number},
            )
    confirmed = Counter(entry.confirmed for entry in content.entries if entry.confirmed)
    for uid, count in confirmed.items():
        if count > 1:
            lines = [str(e.number) for e in content.entries if e.confirmed == uid]
            yield Message(
                gettext_noop(
                    "Lines %(lines)s are the same player. One player is at most once in an event: "
                    "join the lines or choose somebody else for one of them."
                ),
                {"lines": ", ".join(lines)},
            )


def _about_rounds(content: EventContent, names: Mapping[int, str]) -> Iterator[Message]:
    seen: Counter[tuple[int, int]] = Counter()
    for game in content.games:
        seen.update((game.round, n) for n in {game.white, game.black} if n is not None)
    for (round_number, number), count in sorted(seen.items()):
        if count > 1:
            template = _PAIRED_BY_NAME if number in names else _PAIRED_BY_NUMBER
            about = {"number": number, "count": count, "round": round_number}
            yield Message(template, {**about, "name": names.get(number, "")})


def _about_game(game: GameContent, numbers: set[int]) -> Iterator[Message]:
    place = {"round": game.round, "white": game.white, "black": game.black}
    if not 1 <= game.round <= 200:
        yield Message(gettext_noop("Round %(round)s: rounds are numbered 1 to 200."), place)
    if game.white == game.black:
        yield Message(
            gettext_noop("Round %(round)s: no. %(white)s is paired with himself."),
            place,
        )
    if game.white not in numbers or (game.black is not None and game.black not in numbers):
        yield Message(
            gettext_noop("Round %(round)s: a player of the pairing is not in the list."),
            place,
        )
    if (game.kind in BYES) != (game.black is None):
        yield Message(gettext_noop("Round %(round)s: a bye has no opponent, a game has."), place)
    if game.kind in UNFINISHED and game.result is not Result.NONE:
        yield Message(
            gettext_noop("Round %(round)s: an unfinished game cannot have a result."),
            place,
        )
