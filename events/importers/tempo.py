"""Guesses at tempo and kind of an event from what a file says; a person looks at them."""

import re
from typing import Final

from events.revisions import EventKind, Tempo

_BARE: Final = re.compile("([0-9]{1,3})")
_CLOCK: Final = re.compile(r"\b([0-9]):([0-5][0-9])(?![0-9:])(?: ?(?:\+|plus) ?([0-9]{1,3}))?")
_PLAIN: Final = re.compile(r"\b([0-9]{1,3})(?:/[0-9]{1,3})? ?\+ ?([0-9]{1,3})(?![0-9])")
_MINUTES: Final = re.compile(r"([0-9]{1,3}) ?(?:'|′|min|мин|m\b)")
_SECONDS: Final = re.compile(r"\+ ?([0-9]{1,3}) ?(?:\"|″|''|s|сек)")
_PERIOD: Final = re.compile(r"(?:[0-9]{1,3}/)?([0-9]{2,5})(?:\+([0-9]{1,3}))?")
_TEMPO_WORDS: Final = (
    (Tempo.BLITZ, re.compile(r"blitz|blesk|блиц", re.IGNORECASE)),
    (Tempo.RAPID, re.compile(r"rapid|рапид|быстры", re.IGNORECASE)),
    (Tempo.STANDARD, re.compile(r"standard|classical|vážn|классик", re.IGNORECASE)),
)
_KIND_WORDS: Final = (
    (EventKind.TEAM, re.compile(r"team|družst|команд|league", re.IGNORECASE)),
    (EventKind.ROUND_ROBIN, re.compile(r"robin|all.?play.?all|každý|кругов|berger", re.IGNORECASE)),
    (EventKind.KNOCKOUT, re.compile(r"knock.?out|vyřaz|на вылет|нокаут", re.IGNORECASE)),
    (EventKind.SWISS, re.compile(r"swiss|švýc|швейцар|dutch", re.IGNORECASE)),
)  # fmt: skip


def minutes_for_sixty_moves(control: str) -> int | None:
    """Minutes that one player has for 60 moves, where a time control (122) says so plainly.

    All periods and the increment of 60 moves count, as in FIDE's limits for rapid and blitz (Laws,
    A.1 and B.1). Understood: "90", "90 + 30", "1:30 + 10", "90/40+30", "15 min + 10 s".
    """
    text = control.strip()
    if bare := _BARE.fullmatch(text):
        return int(bare[1])
    if clock := _CLOCK.search(text):
        return 60 * int(clock[1]) + int(clock[2]) + int(clock[3] or 0)
    if periods := _MINUTES.findall(text):
        increment = _SECONDS.search(text)
        return sum(map(int, periods)) + (int(increment[1]) if increment else 0)
    if plain := _PLAIN.search(text):
        return int(plain[1]) + int(plain[2])
    return None


def minutes_of_coded(control: str) -> int | None:
    """The same for TRF26's 222, which counts in seconds: "40/6000+30:1500+30", "900+10"."""
    periods = [_PERIOD.fullmatch(period) for period in control.strip().split(":")]
    if not all(periods):
        return None
    known = [period for period in periods if period]
    increment = int(known[0][2] or 0) if known else 0
    return (sum(int(period[1]) for period in known) + 60 * increment) // 60


def tempo_of(minutes: int | None, words: str) -> Tempo | None:
    """A guess: by the words that people use, else by FIDE's limits of 10 and 60 minutes."""
    for tempo, pattern in _TEMPO_WORDS:
        if pattern.search(words):
            return tempo
    if not minutes:
        return None
    if minutes <= 10:
        return Tempo.BLITZ
    return Tempo.RAPID if minutes < 60 else Tempo.STANDARD


def kind_of(words: str) -> EventKind | None:
    return next((kind for kind, pattern in _KIND_WORDS if pattern.search(words)), None)
