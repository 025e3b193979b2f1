"""Pairs of names made by rules, of the kinds that a club meets: what the matcher is measured on
beside the labelled pairs of `tests/data/names`. Common surnames and given names, put together.

`made_pairs()` is the same at every call.
"""

import random
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from players.matching.scoring import LabelledPair

PARTS = Path(__file__).parent / "data" / "names" / "parts.txt"
LISTS = {
    name: words.split()
    for name, _, words in (
        line.partition(": ") for line in PARTS.read_text("utf-8").splitlines() if line[0] != "#"
    )
}
_RUSSIAN = (
    *("BGN/PCGN", "ISO 9", "scholarly", "German", "French", "Polish", "Czech"),
    *("passport 1997", "passport 2013"),
)
_UKRAINIAN = ("Ukrainian national", "Ukrainian in Czech", "Ukrainian in German")
SCHEMES = {
    scheme: {
        letter: "" if latin == "-" else latin
        for letter, latin in zip(LISTS[alphabet], LISTS[scheme], strict=True)
    }
    for alphabet, schemes in (("cyrillic alphabet", _RUSSIAN), ("ukrainian alphabet", _UKRAINIAN))
    for scheme in schemes
}


def transliterate(name: str, scheme: str) -> str:
    """The name in Latin letters, word by word, as the scheme writes it."""
    table = SCHEMES[scheme]
    return re.sub(r"\w+", lambda word: _word(word.group(), table, scheme), name)


def _word(word: str, table: dict[str, str], scheme: str) -> str:
    text = "".join(table.get(letter, letter) for letter in word.casefold())
    if scheme == "BGN/PCGN":
        text = re.sub("^e|(?<=[aeiouy])e", "ye", text)
    if scheme in ("German", "Czech", "Polish"):
        text = re.sub("^e|(?<=[aou])e", "je", text)
    if scheme in ("BGN/PCGN", "German", "French") and text.endswith(("iy", "yy", "ij", "iï")):
        text = text[:-2] + {"BGN/PCGN": "y", "German": "i", "French": "i"}[scheme]
    if scheme == "Ukrainian national":
        text = re.sub("^(i)(?=[aeu])", "y", text)
        text = "y" + text if word[0] in "Її" else text
    return text[:1].upper() + text[1:]


def without_accents(name: str) -> str:
    """Letters without their marks, as a keyboard without them writes."""
    text = name.translate(str.maketrans("łŁøØđĐ", "lLoOdD")).replace("ß", "ss").replace("æ", "ae")
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))


def with_digraphs(name: str) -> str:
    """ö as oe, ß as ss, å as aa, ø as oe, æ as ae."""
    for mark, letters in (
        ("ö", "oe"),
        ("ä", "ae"),
        ("ü", "ue"),
        ("å", "aa"),
        ("ø", "oe"),
        ("æ", "ae"),
    ):
        name = name.replace(mark, letters).replace(mark.upper(), letters.capitalize())
    return name.replace("ß", "ss")


def mistyped(word: str, chance: random.Random, times: int = 1) -> str:
    """The word with letters left out, doubled, replaced or swapped with a neighbour; never the first
    letter."""
    for _ in range(times):
        at = chance.randrange(1, len(word) - 1)
        kind = chance.choice(("out", "in", "other", "swap"))
        if kind == "out":
            word = word[:at] + word[at + 1 :]
        elif kind == "in":
            word = word[:at] + chance.choice("aeioknrst") + word[at:]
        elif kind == "other":
            others = [c for c in "aeioknrstmlpdu" if c != word[at]]
            word = word[:at] + chance.choice(others) + word[at + 1 :]
        else:
            word = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word


def damaged(name: str) -> str:
    """UTF-8 read as Windows-1252 or, where that cannot be, as Latin-1."""
    try:
        return name.encode().decode("cp1252")
    except UnicodeDecodeError:
        return name.encode().decode("latin-1")


