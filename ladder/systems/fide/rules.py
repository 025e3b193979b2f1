"""The rule sets of FIDE's rating regulations (B.02), and which of them holds on a day.

Source: FIDE Rating Regulations effective 1 January 2022, 1 March 2024 and their amendment of
1 October 2025 (8.3.1); FIDE Rapid and Blitz Rating Regulations. Page: docs/rules/fide.md.
"""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum


class Chapter(StrEnum):
    """Which of FIDE's three ratings is computed."""

    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class Cut(StrEnum):
    """What becomes of a difference of more than 400 points in the standard chapter."""

    ONCE = "once"
    """Against stronger opponents it is always cut; of the weaker ones only the greatest is."""
    ALWAYS = "always"
    BELOW_2650 = "below_2650"
    """Always for a player below 2650, never for a player rated 2650 or more."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One state of the regulations, in force for tournaments that start from `since` on."""

    id: str
    since: dt.date
    cut: Cut
    hypothetical: int  # how many opponents of 1800, drawn with, an initial rating starts from
    highest_initial: int | None
    floor: int  # a lower rating is not published


RULES = {
    rules.id: rules
    for rules in (
        Rules("2022-01", dt.date(2022, 1, 1), Cut.ONCE, 0, None, 1000),
        Rules("2024-03", dt.date(2024, 3, 1), Cut.ALWAYS, 2, 2200, 1400),
        Rules("2025-10", dt.date(2025, 10, 1), Cut.BELOW_2650, 2, 2200, 1400),
    )
}
"""Every rule set by id, oldest first."""

NEWEST = "2025-10"
FAR_GAMES_UNRATED_SINCE = dt.date(2024, 12, 1)
"""Rapid and blitz: from here on a game with a difference of 600 or more is not rated when one of
the two is rated above 2600."""


def rules_on(day: dt.date) -> Rules:
    """The rule set for a tournament that starts on this day.

    Ruling: a tournament that started before the oldest rule set here is computed by that one.
    """
    found = next(iter(RULES.values()))
    for rules in RULES.values():
        if rules.since <= day:
            found = rules
    return found


def far_games_unrated(chapter: Chapter, day: dt.date) -> bool:
    """Whether the rule about 600 points holds for a tournament that starts on this day."""
    return chapter is not Chapter.STANDARD and day >= FAR_GAMES_UNRATED_SINCE
