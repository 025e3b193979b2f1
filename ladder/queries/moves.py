"""What a change would do or did, with the names that arbiters know people by."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from django.db.models import Count, F, Max, Min, Q

from clubs.models import Club
from events.models import Event
from events.revisions import EventContent
from ladder.effects import Move, Outcome
from ladder.models import Effect, Ladder
from ladder.preview import preview
from ladder.queries.stamps import stamp
from ladder.queries.units import title_of
from ladder.rulebook import timeline
from ladder.sources import PoisonEvent
from ladder.turning import NO_TURN, Dropped, Turning
from players.models import Player
from players.queries import shown_name

MOST_GAMES = 200_000  # a preview of more would keep an arbiter waiting


@dataclass(frozen=True, slots=True)
class Moved:
    """One player in a list of moves; ratings None for who is not on the ladder."""

    name: str
    uid: str
    before: float | None
    after: float | None
    by: float | None  # None: the two are on two scales, or one of them is no rating
    own: float | None  # None: it cannot be told, or is in units of another system
    caused: float | None  # by later events, which now begin from other ratings
    established: bool  # becomes established
    provisional: bool  # becomes provisional again

    @property
    def first(self) -> bool:
        """Whether it is a first rating: it is called new, and is no change."""
        return self.before is None and self.after is not None


@dataclass(frozen=True, slots=True)
class Summary:
    """How many move on one ladder, without who they are. `later`: so many later events move too;
    `biggest`: the farthest move, with its sign; `units`: the system whose numbers these are, "" for
    that of today."""

    moved: int
    later: int
    biggest: float
    established: int
    provisional: int
    entered: int
    left: int
    units: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """What one revision did to one ladder, built `together` with so many."""

    ladder: str
    summary: Summary
    together: int


@dataclass(frozen=True, slots=True)
class Preview:
    """What happens to one ladder. `later`: names of the later events whose numbers move. `units`:
    the system whose numbers these are, "" for that of today; with `two_scales` those before and
    those after are not compared. `turning`: of other rules, where they turn to another system."""

    ladder: str
    moves: Sequence[Moved]
    later: Sequence[tuple[str, str]]  # (uid, name)
    units: str = ""
    two_scales: bool = False
    turning: Turning = NO_TURN

    @property
    def whole(self) -> bool:
        """Whether all figures are whole numbers, as where the rules round every rating."""
        figures = ((move.before, move.after, move.own) for move in self.moves)
        return all((figure or 0.0).is_integer() for move in figures for figure in move)

    @property
    def partly(self) -> bool:
        """Whether of some move it cannot be told what the events themselves give."""
        return any(move.own is None for move in self.moves)

    @property
    def summary(self) -> Summary:
        """The same in figures."""
        moves = self.moves
        return Summary(
            moved=len(moves),
            later=len(self.later),
            biggest=max((move.by or 0.0 for move in moves), key=_farthest, default=0.0),
            established=sum(move.established for move in moves),
            provisional=sum(move.provisional for move in moves),
            entered=sum(move.before is None and move.after is not None for move in moves),
            left=sum(move.before is not None and move.after is None for move in moves),
            units=self.units,
        )


def previews(club: Club, event: Event | None, content: EventContent) -> list[Preview] | None:
    """What saving this content would do to each ladder of the club.

    None when that cannot be said now: a ladder is being recomputed, or stopped at an event.
    """
    found = []
    for ladder in Ladder.objects.filter(club=club, hidden=False).order_by("position", "pk"):
        if stamp(club, ladder.slug).stale:
            return None
        try:
            outcome = preview(ladder, event, content)
        except PoisonEvent:
            return None
        found.append(shown(club, ladder.name, outcome))
    return found


def effects(club: Club, event: Event, revision: int) -> list[tuple[Preview, int]]:
    """What a revision did to each ladder that is shown, with names: [(moves, built together with so
    many)]."""
    found = []
    shown_ones = Effect.objects.filter(ladder__club=club, ladder__hidden=False)
    rows = shown_ones.filter(event=event, revision=revision)
    for row in rows.select_related("ladder").order_by("ladder__position", "pk"):
        moves = row.moves.values_list(
            "player__uid", "before", "after", "own", "was_established", "is_established"
        )
        outcome = Outcome(row.ladder.slug, tuple(Move(*move) for move in moves), tuple(row.later))
        units = _units(row.ladder_id, row.system)
        found.append((replace(shown(club, row.ladder.name, outcome), units=units), row.together))
    return found


def _units(ladder: int, system: str) -> str:
    """What the system is called whose numbers were kept; "" for that of today."""
    now = timeline(Ladder(pk=ladder)).on(date.max).system.id
    return "" if system in ("", now) else title_of(system)


def done(club: Club, event: Event, revisions: Collection[int]) -> dict[int, list[Done]]:
    """What these revisions did to the ladders that are shown, in figures: counted in one query,
    however many moved."""
    by = F("moves__after") - F("moves__before")
    was, became = Q(moves__was_established=True), Q(moves__is_established=True)
    unrated, rated = Q(moves__before=None), ~Q(moves__after=None)
    rows = (
        Effect.objects.filter(event=event, revision__in=revisions, ladder__club=club)
        .filter(ladder__hidden=False)
        .annotate(
            moved=Count("moves"),
            up=Max(by),
            down=Min(by),
            established=Count("moves", filter=became & ~was),
            provisional=Count("moves", filter=was & ~became),
            entered=Count("moves", filter=unrated & rated),
            gone=Count("moves", filter=~unrated & ~rated),
        )
        .order_by("ladder__position", "pk")
        .values_list("revision", "ladder__name", "together", "later", "up", "down", "moved",
            "established", "provisional", "entered", "gone", "ladder", "system")
    )  # fmt: skip
    found: dict[int, list[Done]] = {}
    units = cache(_units)
    for revision, ladder, together, later, up, down, moved, *standing, of, system in rows:
        biggest = max(up or 0.0, down or 0.0, key=_farthest)
        established, provisional, entered, left = standing
        counts = established, provisional, entered, left, units(of, system)
        summary = Summary(moved, len(later), biggest, *counts)
        found.setdefault(revision, []).append(Done(ladder, summary, together))
    return found


def shown(club: Club, ladder: str, outcome: Outcome) -> Preview:
    """What happens to a ladder, with names."""
    names = _names(club, (move.uid for move in outcome.moves))
    events = dict(Event.objects.filter(club=club, uid__in=outcome.later).values_list("uid", "name"))
    moves = [
        Moved(
            name=names.get(move.uid, ""),
            uid=move.uid,
            before=move.before,
            after=move.after,
            by=None if outcome.two_scales or None in (move.before, move.after) else move.by,
            own=move.own,
            caused=_caused(move),
            established=move.is_established and not move.was_established,
            provisional=move.was_established and not move.is_established,
        )
        for move in outcome.moves
    ]
    moves.sort(key=lambda move: (-abs(move.by or 0.0), move.name))
    later = [(uid, events[uid]) for uid in outcome.later if uid in events]
    turning = _with_titles(outcome.turning)
    return Preview(ladder, moves, later, two_scales=outcome.two_scales, turning=turning)


def _with_titles(turning: Turning) -> Turning:
    def named(found: Sequence[Dropped]) -> list[Dropped]:
        return [one._replace(system=title_of(one.system)) for one in found]

    taken = [one._replace(system=title_of(one.system)) for one in turning.taken]
    return Turning(named(turning.dropped), named(turning.kept), taken)


def _farthest(by: float) -> tuple[float, float]:
    """What the farthest move is told by; of two that are as far, the one up."""
    return abs(by), by


def _caused(move: Move) -> float | None:
    if move.own is None:
        return None
    return 0.0 if None in (move.before, move.after) else move.by - move.own


def _names(club: Club, uids: Iterable[str]) -> dict[str, str]:
    rows = Player.objects.filter(club=club, uid__in=list(uids))
    return {uid: shown_name(name) for uid, name in rows.values_list("uid", "name__text")}
