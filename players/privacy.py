"""What a reader may see of a person: initials unless somebody decided otherwise.

A reader is whoever looks at the members' side: by link, or at a public page. Arbiters see full
names and do not pass here. The rules, in order:

1. An erased or hidden person is a fixed word, whatever else is recorded.
2. The person's own choice (initials, label, full name) goes before the club's setting.
   The full name of one person, also as a label, is shown where the club shows full names, or where
   consent to it is recorded for that person.
3. Without a choice the club's setting holds; a new club is set to initials.
4. For a junior (the club, the event or the person is marked) a label or a full name is shown only
   when consent to it is recorded for that person (consent to the full name covers a label).
   Without it: initials.

A label is compared with the name whenever it is shown, because either may change later: a player is
renamed, two are found to be one, the club goes back to initials.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from anyascii import anyascii

from clubs.messages import Message, gettext_noop
from players.collation import SortKey, sort_key
from players.parts import is_whole_script, without_marks
from players.traces import holds_name

HIDDEN_PLAYER: Final = Message(gettext_noop("hidden player"))
ERASED_PLAYER: Final = Message(gettext_noop("erased player"))
NO_INITIAL: Final = "?"
# What stands in place of a name that was erased; no page shows it as it is (`players.queries`).
_ERASED_NAME: Final = "erased player {}"
_IS_ERASED: Final = re.compile(_ERASED_NAME.format("[0-9a-z]{12}"))


class ClubNames(StrEnum):
    """The club's setting for its readers."""

    INITIALS = "initials"
    FULL = "full"


class Display(StrEnum):
    """The person's own choice; CLUB is no choice."""

    CLUB = ""
    INITIALS = "initials"
    LABEL = "label"
    FULL = "full"


class Presence(StrEnum):
    """Whether a person may be shown at all."""

    SHOWN = "shown"
    HIDDEN = "hidden"
    ERASED = "erased"


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """All that a reader's page, export or feed gets of a person; never a name beside it.

    `uid` is random. `label` is text, or the fixed word for hidden and erased people, who have no
    page of their own (`linked` is false).
    """

    uid: str
    label: str | Message
    linked: bool = True

    def __str__(self) -> str:
        return str(self.label)


@dataclass(frozen=True, slots=True)
class NameFacts:
    """What is recorded about showing one person's name.

    `junior` is true if the club, the event or the person is marked. `suffix` is the stored number
    that tells equal initials apart; 1 and less are not written.
    """

    name: str
    display: Display = Display.CLUB
    label: str = ""
    junior: bool = False
    consent: bool = False
    consent_for: Display = Display.FULL
    suffix: int = 0
    presence: Presence = Presence.SHOWN


def public_player(uid: str, facts: NameFacts, club_names: ClubNames) -> PublicPlayer:
    """The only way from a person to what a reader sees."""
    if facts.presence is Presence.ERASED:
        return PublicPlayer(uid, ERASED_PLAYER, linked=False)
    if facts.presence is Presence.HIDDEN:
        return PublicPlayer(uid, HIDDEN_PLAYER, linked=False)
    label = public_label(
        facts.name,
        display=facts.display,
        label=facts.label,
        junior=facts.junior,
        consent=facts.consent,
        consent_for=facts.consent_for,
        club_names=club_names,
        suffix=facts.suffix,
    )
    return PublicPlayer(uid, label)


def public_label(
    name: str,
    *,
    display: Display,
    label: str,
    junior: bool,
    consent: bool,
    club_names: ClubNames,
    suffix: int,
    consent_for: Display = Display.FULL,
) -> str:
    """The text that stands for a person who may be shown, by the rules on top of this module."""
    wish = Display(club_names.value) if display is Display.CLUB else display
    allowed = not junior or (consent and consent_for in (wish, Display.FULL))
    agreed = consent and consent_for is Display.FULL
    named = agreed or (club_names is ClubNames.FULL and not junior)
    if wish is Display.FULL and named:
        return name
    text = label.strip()
    if wish is Display.LABEL and allowed and text and (named or not _holds_name(text, name)):
        return text
    short = initials(name)
    return f"{short} {suffix}" if suffix > 1 else short


@lru_cache(maxsize=4096)  # every page of members asks for the same ones again
def _holds_name(label: str, name: str) -> bool:
    return holds_name(label, name)


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """At most the first letter of each part, in the order in which the name is stored.

    "Novák Jan" is "N. J.", "Chalupa, Eva" is "Ch. E." (ch is one letter in Czech), "Malá-Nová Eva"
    is "M.-N. E.". Titles, marks and parts without a letter are left out. A script that writes a
    syllable or a word as one character would give the whole name away: there it is the first
    letter of its Latin transcription. A name without any letter is "?".
    """
    parts = ["-".join(_dotted(piece)) for piece in _parts(name)]
    return " ".join(part for part in parts if part) or NO_INITIAL


def _parts(name: str) -> list[str]:
    plain = unicodedata.normalize("NFC", without_marks(name))
    return "".join(" " if c in ",;/.()[]{}" else c for c in plain).split()


def _dotted(part: str) -> list[str]:
    letters = (_initial(piece) for piece in part.replace("\u2010", "-").split("-"))
    return [f"{letter}." for letter in letters if letter]


def _initial(piece: str) -> str:
    """The first letter of a part with the marks that belong to it, capital; empty without one."""
    start = next((at for at, c in enumerate(piece) if c.isalpha()), None)
    if start is None:
        return ""
    first = piece[start]
    if is_whole_script(first):
        latin = anyascii(first)[:1].upper()
        return latin if latin.isalpha() else NO_INITIAL
    if piece[start : start + 2].casefold() == "ch" and piece[start + 2 : start + 3].isalpha():
        return "Ch"
    end = start + 1
    while end < len(piece) and unicodedata.category(piece[end])[0] == "M":
        end += 1
    capital = first.upper() if len(first.upper()) == 1 else first
    return capital + piece[start + 1 : end]


def erased_name(uid: str) -> str:
    """A text for the place of an erased name: unique by a fresh uid, and a name like any other."""
    return _ERASED_NAME.format(uid)


def is_erased_name(text: str) -> bool:
    """Whether the text stands in the place of an erased name."""
    return _IS_ERASED.fullmatch(text) is not None


def next_suffix(short: str, taken: Iterable[tuple[str, int]]) -> int:
    """The number for one more person with these initials: 1 if they are free, else one above all.

    `taken` are the (initials, suffix) of the club's people, erased ones included; a number that has
    become free is not given again, for readers know its bearer.
    """
    same = [suffix for other, suffix in taken if other.casefold() == short.casefold()]
    return max((max(suffix, 1) for suffix in same), default=0) + 1


def public_order(player: PublicPlayer, language: str) -> tuple[bool, SortKey, str]:
    """A key for sorting on the readers' side: by what is shown, then by uid, never by the name."""
    shown = isinstance(player.label, str)
    return not shown, sort_key(str(player.label), language), player.uid
