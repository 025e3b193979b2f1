"""Whether two names may be one person: which words belong together, and what that means."""

from dataclasses import dataclass, field
from typing import Final

from clubs.messages import Message, gettext_noop
from players.matching.compare import MISSPELT, Likeness, is_feminine
from players.matching.given import given_names, is_womans_name
from players.matching.pairing import Pair, join_split_words, pair_words
from players.matching.words import Name
from players.names import mixed_script, same_whole

LEAST_SCORE: Final = 30

_SAME = gettext_noop("the same name")
_ORDER = gettext_noop("swapped order")
_GIVEN_ORDER = gettext_noop("parts in another order")
_MIDDLE = gettext_noop("a middle name is missing")
_MIDDLE_INITIAL = gettext_noop("a middle initial is missing")
_SURNAME_PART = gettext_noop("a part of the surname is missing")
_DAMAGED = gettext_noop("read through a wrong encoding")
_REASONS: Final = {
    Likeness.ACCENTS: gettext_noop("written without accents"),
    Likeness.SOUND: gettext_noop("another transcription"),
    Likeness.FORM: gettext_noop("another form of the given name"),
    Likeness.HISSING: gettext_noop("another spelling of the same sound"),
    Likeness.CUT: gettext_noop("the end is cut off"),
    Likeness.INITIAL: gettext_noop("initial matches"),
    Likeness.FEMININE: gettext_noop("feminine form of the surname"),
    Likeness.LETTER: gettext_noop("one letter differs"),
    Likeness.LETTERS: gettext_noop("two letters differ"),
    Likeness.CLOSE: gettext_noop("one letter differs"),
    Likeness.CLOSE_LETTERS: gettext_noop("two letters differ"),
    Likeness.SHORT: gettext_noop("short form of the given name"),
    Likeness.BEGINNING: gettext_noop("one name begins with the other"),
    Likeness.OTHER_FORM: gettext_noop("another form of the given name"),
    Likeness.OTHER_NAME: gettext_noop("one letter differs"),
}
_ONE_MATCHES = gettext_noop("one word matches")
_ALPHABET = gettext_noop("another alphabet")
_OTHERS_MATCH = gettext_noop("the other parts match")

_W_OTHER_NAME = gettext_noop("these are two different given names: brother and sister?")
_W_CLOSE = gettext_noop("a name so like it may be another person's")
_W_SHORT = gettext_noop("a short form may belong to several names")
_W_FEMININE = gettext_noop("man and woman of one surname?")
_W_MISSPELT = gettext_noop("several things differ")
_W_INITIAL = gettext_noop("the surname differs and the given name is only an initial")
_W_MARKS = gettext_noop("the marks beside the name differ (younger, elder, a number)")
_W_DIFFERENT = gettext_noop("one of the given names differs")
_W_FIRST = gettext_noop("the first given name differs or is missing")
_W_ONE_WORD = gettext_noop("only one word of the name is known")
_W_NO_GIVEN = gettext_noop("the given name is missing")
_W_SURNAME_INITIAL = gettext_noop("the surname is only an initial")
_W_SCRIPT = gettext_noop("letters of two alphabets that look alike")

# Warnings with which two names more likely are two people.
TWO_PEOPLE: Final = frozenset({_W_OTHER_NAME, _W_FEMININE, _W_MARKS, _W_DIFFERENT})


@dataclass(slots=True)
class Verdict:
    """What was found about two names: a score from 0 to 100, reasons for, warnings against."""

    score: int
    reasons: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    whole: bool = False

    @property
    def said(self) -> tuple[list[str], list[str]]:
        """Reasons and warnings."""
        return self.reasons, self.warnings

    def warn(self, warning: str, cost: int) -> None:
        """Add a warning and lower the score by its cost."""
        if warning not in self.warnings:
            self.warnings.append(warning)
        self.score -= cost

    def note(self, reason: str, cost: int = 0) -> None:
        """Add a reason and lower the score by its cost."""
        if reason not in self.reasons:
            self.reasons.append(reason)
        self.score -= cost


_WOMENS_ENDS: Final = ("ina", "ova", "eva", "aya", "aja")
_FEMININE: Final = Likeness.FEMININE


