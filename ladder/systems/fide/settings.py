"""The settings of a FIDE ladder."""

import datetime as dt
from dataclasses import dataclass, field

from clubs.messages import Message, gettext_noop
from ladder.systems.base import BadSetting, Settings
from ladder.systems.checking import choice, count
from ladder.systems.fide.rules import NEWEST, RULES, Chapter, Rules, rules_on

AUTO, MONTH, EVENT = "auto", "month", "event"

RULE_SETS = {
    AUTO: gettext_noop("those in force when a tournament starts"),
    "2022-01": gettext_noop("of 1 January 2022"),
    "2024-03": gettext_noop("of 1 March 2024"),
    "2025-10": gettext_noop("of 1 October 2025"),
}
CHAPTERS = {
    Chapter.STANDARD.value: gettext_noop("standard"),
    Chapter.RAPID.value: gettext_noop("rapid"),
    Chapter.BLITZ.value: gettext_noop("blitz"),
}
PERIODS = {
    MONTH: gettext_noop("a list on the first day of each month"),
    EVENT: gettext_noop("after each event"),
}
LOW_START = gettext_noop("0, or a number from %(low)s to %(high)s, is needed")


@dataclass(frozen=True)
class FideSettings(Settings):
    """Which regulations, which of the three ratings, and when ratings change."""

    rules: str = field(
        default=AUTO, metadata={"label": gettext_noop("Regulations"), "choices": RULE_SETS}
    )
    chapter: str = field(
        default=Chapter.STANDARD.value,
        metadata={"label": gettext_noop("Rating"), "choices": CHAPTERS},
    )
    period: str = field(
        default=MONTH, metadata={"label": gettext_noop("Ratings change"), "choices": PERIODS}
    )
    start: int = field(
        default=0,
        metadata={
            "label": gettext_noop("Rating of a player new to the ladder"),
            "help": gettext_noop(
                "0: none until five games against rated opponents have been played, as FIDE has it."
            ),
        },
    )

    def __post_init__(self) -> None:
        choice("rules", self.rules, RULE_SETS)
        choice("chapter", self.chapter, CHAPTERS)
        choice("period", self.period, PERIODS)
        count("start", self.start, 0, 4000)
        floor = RULES[NEWEST if self.rules == AUTO else self.rules].floor
        if 0 < self.start < floor:
            raise BadSetting("start", Message(LOW_START, {"low": floor, "high": 4000}))

    def rules_on(self, day: dt.date) -> Rules:
        """The regulations for what starts on a day."""
        return rules_on(day) if self.rules == AUTO else RULES[self.rules]

    @property
    def monthly(self) -> bool:
        return self.period == MONTH
