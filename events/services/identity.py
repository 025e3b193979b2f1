"""Deciding who is who: merge, split, never the same, rename, spellings, and undoing each.

A decision is one row that stays for ever; nothing is moved by it. What it changes, who plays at
which lines, is worked out anew from all decisions, here and at every rebuild. So each can be undone
at any time, in any order (players.identity).
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db import transaction

from clubs import history
from clubs.messages import Message, gettext_noop
from clubs.models import Club, User
from clubs.services import audit
from events.models import Entry, IdentityDecision
from events.queries.identities import confirmed_spellings, decisions
from events.services import lines as _lines
from events.services.people import new_players, typed_names
from events.services.protecting import protect_after
from players.identity import (
    Decision,
    DecisionRefused,
    Identities,
    Kind,
    Line,
    check,
    in_force,
    undo_target,
)
from players.models import Player, Status, TypedName
from players.names import same_whole
from players.privacy import is_erased_name
from players.services import call, hide, show_again

_NO_DECISION = gettext_noop("There is no decision %(decision)s in this club.")
_UNDONE = gettext_noop("Decision %(decision)s is already undone.")
_KNOWN_SPELLING = gettext_noop("This spelling is already recorded for this player.")
_SAME_NAME = gettext_noop("The player already has this name.")
_GONE = gettext_noop("This player is not there any more.")
_ERASED = gettext_noop("Somebody in this decision was erased. It stays as it is.")
_NOT_THERE = gettext_noop("Not all of these events belong to this player any more. Look again.")

_ONE_PRESS = timedelta(seconds=30)  # more than one transaction takes

_ACTIONS = {
    Kind.MERGE: "identity.merge",
    Kind.SPLIT: "identity.split",
    Kind.NEVER_SAME: "identity.never-same",
    Kind.RENAME: "identity.rename",
    Kind.UNDO: "identity.undo",
}

NEW_PERSON = "?"
"""Stands in a preview for somebody whom the decision would make."""


def planned(
    club: Club, kind: Kind, source: str = "", target: str = "", *,
    undoes: int | None = None, lines: Iterable[tuple[str, int]] = (),
) -> Decision:  # fmt: skip
    """The decision that would be made next, for a preview: people by uid; of a split its lines,
    each (uid of the event, number); of an undo the number of the decision that it is about.

    Raises DecisionRefused for an undo of what is undone.
    """
    made = decisions(club.pk)
    if undoes is not None:
        undoes = _target(undoes, made)
    return Decision(
        _next(made), kind, source or None, target or None, undoes,
        lines=_lines.lines_given(club, lines),
    )  # fmt: skip


# -- Making decisions ------------------------------------------------------------------------------


@transaction.atomic
def merge(source: Player, target: Player, *, by: User | None, why: str = "") -> IdentityDecision:
    """Two players are one person; the page of `target` remains. Raises DecisionRefused.

    Whichever record remains, a junior stays one, somebody hidden stays hidden, and whoever is shown
    by initials or has taken consent back is shown by initials; undoing the merge does not take that
    back.
    """
    club = _held(source)
    row = IdentityDecision(kind=Kind.MERGE, player=source, other=target)
    _record(club, row, by=by, why=why)
    protect_after(row, by=by)
    return row


@transaction.atomic
def never_same(one: Player, other: Player, *, by: User | None, why: str = "") -> IdentityDecision:
    """Two players are two people: never proposed as one again. Raises DecisionRefused."""
    club = _held(one)
    row = IdentityDecision(kind=Kind.NEVER_SAME, player=one, other=other)
    return _record(club, row, by=by, why=why)


@transaction.atomic
def split(
    source: Player,
    lines: Iterable[tuple[str, int]],
    target: Player | None,
    *,
    by: User | None,
    status: Status = Status.MEMBER,
    why: str = "",
) -> IdentityDecision:
    """Give lines, each (uid of the event, number), of one player to another; without a target to a
    new one, named as the first of them is typed. Raises DecisionRefused."""
    club = _held(source)
    wanted = set(lines)
    found = _lines.lines_given(club, wanted)
    if len(found) != len(wanted):
        raise DecisionRefused(Message(_NOT_THERE))
    made = target is None
    if target is None and found:
        target = new_players(club, [(_typed_at(found[0]), status)])[0]
    row = IdentityDecision(
        kind=Kind.SPLIT, player=source, other=target,
        details={"lines": [list(line) for line in found], "made": made},
    )  # fmt: skip
    _record(club, row, found, by=by, why=why)
    protect_after(row, by=by)
    return row


@transaction.atomic
def undo(
    club: Club,
    number: int,
    *,
    by: User | None,
    why: str = "",
    belong: Iterable[tuple[str, int]] = (),
    stay: Iterable[tuple[str, int]] = (),
) -> IdentityDecision:
    """Take a decision back, an undo included, and what was brought back as well.

    Of a merge, lines published since are the source's (`belong`) or the target's (`stay`), each
    (uid of the event, number). Those that would go to the other are given over by a split of their
    own. Raises DecisionRefused.
    """
    club = Club.objects.select_for_update().get(pk=club.pk)
    target = _target(number, decisions(club.pk))
    taken = club.decisions.get(number=target)
    refuse_erased(taken)
    row = _record(club, IdentityDecision(kind=Kind.UNDO, undoes=taken), by=by, why=why)
    about = root(row)
    if about.kind == Kind.RENAME and about.player:
        _take_name(about.player)
    if about.kind == Kind.SPLIT:
        _seen_or_not(about, taken, by=by)
    protect_after(row, by=by)
    for giver, lines, taker in wrongly_at(about, belong, stay, decisions(club.pk)):
        people = {one.uid: one for one in club.players.filter(uid__in=(giver, taker))}
        split(people[giver], lines, people[taker], by=by, why=why)
    return row


Given = tuple[str, list[tuple[str, int]], str]
"""Whose lines (a uid), which, and to whom they go."""


def wrongly_at(
    merged: IdentityDecision,
    belong: Iterable[tuple[str, int]],
    stay: Iterable[tuple[str, int]],
    made: tuple[Decision, ...],
) -> list[Given]:
    """Which lines must change hands so that the source of an undone merge has those that `belong`
    to it, and the target those that `stay`."""
    who = Identities(made)
    if merged.kind != Kind.MERGE or not merged.player or not merged.other:
        return []
    source, target = who.person(merged.player.uid), who.person(merged.other.uid)
    found = []
    for giver, lines, taker in ((target, belong, source), (source, stay, target)):
        wrong = [one for one in _lines.lines_given(merged.club, lines) if who.at(one) != taker]
        if wrong:
            found.append((giver, [(one.event, one.number) for one in wrong], taker))
    return found


@transaction.atomic
def rename(player: Player, name: str, *, by: User | None, why: str = "") -> IdentityDecision:
    """Give a player another name; the one before stays a spelling, which can be removed.

    Raises DecisionRefused, and `players.names.NameRefused` for characters that no name has.
    """
    club = _held(player)
    player = _present(club, player)
    old, typed = player.name, typed_names(club, [name])[name]
    if typed.pk == old.pk:
        raise DecisionRefused(Message(_SAME_NAME))
    row = _record(
        club,
        IdentityDecision(
            kind=Kind.RENAME, player=player, typed_name=typed, details={"from": old.pk}
        ),
        by=by,
        why=why,
    )
    _take_name(player)
    if not same_whole(old.text, typed.text):
        confirm(club, [(old, player)], by=by)
    return row


@transaction.atomic
def add_spelling(player: Player, text: str, *, by: User | None) -> IdentityDecision:
    """Record another spelling of a player's name. Raises DecisionRefused and NameRefused."""
    club = _held(player)
    player = _present(club, player)
    typed = typed_names(club, [text])[text]
    rows = [] if typed.pk == player.name_id else confirm(club, [(typed, player)], by=by)
    if not rows:
        raise DecisionRefused(Message(_KNOWN_SPELLING))
    return rows[0]


