"""Events as lists show them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery

from clubs.access import Reader
from clubs.days import ShownDay, exact_days, season_days, season_of, shown_day, shown_span
from clubs.models import Club
from events import words
from events.models import Entry, Event, Game
from events.results import UNFINISHED

_HEAD = (
    "id", "uid", "name", "start", "date", "sequence", "tempo", "minutes", "kind", "counts",
    "counts_reason", "steps", "rounds", "junior", "listing",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EventHead:
    """An event as lists show it."""

    id: int
    uid: str
    name: str
    start: date
    date: date
    sequence: int
    tempo: str
    minutes: int | None
    kind: str
    counts: bool
    counts_reason: str
    steps: str
    rounds: int  # planned, or as many as have pairings
    finished_rounds: int  # the last round with a result
    players: int
    junior: bool  # the event is marked: on its pages everybody counts as a child
    listing: str  # for systems with lists: "next" the one after that of its day, "none" none
    with_juniors: bool  # it is, or somebody marked as a junior takes part


def seasons(club: Club) -> list[int]:
    """The seasons that have events, newest first, each as the year in which it began."""
    months = club.events.filter(deleted=False).dates("date", "month")
    return sorted({season_of(month) for month in months}, reverse=True)


def events_of_season(club: Club, season: int) -> list[EventHead]:
    """The season's events, the last first."""
    first, last = season_days(season)
    return _heads(club.events.filter(date__gte=first, date__lte=last))


def latest_events(club: Club, number: int) -> list[EventHead]:
    """The newest events of all, the last first."""
    return _heads(club.events.all(), number)


def find_event(club: Club, uid: str) -> EventHead | None:
    """One event, unless there is none or it was deleted."""
    return next(iter(_heads(club.events.filter(uid=uid))), None)


def heads_by_id(club: Club, ids: Iterable[int]) -> dict[int, EventHead]:
    """Some events by their id."""
    return {head.id: head for head in _heads(club.events.filter(pk__in=set(ids)))}


def event_names(club: Club, uids: Iterable[str]) -> dict[str, str]:
    """The names of some events by their uid, deleted ones too; what is no event is left out."""
    return dict(club.events.filter(uid__in=set(uids)).values_list("uid", "name"))


def _heads(events: "QuerySet[Event]", number: int | None = None) -> list[EventHead]:
    games = Game.objects.filter(event=OuterRef("pk")).exclude(kind__in=UNFINISHED)
    entries = Entry.objects.filter(event=OuterRef("pk")).order_by()
    rows = (
        events.filter(deleted=False)
        .order_by("-date", "-sequence")
        .annotate(
            finished_rounds=Subquery(
                games.order_by().values("event").annotate(last=Max("round")).values("last")
            ),
            players=Subquery(entries.values("event").annotate(n=Count("pk")).values("n")),
            with_juniors=Exists(entries.filter(player__junior=True)) | Q(junior=True),
        )
        .values(*_HEAD, "finished_rounds", "players", "with_juniors")
    )
    heads = []
    for row in rows[:number]:
        row["finished_rounds"] = row["finished_rounds"] or 0
        row["players"] = row["players"] or 0
        heads.append(EventHead(**row))
    return heads


def juniors_play(club: Club, *, beside: int | None = None) -> bool:
    """Whether an event of the club is marked as one of children, or somebody marked plays in one;
    with `beside`, only events in which this player takes part."""
    events = club.events.filter(deleted=False)
    if beside is not None:
        events = events.filter(entries__player=beside)
    return events.filter(
        Q(junior=True) | Exists(Entry.objects.filter(event=OuterRef("pk"), player__junior=True))
    ).exists()


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """What a reader sees of an event in lists and at the head of its page; no exact day where the
    reader may not see it."""

    uid: str
    name: str
    day: ShownDay  # the last
    span: str
    tempo: object
    minutes: int | None
    kind: object
    counts: bool
    counts_reason: str
    rounds: int
    finished_rounds: int
    players: int
    lasts: bool  # longer than a day

    @property
    def open(self) -> bool:
        """Whether rounds are still to come: the event "includes 2 of 5 rounds"."""
        return self.finished_rounds < self.rounds


def public_event(reader: Reader, head: EventHead) -> PublicEvent:
    """The only way from an event to what a reader sees of it."""
    exact = exact_days(reader, head.with_juniors)
    return PublicEvent(
        uid=head.uid,
        name=head.name,
        day=shown_day(head.date, exact=exact),
        span=shown_span(head.start, head.date, exact=exact),
        tempo=words.TEMPO[head.tempo],
        minutes=head.minutes,
        kind=words.KIND[head.kind],
        counts=head.counts,
        counts_reason=head.counts_reason,
        rounds=head.rounds,
        finished_rounds=head.finished_rounds,
        players=head.players,
        lasts=head.start != head.date,
    )


def public_events(reader: Reader, heads: Iterable[EventHead]) -> list[PublicEvent]:
    """The same for a list."""
    return [public_event(reader, head) for head in heads]
