"""What is known of given names: forms of one name in several languages, short and pet forms.

Tables: `data/given_names.txt` and `data/nicknames_*.txt`, written for this project, and for English
the list of the package `nicknames`.
"""

from collections import defaultdict
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from nicknames import name_triplets

from players.matching.sound import bare, romanise, skeletons

_DATA = Path(__file__).parent / "data"


def _lines(name: str) -> list[str]:
    text = (_DATA / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _key(name: str) -> str:
    return romanise(name.strip().casefold())


@cache
def _forms() -> dict[str, frozenset[int]]:
    """Plain name -> the numbers of its lines in the table of forms."""
    found: dict[str, set[int]] = defaultdict(set)
    for number, line in enumerate(_lines("given_names.txt")):
        for name in line.split(","):
            found[_key(name)].add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}


@cache
def _short_forms() -> dict[str, frozenset[str]]:
    """Plain name -> the names for which it is short, and those that are short for it."""
    found: dict[str, set[str]] = defaultdict(set)
    for table in ("nicknames_cs.txt", "nicknames_ru.txt", "nicknames_more.txt"):
        for line in _lines(table):
            full, _, shorts = line.partition(":")
            for short in shorts.split(","):
                found[_key(short)].add(_key(full))
    for triplet in name_triplets():
        found[_key(triplet.name2)].add(_key(triplet.name1))
    return {short: frozenset(full) for short, full in found.items()}


@cache
def _known() -> frozenset[str]:
    full = {name for names in _short_forms().values() for name in names}
    return frozenset(full) | frozenset(_forms()) | frozenset(_short_forms())


@cache
def _by_sound() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for name in sorted(_known()):
        for sound in bare(skeletons(name)):
            found[sound].add(name)
    return {sound: frozenset(names) for sound, names in found.items()}


@lru_cache(maxsize=1 << 14)
def given_names(word: str) -> frozenset[str]:
    """The given names of the tables that this word (case folded) may be; empty for none.

    One that stands there itself is that name only; in another alphabet it may be whatever sounds
    alike (Любош: Luboš).
    """
    plain = romanise(word)
    if plain in _known():
        return frozenset({plain})
    if word[:1] < "\u0370":
        return frozenset()
    sounds = _by_sound()
    return frozenset().union(*(sounds.get(sound, ()) for sound in bare(skeletons(word))))


# Men's names, and names of both, that end like a woman's.
_NOT_OF_WOMEN: Final = frozenset(
    {"nikola", "sasa", "sasha", "misa", "misha", "zenja", "zhenya", "ilja", "ilya", "ilia", "illia"}
    | {"nikita", "mykyta", "danila", "gavrila", "kuzma", "foma", "luka", "sava", "savva", "mika"}
    | {"honza", "jirka", "kuba", "pepa", "franta", "tonda", "standa", "mirka", "jarka", "kaja"}
    | {"jura", "jira", "jenda", "vojta", "ondra", "vasja", "vasya", "kolja", "kolya", "petja"}
    | {"petya", "vitja", "vitya", "kostja", "kostya", "grisa", "grisha", "aljosa", "alyosha"}
    | {"valja", "valya", "slava", "vova", "dima", "pasa", "pasha", "tolja", "tolya", "zdena"}
    | {"vlasta", "ota", "ezra", "joshua", "noa", "elia", "andrea", "nicola", "juha", "mikka"}
    | {"jona", "mila", "mira", "vita", "pata", "krystofa", "kaya", "robin", "lada", "jarda"}
)


def is_womans_name(plain: str) -> bool:
    """Whether a plain word is a given name that only women have, as far as its end tells."""
    return (
        plain in _known()
        and plain.endswith(("a", "ie", "yn", "ena"))
        and plain not in _NOT_OF_WOMEN
    )


def same_form(a: str, b: str) -> bool:
    """Whether two plain names are one name in two languages or transcriptions (Petr, Pjotr)."""
    forms = _forms()
    return a == b or not forms.get(a, frozenset()).isdisjoint(forms.get(b, frozenset()))


def is_short_form(a: str, b: str) -> bool:
    """Whether one is short for the other, or both for one name (Kuba, Jakub; Bob, Bobby)."""
    shorts = _short_forms()
    full_a, full_b = shorts.get(a, frozenset()), shorts.get(b, frozenset())
    return (
        b in full_a
        or a in full_b
        or not full_a.isdisjoint(full_b)
        or any(same_form(b, full) for full in full_a)
        or any(same_form(a, full) for full in full_b)
    )
