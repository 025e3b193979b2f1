"""What waits for an arbiter: drafts, names not known yet, games without a result."""

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from clubs.models import Club
from events.drafts import DraftEvent
from events.models import Entry, EventRevision, Game
from events.results import UNFINISHED, GameKind
from events.stored import from_json
from events.undos import in_force, undos_in


class OpenDraft(NamedTuple):
    """A draft as the arbiters' home shows it. `changes`: it is a change of a published event;
    `filename`: of the file it was read from, if any."""

    uid: str
    name: str
    day: date | None
    players: int
    changed: datetime
    changes: bool
    filename: str


class Waiting(NamedTuple):
    """A published event with `unknown` names and `open_games` without a result, some of which
    are `adjourned` or `postponed`."""

    uid: str
    name: str
    day: date
    unknown: int
    open_games: int
    adjourned: int = 0
    postponed: int = 0

    @property
    def not_entered(self) -> int:
        return self.open_games - self.adjourned - self.postponed


class LastChange(NamedTuple):
    """A change of an event; `undone`: it was taken back since."""

    event: str
    name: str
    number: int
    action: str
    at: datetime
    by: str
    why: str
    press: str | None
    undone: bool


def last_changes(club: Club, number: int) -> list[LastChange]:
    """What arbiters changed last, new events left out: those are listed as events."""
    rows = (
        EventRevision.objects.filter(club=club, number__gt=1)
        .order_by("-pk")
        .values_list("event_id", "event__uid", "event__name", "number", "action", "at", "by__email",
            "why", "press")[:number]
    )  # fmt: skip
    back = taken_back(club, {event for event, *_ in rows})
    return [
        LastChange(uid, name, n, action, at, by or "", why, press, n in back.get(event, {}))
        for event, uid, name, n, action, at, by, why, press in rows
    ]


def taken_back(club: Club, events: Iterable[int]) -> dict[int, dict[int, int]]:
    """Of these events (ids): which versions are undone, and by which version."""
    revisions: dict[int, list[tuple[int, str, str | None]]] = {}
    actions = ("undo", "delete", "restore")
    rows = EventRevision.objects.filter(club=club, event__in=events, action__in=actions)
    for event, number, action, press in rows.values_list("event", "number", "action", "press"):
        revisions.setdefault(event, []).append((number, action, press))
    held = {event: in_force(undos_in(found)) for event, found in revisions.items()}
    return {event: undone for event, undone in held.items() if undone}


def open_drafts(club: Club, number: int) -> list[OpenDraft]:
    """The drafts that were touched last."""
    drafts = []
    for row in club.drafts.order_by("-changed")[:number]:
        content = from_json(DraftEvent, row.content)
        drafts.append(
            OpenDraft(
                row.uid,
                content.name,
                content.date,
                len(content.entries),
                row.changed,
                row.event_id is not None,
                content.source.filename,
            )
        )
    return drafts


def waiting_events(club: Club, number: int) -> list[Waiting]:
    """The newest published events that are not whole, the last first."""
    entries = Entry.objects.filter(event=OuterRef("pk"), confirmed=None).order_by()
    games = Game.objects.filter(event=OuterRef("pk"), kind__in=UNFINISHED).order_by()
    rows = (
        club.events.filter(deleted=False)
        .annotate(
            unknown=Coalesce(
                Subquery(entries.values("event").annotate(n=Count("pk")).values("n")), 0
            ),
            open_games=Coalesce(
                Subquery(games.values("event").annotate(n=Count("pk")).values("n")), 0
            ),
        )
        .filter(Q(unknown__gt=0) | Q(open_games__gt=0))
        .order_by("-date", "-sequence")
        .values_list("pk", "uid", "name", "date", "unknown", "open_games")
    )
    found = list(rows[:number])
    put_off = _put_off(event for event, *_ in found)
    return [
        Waiting(
            *(uid, name, day, unknown, games),
            adjourned=put_off[event, GameKind.ADJOURNED],
            postponed=put_off[event, GameKind.POSTPONED],
        )
        for event, uid, name, day, unknown, games in found
    ]


def _put_off(events: Iterable[int]) -> Counter[tuple[int, str]]:
    """How many games of these events (ids) are adjourned and how many postponed."""
    rows = Game.objects.filter(
        event__in=list(events), kind__in=[GameKind.ADJOURNED, GameKind.POSTPONED]
    ).values_list("event", "kind")
    return Counter(rows.order_by())
