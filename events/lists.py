"""The players' list of a draft as it is typed: names added, corrected, taken out, all or none."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from clubs.messages import Message, gettext_noop
from events.drafts import Answer, DraftEntry, DraftEvent
from players.names import NameRefused, clean_name, whole_key

MAX_PLAYERS: Final = 9_999

_LEADING_NUMBER: Final = re.compile(r"\s*[0-9]{1,4}\s*[.)\t;]\s*")

_HAS_GAME = gettext_noop(
    "No. %(number)s is paired in round %(rounds)s and cannot be taken out of the list."
)
_HAS_GAMES = gettext_noop(
    "No. %(number)s is paired in rounds %(rounds)s and cannot be taken out of the list."
)
_IN_LIST = gettext_noop(
    "No. %(number)s in the list has the same name. If these are two people, write something that "
    "tells them apart."
)
_TOO_MANY = gettext_noop("An event has at most %(limit)s players.")


class NamesRefused(ValueError):
    """Some names cannot be saved; `problems` by start number, new names by their text."""

    def __init__(self, problems: Mapping[int | str, Message]) -> None:
        super().__init__(f"{len(problems)} names")
        self.problems = problems


def names_in(text: str) -> list[str]:
    """The names in a pasted list: one in each line, numbers in front of them left out."""
    lines = (_LEADING_NUMBER.sub("", line, count=1).strip() for line in text.splitlines())
    return [line for line in lines if line]


def with_names(draft: DraftEvent, changed: Mapping[int, str], new: Iterable[str]) -> DraftEvent:
    """The draft with names corrected (emptied: taken out) and added. Raises NamesRefused.

    Whoever gets another name loses the answer that was given for the old one.
    """
    wrong: dict[int | str, Message] = {}
    entries = []
    for entry in draft.entries:
        text = changed.get(entry.number, entry.name)
        if not text.strip():
            if rounds := _rounds_of(draft, entry.number):
                params = {"number": entry.number, "rounds": ", ".join(map(str, rounds))}
                wrong[entry.number] = Message(_HAS_GAMES if rounds[1:] else _HAS_GAME, params)
            continue
        try:
            name = clean_name(text)
        except NameRefused as refused:
            wrong[entry.number] = refused.problem.message
            continue
        if name != entry.name:
            entry = replace(entry, name=name, answer=Answer.NONE, player="")
        entries.append(entry)
    _add(entries, new, wrong, highest=max((e.number for e in draft.entries), default=0))
    if wrong:
        raise NamesRefused(wrong)
    return replace(draft, entries=tuple(entries))


def _add(
    entries: list[DraftEntry], new: Iterable[str], wrong: dict[int | str, Message], highest: int
) -> None:
    taken = {whole_key(entry.name): entry.number for entry in entries}
    for text in new:
        try:
            name = clean_name(text)
        except NameRefused as refused:
            wrong[text] = refused.problem.message
            continue
        key = whole_key(name)
        if key in taken:
            wrong[text] = Message(_IN_LIST, {"number": taken[key]})
            continue
        highest += 1
        if highest > MAX_PLAYERS:
            wrong[text] = Message(_TOO_MANY, {"limit": MAX_PLAYERS})
            return
        taken[key] = highest
        entries.append(DraftEntry(highest, name))


def _rounds_of(draft: DraftEvent, number: int) -> list[int]:
    return sorted({game.round for game in draft.games if number in (game.white, game.black)})