def judge(a: Name, b: Name) -> Verdict | None:
    """Compare two names; None if nothing speaks for one person. Symmetric."""
    if not a.words or not b.words:
        return None
    if {word.key for word in a.words} == {word.key for word in b.words} and (
        same_whole(a.text, b.text)
    ):
        return _whole(a, b)
    a, b = join_split_words(a, b), join_split_words(b, a)
    pairs = pair_words(a, b)
    verdict = _structure(a, b, pairs)
    if verdict is None:
        return None
    _likenesses(a, b, pairs, verdict)
    _marks(a, b, verdict)
    _order(pairs, max(len(a.words), len(b.words)), verdict)
    if verdict.score < LEAST_SCORE:
        return None
    verdict.score = min(99, verdict.score)
    if not verdict.reasons:
        verdict.note(_OTHERS_MATCH if verdict.warnings else _SAME)
    return verdict


def _whole(a: Name, b: Name) -> Verdict:
    verdict = Verdict(100, [_SAME], whole=True)
    if mixed_script(a.text):
        verdict.warn(_W_SCRIPT, 0)
    return verdict


def messages(templates: list[str]) -> tuple[Message, ...]:
    """The templates as messages (none of them has parameters)."""
    return tuple(Message(template) for template in templates)


def _structure(a: Name, b: Name, pairs: list[Pair]) -> Verdict | None:
    """Is what is matched enough, and what is not matched harmless?"""
    full = [pair for pair in pairs if pair.full]
    if not full:
        return None
    rest_a = _rest(a, {pair.at for pair in pairs})
    rest_b = _rest(b, {pair.other for pair in pairs})
    verdict = Verdict(99)
    if rest_a and rest_b:
        if len(full) < 2 or not (_given_matches(a, pairs, 0) and _given_matches(b, pairs, 1)):
            return None
        verdict.warn(_W_DIFFERENT, 30)
        return verdict
    if len(pairs) == 1 and (rest_a or rest_b):
        verdict.warn(_W_ONE_WORD, 50)
        verdict.note(_ONE_MATCHES)
        return verdict
    if len(full) == 1:
        _check_initials(a, b, pairs, verdict)
        if any(
            not name.words[at].initial for name, rest in ((a, rest_a), (b, rest_b)) for at in rest
        ):
            _check_given(a, b, full[0], verdict)
    for name, rest, side in ((a, rest_a, 0), (b, rest_b, 1)):
        _missing(name, rest, [(pair.at, pair.other)[side] for pair in pairs], verdict)
    return verdict


def _rest(name: Name, used: set[int]) -> list[int]:
    return [at for at, word in enumerate(name.words) if at not in used and not word.particle]


def _given_matches(name: Name, pairs: list[Pair], side: int) -> bool:
    """Whether a full given name is among the matched words, as far as the sides are known."""
    if not name.sides:
        return True
    return any(name.sides[(pair.at, pair.other)[side]] == 1 for pair in pairs if pair.full)


def _check_initials(a: Name, b: Name, pairs: list[Pair], verdict: Verdict) -> None:
    """One full word and initials: the full one has to be the surname."""
    for pair in pairs:
        for name, at in ((a, pair.at), (b, pair.other)):
            if pair.full and name.sides and name.sides[at] == 1 and len(pairs) > 1:
                verdict.warn(_W_SURNAME_INITIAL, 40)
                return


def _check_given(a: Name, b: Name, pair: Pair, verdict: Verdict) -> None:
    """The only full word that both have, where one has others: a given name is not enough."""
    words = ((a, pair.at), (b, pair.other))
    if any(name.sides and name.sides[at] == 0 for name, at in words):
        return
    if all(given_names(name.words[at].key) for name, at in words):
        verdict.warn(_W_SURNAME_INITIAL, 40)


def _missing(name: Name, rest: list[int], used: list[int], verdict: Verdict) -> None:
    """Words that only this name has."""
    given = [at for at in range(len(name.words)) if name.sides and name.sides[at] == 1]
    if given and not any(at in used for at in given):
        verdict.warn(_W_NO_GIVEN, 40)
        return
    if given and given[0] in rest:
        verdict.warn(_W_FIRST, 25)
    for at in rest:
        if name.words[at].initial:
            verdict.note(_MIDDLE_INITIAL, 2)
        elif at in given or not name.sides:
            verdict.note(_MIDDLE, 5)
        else:
            verdict.note(_SURNAME_PART, 8)