def confirm(
    club: Club, found: Iterable[tuple[TypedName, Player]], *, by: User | None
) -> list[IdentityDecision]:
    """Spellings that were joined to players are proposed first the next time; what was said already
    is not said again. The club is held."""
    known = {(one.typed_name, one.uid) for one in confirmed_spellings(club)}
    rows = []
    for name, player in found:
        if (name.pk, player.uid) not in known:
            known.add((name.pk, player.uid))
            row = IdentityDecision.objects.create(
                club=club, kind=Kind.CONFIRM, player=player, typed_name=name, by=by
            )
            audit(
                "name.confirm", club=club, by=by, object_uid=player.uid,
                details={"decision": row.number},
            )  # fmt: skip
            rows.append(row)
    return rows


def root(row: IdentityDecision) -> IdentityDecision:
    """The decision that an undo is about in the end; any other is about itself."""
    while row.undoes:
        row = row.undoes
    return row


def refuse_erased(taken: IdentityDecision) -> None:
    """Raise DecisionRefused for a decision about somebody erased: turning it round would give the
    games of somebody known to nobody, or the other way round. So too for one about the name of
    somebody erased: it would come back as that of another."""
    about = root(taken)
    named = about.typed_name and is_erased_name(about.typed_name.text)
    if named or any(one and one.erased for one in (about.player, about.other)):
        raise DecisionRefused(Message(_ERASED))


