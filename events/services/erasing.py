"""Erasing a person for ever: the name leaves every table, the games stay, no rating moves.

Names stand in one table only, so most of it is one text for another there. Beside it lie texts that
people wrote (reasons, drafts, files): those are searched for the name (`players.traces`). Rows that
are otherwise only added to are changed through the named door, `clubs.history.history_door`.
"""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from clubs import history
from clubs.days import today
from clubs.messages import Message, gettext_noop
from clubs.models import AuditEntry, Club, User
from clubs.services import Refusal, audit
from clubs.uid import new_uid
from events.models import Draft, EventRevision, IdentityDecision
from events.services.forgetting import forget_after_commit
from events.services.names_going import Names, Person, lines_of, names_that_go, person
from events.services.repointing import repoint, retitle, titles_with
from players.ledger import remember_after_commit
from players.models import AskedBy, Display, Erasure, Player, Status, SuffixGiven, TypedName
from players.names import name_key
from players.privacy import erased_name, initials
from players.services import keep_suffix
from players.traces import in_json

_GONE = gettext_noop("This player is not there any more.")
_LATER = gettext_noop("The day on which somebody asked cannot lie ahead.")

# Fields of drafts that are no text of people's, whatever words stand there.
_NO_TEXT = frozenset(
    {"answer", "player", "kind", "result", "board_result", "tempo", "steps", "format", "encoding"}
)
# What stays of a row of `Player`; everything else goes back to what a new row has.
_KEPT = frozenset({"id", "club", "uid", "name", "created"})


@transaction.atomic
def erase_person(player: Player, *, by: User | None, asked_by: AskedBy, asked_on: date) -> Erasure:
    """Take a person's name out of everything, for ever; people merged into them as well.

    Raises Refusal for somebody who is erased already and for a day that lies ahead.
    """
    club = Club.objects.select_for_update().get(pk=player.club_id)
    if asked_on > today(club):
        raise Refusal(Message(_LATER))
    player = Player.objects.select_for_update().get(pk=player.pk, club=club)
    if player.erased:
        raise Refusal(Message(_GONE))
    player.club = club
    who = person(player)
    names = names_that_go(who)
    with history.history_door("erase_person"):
        fresh = _new_names(club, names)
        repoint(who, fresh)
        retitle(who, names.traces)
        _blank_reasons(who, names)
        for forget in history.on_erase:
            forget(
                history.Erased(
                    club.pk, frozenset(who.ids), names.traces.speaks_of, names.traces.without
                )
            )
    _clean_drafts(who, names)
    club.uploads.all().delete()
    _empty(who, names, fresh)
    erasures = _write_down(who, by, asked_by, asked_on)
    Club.objects.filter(pk=club.pk).update(times_erased=F("times_erased") + 1)
    forget_after_commit()
    remember_after_commit(erasures)
    history.tell(club.pk)
    return erasures[0]


@dataclass(frozen=True, slots=True)
class Going:
    """What erasing somebody would take away, for the page that asks first. `shared` are names that
    other people keep; the rest are counts."""

    spellings: tuple[str, ...]
    shared: tuple[str, ...]
    events: int
    titles: int
    reasons: int
    drafts: int
    files: int


def what_goes(player: Player) -> Going:
    """What `erase_person` would do, without doing it."""
    who = person(player)
    names = names_that_go(who)
    titled = EventRevision.objects.filter(pk__in=titles_with(who.club, names.traces))
    return Going(
        spellings=tuple(sorted(set(names.going.values()))),
        shared=tuple(sorted(names.shared.values())),
        events=lines_of(who).values("event").distinct().count(),
        titles=titled.values("event").distinct().count(),
        reasons=sum(len(found) for found in _reasons(who, names)),
        drafts=len(_cleaned_drafts(who, names)),
        files=who.club.uploads.count(),
    )


def _new_names(club: Club, names: Names) -> dict[int, TypedName]:
    """Other texts for the names that go -> rows to stand where a name is that others keep."""
    for pk in names.going:
        text = erased_name(new_uid())
        TypedName.objects.filter(pk=pk).update(text=text, key=name_key(text))
    fresh = {}
    for pk in names.shared:
        text = erased_name(new_uid())
        fresh[pk] = TypedName.objects.create(club=club, text=text, key=name_key(text))
    return fresh


class Reasons(NamedTuple):
    """Free texts of the history about somebody: ids of log entries, decisions, revisions."""

    log: list[int]
    decisions: list[int]
    revisions: list[int]


