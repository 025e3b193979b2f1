"""What a club may choose about a ladder by the rules of the Czech list."""

from dataclasses import dataclass, field

from clubs.messages import Message, gettext_noop
from ladder.systems.base import BadSetting, Settings
from ladder.systems.checking import choice, count
from ladder.systems.lok.formulas import LEAST
from ladder.systems.lok.lists import List

HIGHEST = 3000
LISTS = {"standard": gettext_noop("standard"), "rapid": gettext_noop("rapid")}


@dataclass(frozen=True)
class LokSettings(Settings):
    """Raises BadSetting for values that make no sense."""

    list: str = field(
        default="standard", metadata={"label": gettext_noop("List"), "choices": LISTS}
    )
    start: int = field(
        default=1200,
        metadata={
            "label": gettext_noop("While nobody has an OK, everybody counts as"),
            "help": gettext_noop(
                "It holds in events in which nobody who plays has an OK yet. With 0, as the "
                "federation code has it, such an event gives nobody an OK: then the arbiter enters "
                "the first ones, or classes."
            ),
        },
    )

    def __post_init__(self) -> None:
        choice("list", self.list, LISTS)
        if count("start", self.start, 0, HIGHEST) and self.start < LEAST:
            words = gettext_noop("0, or a whole number from %(low)s to %(high)s is needed")
            raise BadSetting("start", Message(words, {"low": LEAST, "high": HIGHEST}))

    @property
    def which(self) -> List:
        return List(self.list)
