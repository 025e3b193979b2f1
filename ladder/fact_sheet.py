"""A table of facts as somebody pastes it: one person on a line, the first line names the columns.

Pure but for the words of the facts. Whole or not at all: a value that cannot be read keeps the
whole table out; who is not known is read over and said.
"""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from clubs.cells import unguard
from clubs.messages import Message, Problem, gettext_noop
from ladder.systems.facts import FACTS, BadFact, Fact, Value
from players.names import whole_key
from players.opening.words import Column, column_of, fold

MOST_LINES: Final = 5_000
MOST_PROBLEMS: Final = 100
_DELIMITERS: Final = "\t;,"

# What columns are called: the name of the fact, its label, and words of other programs' tables.
_WORDS: Final[dict[str, tuple[str, ...]]] = {
    "birth": (
        "birth", "born", "birthday", "date of birth", "day of birth", "year of birth", "b-year",
        "birth year", "birth date", "birthdate", "bday",
        "narozen", "narozena", "narození", "datum narození", "den narození", "rok narození",
        "ročník",
    ),
    "sex": ("sex", "gender", "pohlaví"),
    "junior": ("junior", "juniorka", "mládež"),
    "fide_standard": (
        "fide", "fide rating", "fide elo", "elo fide", "frl", "fide standard", "fide klasický",
    ),
    "fide_rapid": ("fide rapid", "rapid fide"),
    "fide_blitz": ("fide blitz", "blitz fide", "fide blesk"),
    "fide_2400": ("fide 2400",),
    "fide_2300": ("fide 2300",),
    "national": ("national", "national rating", "národní", "národní elo", "cizí rating"),
    "foreigner": ("foreigner", "cizinec", "cizinka"),
    "lok_standard": ("lok", "ok", "elo čr", "národní ok", "lok klasický", "lok standard"),
    "lok_rapid": ("lok rapid", "rapid lok", "rapid ok", "ok rapid"),
    "class": ("class", "performance class", "vt", "výkonnostní třída"),
    "title_norm": ("title norm", "norma titulu", "norma fide"),
}  # fmt: skip
_FACT_OF: Final = {
    **{fold(word): name for name, words in _WORDS.items() for word in words},
    **{fold(word): name for name, fact in FACTS.items() for word in (name, fact.label)},
}
# Words for the values of choices, beside the values themselves.
_CHOICE_OF: Final = {
    "sex": {"w": "F", "f": "F", "z": "F", "zena": "F", "female": "F", "m": "M", "muz": "M",
            "male": "M"},
    "class": {"i": "I", "ii": "II", "iii": "III", "iv": "IV",
              "1": "I", "2": "II", "3": "III", "4": "IV",
              "mistr": "mistr", "m": "mistr", "master": "mistr",
              "km": "kandidat_mistra", "kandidat mistra": "kandidat_mistra",
              "candidate master": "kandidat_mistra",
              "none": "none", "zadna": "none", "bez": "none"},
    "title_norm": {"gm": "GM", "im": "IM", "wgm": "WGM", "wim": "WIM"},
}  # fmt: skip
_YES_NO: Final = {"yes": "yes", "y": "yes", "ano": "yes", "a": "yes", "x": "yes", "1": "yes",
                  "no": "no", "n": "no", "ne": "no", "0": "no"}  # fmt: skip

