"""What a process remembers between requests, and how all of them forget somebody who was erased.

Pages of members and answers of functions (matchers, initials) stay in the memory of each process.
`Club.times_erased` counts; whoever opens a page of the club sees that it has risen, and forgets.
"""

import sys
from typing import Any

from django.core.cache import caches

from clubs.models import Club

OURS = frozenset({"clubs", "players", "events", "ladder"})

# By club: how many erasures this process has heard of.
_heard: dict[int, int] = {}


def keep_up(club: Club) -> None:
    """Empty this process's memories if somebody of the club was erased since it last looked."""
    if _heard.setdefault(club.pk, club.times_erased) != club.times_erased:
        _heard[club.pk] = club.times_erased
        forget()


def forget() -> None:
    """Empty every memory of this process that may hold a name."""
    caches["pages"].clear()
    for remembering in memories():
        remembering.cache_clear()


def memories() -> list[Any]:
    """Every function of ours that remembers its answers, whoever added it."""
    ours = [module for name, module in sys.modules.items() if name.partition(".")[0] in OURS]
    return [
        value
        for module in ours
        for value in list(vars(module).values())
        if hasattr(value, "cache_clear") and hasattr(value, "cache_info")
    ]