BEFORE = ("GM", "Ing.", "WFM", "Dr.", "Mgr.", "MUDr.", "Prof.", "FM", "IM", "Bc.", "CM")
BEHIND = (
    *(" (W)", ", Ing.", " IM", ", Ph.D.", " (U12)", ", CSc.", " (SK Rapid)", " [J]", ", MBA"),
    " *",
)
Name = tuple[str, str]


def _people(chance: random.Random, count: int) -> list[Name]:
    """(surname, given name) of women and men of the lists in Latin letters."""
    every = [
        (surname, given)
        for names in ("czech", "czech women", "german", "nordic", "western")
        for surname in LISTS["czech men" if names == "czech" else names]
        for given in LISTS["czech given women" if names == "czech women" else f"{names} given"]
    ]
    return chance.sample(every, min(count, len(every)))


def _same(
    kind: str, write: Callable[[str, str], tuple[str, str]], names: Sequence[Name]
) -> Iterator[LabelledPair]:
    for surname, given in names:
        a, b = write(surname, given)
        if a != b:
            yield LabelledPair(a, b, True, kind)


def made_pairs(count: int = 200) -> list[LabelledPair]:
    """About `count` pairs of each kind."""
    chance = random.Random(20_260_310)

    def some() -> list[Name]:
        return _people(chance, count)

    def middle() -> str:
        return chance.choice(LISTS["middle"])

    def second() -> str:
        return chance.choice(LISTS["czech men"] + LISTS["western"])

    kinds: dict[str, Callable[[str, str], tuple[str, str]]] = {
        "order": lambda s, g: (f"{s}, {g}", f"{g} {s}"),
        "no comma, capitals": lambda s, g: (f"{s}, {g}", f"{s.upper()} {g}"),
        "initial": lambda s, g: (f"{s}, {g}", f"{s} {g[0]}."),
        "initial first": lambda s, g: (f"{s}, {g}", f"{g[0]}. {s}"),
        "initial without a dot": lambda s, g: (f"{s}, {g}", f"{s} {g[0]}"),
        "middle name": lambda s, g: (f"{s}, {g}", f"{s}, {g} {middle()}"),
        "middle name, no comma": lambda s, g: (f"{s}, {g}", f"{g} {middle()} {s}"),
        "middle initial": lambda s, g: (f"{s}, {g}", f"{g} {middle()[0]}. {s}"),
        "two initials": lambda s, g: (f"{s}, {g} {(m := middle())}", f"{s} {g[0]}.{m[0]}."),
        "hyphen": lambda s, g: (f"{s}-{(t := second())}, {g}", f"{s} {t}, {g}"),
        "half of a double surname": lambda s, g: (f"{s}-{second()}, {g}", f"{s}, {g}"),
        "hyphenated given name": lambda s, g: (f"{s}, {g}-{(m := middle())}", f"{g} {m} {s}"),
        "title": lambda s, g: (f"{s}, {g}", f"{chance.choice(BEFORE)} {g} {s}"),
        "title behind": lambda s, g: (f"{s}, {g}", f"{s} {g}{chance.choice(BEHIND)}"),
        "one letter in the surname": lambda s, g: (f"{s}, {g}", f"{mistyped(s, chance)}, {g}"),
        "one letter in the given name": lambda s, g: (f"{s}, {g}", f"{s}, {mistyped(g, chance)}"),
        "accents lost": lambda s, g: (f"{s}, {g}", without_accents(f"{g} {s}")),
        "digraphs against lost accents": lambda s, g: (without_accents(f"{s}, {g}"), with_digraphs(f"{s}, {g}")),
        "cut": lambda s, g: ((f := f"{s}-{second()}, {g} {middle()} {second()} {second()}"), f[: chance.choice((32, 33))]),
        "double encoding": lambda s, g: (f"{s}, {g}", damaged(f"{s}, {g}")),
    }  # fmt: skip
    pairs = [pair for kind, write in kinds.items() for pair in _same(kind, write, some())]
    long = [name for name in _people(chance, 3 * count) if len(name[0]) >= 8][:count]
    marked = [name for name in _people(chance, 30 * count) if with_digraphs(name[0]) != name[0]]
    pairs += _same(
        "digraphs", lambda s, g: (f"{s}, {g}", with_digraphs(f"{s}, {g}")), marked[:count]
    )
    pairs += _same(
        "two letters in the surname",
        lambda s, g: (f"{s}, {g}", f"{mistyped(s, chance, 2)}, {g}"),
        long,
    )
    pairs += _transliterated(chance, count)
    pairs += _different(chance, count)
    return [pair for pair in pairs if pair.a != pair.b]