def _reasons(who: Person, names: Names) -> Reasons:
    speaks, ids = names.traces.speaks_of, set(who.ids)
    log = AuditEntry.objects.filter(club=who.club).exclude(reason="")
    decisions = IdentityDecision.objects.filter(club=who.club).exclude(why="")
    revisions = EventRevision.objects.filter(club=who.club).exclude(why="")
    return Reasons(
        [
            pk
            for pk, uid, text in log.values_list("pk", "object_uid", "reason")
            if uid in who.uids or speaks(text)
        ],
        [
            pk
            for pk, one, other, text in decisions.values_list("pk", "player", "other", "why")
            if {one, other} & ids or speaks(text)
        ],
        [pk for pk, text in revisions.values_list("pk", "why") if speaks(text)],
    )


def _blank_reasons(who: Person, names: Names) -> None:
    """Those about this person are emptied, whatever else they say."""
    found = _reasons(who, names)
    AuditEntry.objects.filter(pk__in=found.log).update(reason="")
    IdentityDecision.objects.filter(pk__in=found.decisions).update(why="")
    EventRevision.objects.filter(pk__in=found.revisions).update(why="")
    for pk, details in AuditEntry.objects.filter(club=who.club).values_list("pk", "details"):
        clean = in_json(details, names.traces.without)
        if clean != details:
            AuditEntry.objects.filter(pk=pk).update(details=clean)


def _cleaned_drafts(who: Person, names: Names) -> list[Draft]:
    """The drafts in which the person stands, not saved yet, as they are without."""
    stored = dict(TypedName.objects.filter(pk__in=names.going).values_list("pk", "text"))
    texts = {
        text: stored[pk] if stored[pk] != text else erased_name(new_uid())
        for pk, text in names.going.items()
    }
    found = []
    for draft in Draft.objects.filter(club=who.club).order_by("pk"):
        content = _clean_draft(draft, who, names, texts)
        if content != draft.content:
            draft.content = content
            found.append(draft)
    return found


def _clean_drafts(who: Person, names: Names) -> None:
    """A tab that is open on one of them is refused as changed since."""
    list(Draft.objects.select_for_update().filter(club=who.club).values_list("pk"))
    for draft in _cleaned_drafts(who, names):
        Draft.objects.filter(pk=draft.pk).update(content=draft.content, version=F("version") + 1)


def _clean_draft(
    draft: Draft, who: Person, names: Names, texts: dict[str, str]
) -> dict[str, object]:
    """What the draft says without the person. Lines of a published event keep their answer."""

    def change(text: str) -> str:
        if text in texts:
            return texts[text]
        if names.traces.is_name(text):
            return erased_name(new_uid())
        return names.traces.without(text)

    content: dict[str, object] = in_json(draft.content, change, _NO_TEXT)
    if names.traces.speaks_of(str(draft.content.get("why", ""))):
        content["why"] = ""
    lines = zip(draft.content.get("entries", []), content.get("entries", []), strict=True)  # type: ignore[call-overload]
    for before, line in lines:
        mine = before.get("player") in who.uids
        if mine and before["name"] == line["name"]:
            line["name"] = erased_name(new_uid())
        if line["name"] != before["name"] and not (mine and draft.event_id):
            line |= {"answer": "unknown", "player": ""}
    return content


def _empty(who: Person, names: Names, fresh: dict[int, TypedName]) -> None:
    """The rows of the person themselves: everything but the place that the games point to."""
    now = timezone.now()
    SuffixGiven.objects.filter(player__in=who.ids).update(player=None)
    for player in who.players:
        text = names.going.get(player.name_id) or names.shared[player.name_id]
        keep_suffix(who.club, initials(text), player.suffix, None)
        for column in Player._meta.concrete_fields:
            if column.name not in _KEPT:
                setattr(player, column.name, column.get_default())
        player.name = fresh.get(player.name_id) or TypedName.objects.get(pk=player.name_id)
        player.status, player.display, player.erased = Status.HIDDEN, Display.INITIALS, now
        player.save()


def _write_down(who: Person, by: User | None, asked_by: AskedBy, asked_on: date) -> list[Erasure]:
    rows = [
        Erasure(club=who.club, player_uid=uid, by=by, asked_by=asked_by, asked_on=asked_on)
        for uid in sorted(who.uids, key=lambda uid: uid != who.uid)
    ]
    Erasure.objects.bulk_create(rows)
    details = {"asked_by": asked_by.value, "asked_on": asked_on.isoformat(), "players": who.uids}
    audit("player.erase", club=who.club, by=by, object_uid=who.uid, details=details)
    return rows