# -- The row, and what follows from it -------------------------------------------------------------


def _record(
    club: Club,
    row: IdentityDecision,
    lines: tuple[Line, ...] = (),
    *,
    by: User | None,
    why: str = "",
) -> IdentityDecision:
    """Store a decision about which the history has no objection; the club is held."""
    made = decisions(club.pk)
    decision = Decision(
        _next(made),
        row.kind,
        row.player.uid if row.player else None,
        row.other.uid if row.other else None,
        row.undoes.number if row.undoes else None,
        lines=lines,
    )
    check(decision, made)
    moved = _lines.moved_by(club, decision, made)
    known = _lines.in_line(club)
    row.club, row.by, row.why = club, by, why[:500]
    row.save(force_insert=True)
    _lines.move(club, moved)
    _lines.still_in_line(club, known)
    audit(
        _ACTIONS[Kind(row.kind)], club=club, by=by, reason=why,
        object_uid=row.player.uid if row.player else "", details={"decision": row.number},
    )  # fmt: skip
    if row.version:
        history.tell(club.pk)
    return row


def _next(made: Sequence[Decision]) -> int:
    return max((one.id for one in made), default=0) + 1


def _target(number: int, made: Sequence[Decision]) -> int:
    """What an undo of a decision must take back now. Raises DecisionRefused."""
    if all(one.id != number for one in made):
        raise DecisionRefused(Message(_NO_DECISION, {"decision": number}))
    target = undo_target(number, made)
    if target is None:
        raise DecisionRefused(Message(_UNDONE, {"decision": number}))
    return target


def _held(player: Player) -> Club:
    """The player's club, which nobody else changes until the end of the transaction."""
    return Club.objects.select_for_update().get(pk=player.club_id)


def _present(club: Club, player: Player) -> Player:
    """The player as stored now. Raises DecisionRefused for one who is gone."""
    found = club.players.select_related("name").filter(pk=player.pk, erased=None).first()
    if found is None:
        raise DecisionRefused(Message(_GONE))
    return found


def _seen_or_not(split: IdentityDecision, taken: IdentityDecision, *, by: User | None) -> None:
    """Hide somebody whom a split has made and who is at no line without it; what brings the split
    back shows them again, unless somebody hid them for a reason of their own."""
    made = split.other
    if made is None or not split.details.get("made") or made.erased:
        return
    if not Entry.objects.filter(player=made, event__deleted=False).exists():
        hide(made, by=by)
    elif made.hidden_at and taken.at <= made.hidden_at < taken.at + _ONE_PRESS:
        show_again(made, by=by)


def _typed_at(line: Line) -> TypedName:
    entries = Entry.objects.select_related("typed_name")
    return entries.get(event__uid=line.event, number=line.number).typed_name


def _take_name(player: Player) -> None:
    """Give a player the name of the last rename that holds; without any, the one before all."""
    holding = {one.id for one in in_force(decisions(player.club_id))}
    renames = list(
        IdentityDecision.objects.filter(player=player, kind=Kind.RENAME).order_by("number")
    )
    last = next((row for row in reversed(renames) if row.number in holding), None)
    name: int = (last and last.typed_name_id) or renames[0].details["from"]
    call(player, TypedName.objects.get(pk=name))