def _reason(a: Name, b: Name, pair: Pair) -> str:
    """The reason for a likeness; between two alphabets accents and transcription are one thing."""
    if pair.likeness in (Likeness.ACCENTS, Likeness.SOUND, Likeness.HISSING):
        latin = [name.words[at].key[0] < "\u0370" for name, at in ((a, pair.at), (b, pair.other))]
        if latin[0] != latin[1]:
            return _ALPHABET
    return _REASONS[pair.likeness]


def _other_sex(a: Name, b: Name, pair: Pair) -> bool:
    """Whether a given name, or a word that may be one, differs by a final a: Amin, Amina."""
    if 0 in (a.sides[pair.at] if a.sides else 1, b.sides[pair.other] if b.sides else 1):
        return False
    short, long = sorted((a.words[pair.at].plain, b.words[pair.other].plain), key=len)
    return long == short + "a"


def _one_woman(a: Name, b: Name, pairs: list[Pair]) -> bool:
    """Whether only Czech made a foreign woman's surname feminine (Anna Muzychuk, Muzyčuková).

    Then her given name is the same. Where the shorter form may be a man's (Nováková, Novák) that
    is not enough.
    """
    words = [(pair, a.words[pair.at].plain, b.words[pair.other].plain) for pair in pairs]
    return not any(
        _may_be_couple(one, other) for pair, one, other in words if pair.likeness is _FEMININE
    ) and any(
        pair.full and pair.likeness <= Likeness.HISSING and is_womans_name(one)
        for pair, one, _ in words
    )


def _may_be_couple(one: str, other: str) -> bool:
    """Whether one surname is the other's feminine form letter by letter, and that one a man's."""
    short = min(one, other, key=len)
    return (is_feminine(one, other) or is_feminine(other, one)) and not short.endswith(_WOMENS_ENDS)


def _likenesses(a: Name, b: Name, pairs: list[Pair], verdict: Verdict) -> None:
    for pair in pairs:
        if pair.likeness is Likeness.LETTER and _other_sex(a, b, pair):
            verdict.warn(_W_OTHER_NAME, 20)
        if pair.likeness in _REASONS:
            verdict.note(_reason(a, b, pair), pair.likeness)
    kinds = [pair.likeness for pair in pairs]
    if Likeness.OTHER_NAME in kinds:
        verdict.warn(_W_OTHER_NAME, 0)
    if not {Likeness.CLOSE, Likeness.CLOSE_LETTERS}.isdisjoint(kinds):
        verdict.warn(_W_CLOSE, 0)
    if not {Likeness.SHORT, Likeness.BEGINNING, Likeness.OTHER_FORM}.isdisjoint(kinds):
        verdict.warn(_W_SHORT, 0)
    sure = any(pair.full and pair.likeness <= Likeness.HISSING for pair in pairs)
    if Likeness.FEMININE in kinds and not _one_woman(a, b, pairs):
        verdict.warn(_W_FEMININE, 20)
    misspelt = [kind for kind in kinds if kind in MISSPELT]
    if len(misspelt) > 1 and (len(misspelt) > 2 or Likeness.LETTERS in misspelt):
        verdict.warn(_W_MISSPELT, 15)
    elif misspelt and not sure and Likeness.INITIAL in kinds:
        verdict.warn(_W_INITIAL, 15)


def _marks(a: Name, b: Name, verdict: Verdict) -> None:
    if a.marks != b.marks:
        verdict.warn(_W_MARKS, 20)
    if a.damaged or b.damaged:
        verdict.note(_DAMAGED, 5)
    if mixed_script(a.text) or mixed_script(b.text):
        verdict.warn(_W_SCRIPT, 10)


def _order(pairs: list[Pair], count: int, verdict: Verdict) -> None:
    places = [pair.other for pair in pairs]
    if places == sorted(places):
        return
    turns = [places[at:] + places[:at] for at in range(len(places))]
    verdict.note(_ORDER if sorted(places) in turns else _GIVEN_ORDER, 1 if count < 3 else 2)