def _transliterated(chance: random.Random, count: int) -> Iterator[LabelledPair]:
    for names, givens, schemes in (
        (LISTS["russian"], LISTS["russian given"], _RUSSIAN),
        (LISTS["russian women"], LISTS["russian given women"], _RUSSIAN),
        (LISTS["ukrainian"], LISTS["ukrainian given"], _UKRAINIAN),
    ):
        every = [f"{surname} {given}" for surname in names for given in givens]
        for scheme in schemes:
            for name in chance.sample(every, min(count, len(every)) // 2):
                yield LabelledPair(name, transliterate(name, scheme), True, scheme)
            for name in chance.sample(every, min(count, len(every)) // 2):
                other = chance.choice([one for one in schemes if one != scheme])
                yield LabelledPair(
                    transliterate(name, scheme),
                    " ".join(reversed(transliterate(name, other).split())),
                    True,
                    "two schemes",
                )


def _different(chance: random.Random, count: int) -> Iterator[LabelledPair]:
    people = _people(chance, count)
    for surname, given in people:
        others = [g for g in LISTS["czech given"] + LISTS["western given"] if g[0] != given[0]]
        other = chance.choice(others)
        yield LabelledPair(f"{surname}, {given}", f"{surname} {other[0]}.", False, "other initial")
        yield LabelledPair(f"{surname}, {given}", f"{other} {surname}", False, "one surname")
    for one, other in SIBLINGS:
        surname = chance.choice(LISTS["czech men"])
        yield LabelledPair(
            f"{surname}, {one}", f"{surname}, {other}", False, "siblings, one letter"
        )
    for surname, _ in people[: count // 2]:
        one, common, other = chance.sample(LISTS["czech given"] + LISTS["western given"], 3)
        yield LabelledPair(
            f"{surname}, {one} {common}",
            f"{surname}, {common} {other}",
            False,
            "permuted given names",
        )
    for man, woman in [
        *zip(LISTS["czech men"], LISTS["czech women"], strict=False),
        *_russian_couples(),
    ]:
        if man != woman:
            for his, hers in COUPLE:
                yield LabelledPair(f"{man}, {his}", f"{woman}, {hers}", False, "man and woman")
    for (one, given), (other, _) in pairwise(people):
        if one[:3] != other[:3]:
            yield LabelledPair(f"{one}, {given}", f"{other}, {given}", False, "one given name")


def _russian_couples() -> Iterator[tuple[str, str]]:
    for surname in LISTS["russian"]:
        if surname.endswith(("ов", "ев", "ёв", "ин")):
            yield surname, surname + "а"
            latin = transliterate(surname, "BGN/PCGN")
            yield latin, latin + "a"
        elif surname.endswith("ский"):
            yield surname, surname.removesuffix("ий") + "ая"


COUPLE = (("Jan", "Jana"), ("J.", "J."), ("Saša", "Saša"), ("Nikola", "N."), ("Eva", "Eva"))
SIBLINGS = (
    ("Jan", "Jana"), ("Petr", "Petra"), ("Pavel", "Pavla"), ("Michal", "Michael"), ("Karel", "Karla"),
    ("Daniel", "Daniela"), ("Martin", "Martina"), ("Radek", "Radka"), ("Marek", "Mirek"),
    ("Jiří", "Jiřina"), ("Ivan", "Ivana"), ("Filip", "Filipa"), ("Adam", "Adéla"), ("Anna", "Hana"),
    ("Ela", "Ella"), ("Tom", "Tim"), ("Max", "Mia"), ("Eva", "Ema"), ("Lena", "Lenka"), ("Aneta", "Anita"),
)  # fmt: skip