_NO_HEADER = gettext_noop(
    "The first line must name the columns: “name” (or “player id”), and at least one of the facts"
    " that are asked for here."
)
_TOO_LONG = gettext_noop("The table has more than %(limit)d lines. Take it over in parts.")
_BAD_QUOTES = gettext_noop("The quotation marks in this line do not close. Correct it.")
_UNKNOWN_COLUMN = gettext_noop("The column “%(header)s” is read over: no ladder needs it.")
_NOBODY = gettext_noop("Nobody of the club is called so: the line is read over.")
_SEVERAL = gettext_noop(
    "%(count)d people of the club are called so: the line is read over. Enter it on the person's"
    " page."
)
_TWICE = gettext_noop("The person stands in line %(line)d already.")
_IN_COLUMN = gettext_noop("%(fact)s: %(problem)s.")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a table says: by the uid of a person their facts. `problems` keep all of it out; `notes`
    name what is read over, by line; `columns` is how many are known."""

    facts: Mapping[str, Mapping[str, Value]]
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    columns: int = 0


def read_value(fact: Fact, text: str, today: date) -> Value:
    """A value as tables write it, read on a day. Raises BadFact."""
    if fact.choices:
        words = _CHOICE_OF.get(fact.name, _YES_NO)
        return fact.read(words.get(fold(text), text.strip()), today)
    return fact.read(text, today)


def read_sheet(
    text: str, needed: Sequence[Fact], known: Mapping[str, Sequence[str]], today: date
) -> Sheet:
    """Read a table on a day. `known`: by whole name (`players.names.whole_key`) or uid, the uids of
    whoever is called so."""
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        return Sheet({}, (Problem(Message(_TOO_LONG, {"limit": MOST_LINES})),))
    try:
        rows = _rows(lines)
    except csv.Error as wrong:
        return Sheet({}, (Problem(Message(_BAD_QUOTES), int(str(wrong))),))
    asked = {fact.name: fact for fact in needed}
    if not rows:
        return Sheet({}, (Problem(Message(_NO_HEADER)),))
    (header_line, header), *below = rows
    who, columns, notes = _columns(header_line, header, asked)
    if not who or not columns:
        problem = Problem(Message(_NO_HEADER), header_line)
        return Sheet({}, (problem,), tuple(notes), len(who) + len(columns))
    facts = {at: asked[name] for at, name in columns.items()}
    return _read(below, who, facts, known, notes, today)


def read_likeliest(
    texts: Sequence[str], needed: Sequence[Fact], known: Mapping[str, Sequence[str]], today: date
) -> tuple[str, Sheet]:
    """Of the texts that one file is in several encodings, the one of which most columns, people and
    values are known, and what it says; of equals the first."""
    sheets = [(text, read_sheet(text, needed, known, today)) for text in texts]
    return max(sheets, key=lambda one: _known_of(one[1]))


def _known_of(sheet: Sheet) -> tuple[int, int, int]:
    return sheet.columns, len(sheet.facts), -len(sheet.problems)


def _rows(lines: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Lines with something in them; raises csv.Error with the number of the line."""
    first = next((line for line in lines if line.strip()), "")
    delimiter = max(_DELIMITERS, key=first.count)
    found = []
    for number, line in enumerate(lines, 1):
        try:
            cells = next(csv.reader([line], delimiter=delimiter, strict=True), [])
        except csv.Error:
            raise csv.Error(str(number)) from None
        cells = [unguard(cell).strip() for cell in cells]
        if any(cells):
            found.append((number, cells))
    return found


_ID_WORDS: Final = frozenset(map(fold, ("player id", "uid", "id hráče")))


def _columns(
    line: int, header: Sequence[str], asked: Mapping[str, Fact]
) -> tuple[tuple[int, ...], dict[int, str], list[Problem]]:
    """(where who it is stands, by column the fact, what is read over)."""
    ids, names, parts = [], [], {}
    columns: dict[int, str] = {}
    notes = []
    for at, cell in enumerate(header):
        fact, column = _FACT_OF.get(fold(cell)), column_of(cell)
        if fold(cell) in _ID_WORDS:
            ids.append(at)
        elif fact is not None and fact in asked and fact not in columns.values():
            columns[at] = fact
        elif column is Column.NAME:
            names.append(at)
        elif column in (Column.SURNAME, Column.GIVEN):
            parts[column] = at
        elif cell:
            notes.append(Problem(Message(_UNKNOWN_COLUMN, {"header": cell[:60]}), line, at + 1))
    who = ids[:1] or names[:1]
    if Column.SURNAME in parts and not ids:
        # Beside a surname "name" is the given name (as in an opening list).
        given = [parts[Column.GIVEN]] if Column.GIVEN in parts else names[:1]
        who = [parts[Column.SURNAME], *given]
    return tuple(who), columns, notes


def _read(
    rows: Sequence[tuple[int, list[str]]],
    who: tuple[int, ...],
    columns: Mapping[int, Fact],
    known: Mapping[str, Sequence[str]],
    notes: list[Problem],
    today: date,
) -> Sheet:
    problems: list[Problem] = []
    facts: dict[str, dict[str, Value]] = {}
    seen: dict[str, int] = {}
    for line, cells in rows:
        cells = [*cells, *[""] * (max([*who, *columns]) + 1 - len(cells))]
        name = " ".join(filter(None, (cells[at] for at in who)))
        uids = known.get(name) or known.get(whole_key(name)) or ()
        if len(uids) != 1:
            template = _SEVERAL if uids else _NOBODY
            notes.append(Problem(Message(template, {"count": len(uids)}), line))
            continue
        (uid,) = uids
        if uid in seen:
            problems.append(Problem(Message(_TWICE, {"line": seen[uid]}), line))
            continue
        seen[uid] = line
        for at, fact in columns.items():
            if not cells[at]:
                continue
            try:
                facts.setdefault(uid, {})[fact.name] = read_value(fact, cells[at], today)
            except BadFact as wrong:
                said = {"fact": Message(fact.label), "problem": wrong.message}
                problems.append(Problem(Message(_IN_COLUMN, said), line, at + 1))
    return Sheet(
        facts,
        tuple(problems[:MOST_PROBLEMS]),
        tuple(notes[:MOST_PROBLEMS]),
        len(who) + len(columns),
    )
