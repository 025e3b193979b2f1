"""An event being prepared: what was read or typed, and the arbiter's answers about names.

A draft holds names as text; publishing turns them into typed names and players
(`events.services.publishing`). Until then nothing of it is history.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from events.revisions import EventKind, GameContent, Steps, Tempo


class Answer(StrEnum):
    """What the arbiter said about one name."""

    NONE = ""
    MEMBER = "member"  # this player of ours (`player` holds the uid)
    NEW = "new"
    GUEST = "guest"
    UNKNOWN = "unknown"  # "not known yet": published, but unrated until resolved


@dataclass(frozen=True, slots=True)
class DraftEntry:
    """One line of the players' list, with the answer about who it is."""

    number: int
    name: str
    place: int | None = None
    half_points: int | None = None
    answer: Answer = Answer.NONE
    player: str = ""
    asked_out: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """Where a draft came from, and what its reader wants the arbiter to see.

    `warnings` and `skipped` are {template, params, line, column}; `date_readings` are the
    possible (first, last) days when day and month can be swapped.
    """

    format: str = "typed"
    filename: str = ""
    encoding: str = ""
    digest: str = ""
    warnings: tuple[dict[str, Any], ...] = ()
    skipped: tuple[dict[str, Any], ...] = ()
    date_readings: tuple[tuple[dt.date, dt.date], ...] = ()
    # The days of the rounds, in as many ways as they can be read.
    round_day_readings: tuple[tuple[dt.date | None, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class DraftEvent:
    """The whole draft. Fields mean what they mean in `events.revisions.EventContent`."""

    name: str = ""
    start: dt.date | None = None
    date: dt.date | None = None
    sequence: int | None = None
    tempo: Tempo = Tempo.STANDARD
    minutes: int | None = None
    kind: EventKind = EventKind.SWISS
    counts: bool = True
    counts_reason: str = ""
    steps: Steps = Steps.EVENT
    rounds: int = 0
    junior: bool = False
    listing: str = ""
    round_days: tuple[dt.date | None, ...] = ()
    entries: tuple[DraftEntry, ...] = ()
    games: tuple[GameContent, ...] = ()
    source: Source = Source()
    why: str = ""


def undecided(draft: DraftEvent) -> list[DraftEntry]:
    """Entries nobody has answered for yet; while there is one, the draft cannot be published."""
    return [entry for entry in draft.entries if entry.answer is Answer.NONE]


def with_answer(
    draft: DraftEvent, numbers: Sequence[int], answer: Answer, player: str = ""
) -> DraftEvent:
    """The draft with one answer given for some entries."""
    chosen = set(numbers)
    return replace(
        draft,
        entries=tuple(
            replace(entry, answer=answer, player=player if answer is Answer.MEMBER else "")
            if entry.number in chosen
            else entry
            for entry in draft.entries
        ),
    )


def sharing_a_round(games: Sequence[GameContent], one: int, other: int) -> list[int]:
    """Rounds in which both entries have a pairing: two such lines cannot be one person."""
    rounds = [
        {game.round for game in games if number in (game.white, game.black)}
        for number in (one, other)
    ]
    return sorted(rounds[0] & rounds[1])


def joined(draft: DraftEvent, keep: int, drop: int) -> DraftEvent:
    """The draft with two lines of one person made one. Raises ValueError if they share a round."""
    if keep == drop or sharing_a_round(draft.games, keep, drop):
        raise ValueError("the two lines share a round")

    games = tuple(
        replace(
            game,
            white=keep if game.white == drop else game.white,
            black=keep if game.black == drop else game.black,
        )
        for game in draft.games
    )
    entries = tuple(entry for entry in draft.entries if entry.number != drop)
    # Stated places and points belong to the lines as they were, not to their sum.
    asked = any(entry.asked_out for entry in draft.entries if entry.number in (keep, drop))
    entries = tuple(
        replace(entry, place=None, half_points=None, asked_out=asked)
        if entry.number == keep
        else entry
        for entry in entries
    )
    return replace(draft, entries=entries, games=games)
