"""What an event changed, and how each change came about.

An explanation is never stored: the step is made and computed once more, as the replay does.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db import connection

from events.queries import EntryRow, EventHead, GameRow
from events.results import UNFINISHED
from events.revisions import Steps
from ladder import sources
from ladder.about import Line, Pairing, about
from ladder.listing import established_from
from ladder.models import Ladder, LadderStep, RatingRow
from ladder.queries.lists import Kind, kind_of
from ladder.queries.units import Gave, Part, gave
from ladder.replay import arrived
from ladder.rulebook import Rulebook, rulebook
from ladder.sources.people import state_of
from ladder.systems import (
    NOTHING_SAID,
    About,
    Explanation,
    RatedEvent,
    State,
    Step,
    decode,
    steps_of_event,
)
from ladder.systems.base import Standing, people_of
from ladder.takeover import TakenOver, left_by, taken_over


class Changed(NamedTuple):
    """What an event changed by one system: by player id, its playing days added up."""

    kind: Kind
    by: Mapping[int, Gave]


_CHANGES = """
    SELECT s.place, s.read_at, r.player_id, r.change, r.rating, r.games, r.played, r.extra,
        b.rating, b.games, b.played, b.extra
    FROM ladder_ladderstep s
    JOIN ladder_ratingrow r ON r.ladder_id = s.ladder_id AND r.place = s.place
    LEFT JOIN LATERAL (
        SELECT rating, games, played, extra FROM ladder_ratingrow
        WHERE ladder_id = r.ladder_id AND player_id = r.player_id AND place < r.place
        ORDER BY place DESC LIMIT 1
    ) b ON true
    WHERE s.ladder_id = %s AND s.event_id = %s ORDER BY s.place
"""


def event_changes(ladder: int, event: int) -> list[Changed]:
    """What an event changed, apart for each system that computed some of its playing days, in the
    order of these; none if it is not in. Changes of two systems have two units, and no sum."""
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [ladder, event])
        rows = cursor.fetchall()
    at = rulebook(Ladder(pk=ladder)).timeline.at
    rules = {place: at(place, read_at) for place, read_at, *_ in rows}
    by: defaultdict[str, dict[int, Gave]] = defaultdict(dict)
    for place, _, player, change, *states in rows:
        after, was = state_of(*states[:4]), states[4:]
        before = None if was[0] is None else state_of(*was)
        given = by[rules[place].system.id]
        now = gave(change, before, after, rules[place])
        given[player] = given[player].and_then(now) if player in given else now
    kinds: dict[str, Kind] = {}
    for one in rules.values():
        # The same system may once have waited for its lists and once not.
        if one.system.id not in kinds or kinds[one.system.id].lists:
            kinds[one.system.id] = kind_of(one)
    return [Changed(kinds[system], found) for system, found in by.items()]


def parts_of(changes: Sequence[Changed], player: int | None) -> list[Part]:
    """What an event changed for one player: named where several systems had a part in the event,
    also if the player had none in the days of all but one."""
    of = -1 if player is None else player
    return [
        Part(
            one.kind.title if len(changes) > 1 else "",
            None if one.kind.lists else one.by[of].change,
            one.kind.whole,
            one.by[of].first and not one.kind.lists,
            one.kind.lower,
        )
        for one in changes
        if of in one.by
    ]


@dataclass(frozen=True, slots=True)
class Explained:
    """The explanation of one step, for the games it is made of.

    `games` are those of `explanation.played`, in the same order. `agrees`: it comes to the very
    change and rating that stand in the ladder; while the ladder is stale it may not. `was_rated`:
    the player had a rating where the change was added. `threshold`: the counted games from which on
    a rating was established. `taken_over`: how the rating came from another system; `turned`: the
    day on which it came, where that is while the event lasted.
    """

    explanation: Explanation
    games: Sequence[GameRow]
    agrees: bool
    was_rated: bool
    kind: Kind
    threshold: int
    taken_over: TakenOver | None = None
    turned: date | None = None


def belongs(ladder: int, event: EventHead) -> bool:
    """Whether the filters of the ladder take the event in."""
    return _accepted(rulebook(Ladder(pk=ladder)), event)


def _accepted(book: Rulebook, event: EventHead) -> bool:
    return book.filters_on(event.start).accept(event.tempo, event.kind, event.junior)


def explain(
    ladder: int,
    event: EventHead,
    entries: Sequence[EntryRow],
    games: Sequence[GameRow],
    player: int,
) -> list[Explained]:
    """How the change of a player in an event came about, for each step of the event in which the
    player has a rated game; empty when there is none."""
    return explain_players(ladder, event, entries, games, [player]).get(player, [])


def explain_players(
    ladder: int,
    event: EventHead,
    entries: Sequence[EntryRow],
    games: Sequence[GameRow],
    players: Collection[int],
) -> dict[int, list[Explained]]:
    """The same of several players at once, by their ids; who has nothing to explain is left out."""
    book = rulebook(Ladder(pk=ladder))
    if not event.counts or not _accepted(book, event):
        return {}
    uids = sources.Uids()
    uids.load(entry.player for entry in entries if entry.player is not None)
    uids.load(players)
    made = _made(book, event, entries, games, uids)
    wanted = {uids.uid[player]: player for player in players}
    states = _states(ladder, uids, [step for step, _ in made], wanted)
    kept = _kept(ladder, event.id, players)
    found: defaultdict[int, list[Explained]] = defaultdict(list)
    for step, rows in made:
        rules = book.timeline.at(step.place, step.read_at)
        system, settings, kind = rules.system, rules.settings, kind_of(rules)
        read = {uid: state for (uid, place), state in states.items() if place == step.read_at}
        at_end = {uid: state for (uid, place), state in states.items() if place == step.place}
        before, now_at = arrived(read, read, rules), arrived(at_end, at_end, rules)
        turned = _turned(book, step)
        for uid, player in wanted.items():
            own = [game.row for game in rows if uid in (game.white, game.black)]
            if not own:
                continue
            now = now_at.get(uid)
            told: Explanation = system.explain(step, before, uid, settings, now)
            found[player].append(
                Explained(
                    told,
                    own,
                    agrees=kept.get((player, step.place)) == (told.change, told.rating_after),
                    was_rated=system.is_rated(now or before.get(uid) or system.enter(settings)),
                    kind=kind,
                    threshold=established_from(system, settings),
                    taken_over=_taken_over(at_end.get(uid), now, book, step),
                    turned=turned,
                )
            )
    return dict(found)


def _taken_over(
    state: State | None, now: Standing | None, book: Rulebook, step: Step
) -> TakenOver | None:
    """How a player's rating came to the system of a step; None where it was its own."""
    system = book.timeline.at(step.place).system
    if state is None or now is None or now is state or not system.is_rated(now):
        return None
    left = left_by(state, book.timeline, step.place)
    if left is None or not left.is_rated(state):
        return None
    return taken_over(left, state.rating, system, now.rating)


def _turned(book: Rulebook, step: Step) -> date | None:
    """The day on which the system of a step followed another one while its event lasted."""
    rules, end = book.timeline, decode(step.place).day
    if rules.at(step.read_at).system is rules.at(step.place).system:
        return None
    return max(day for day, *_ in rules.turns() if day <= end)


class _Rated(NamedTuple):
    """A game that enters the ladder."""

    row: GameRow
    white: str
    black: str
    half_points: int
    day: date


def _made(
    book: Rulebook,
    event: EventHead,
    entries: Sequence[EntryRow],
    games: Sequence[GameRow],
    uids: sources.Uids,
) -> list[tuple[Step, list[_Rated]]]:
    """The steps of an event, each with its games."""
    who = {entry.number: uids.uid[entry.player] for entry in entries if entry.player is not None}
    rated = [
        _Rated(game, who[game.white], who[game.black], game.rated, game.day or event.date)
        for game in games
        if game.rated is not None
        and game.black is not None
        and {game.white, game.black} <= set(who)
    ]
    by_day = event.steps == Steps.DAY
    steps = steps_of_event(
        RatedEvent(
            event.start,
            event.date,
            event.sequence,
            [(game.white, game.black, game.half_points) for game in rated],
            Steps(event.steps),
            not any(game.kind in UNFINISHED for game in games),
            [game.day for game in rated] if by_day else None,
            _about(event, entries, games, who, rated) if book.needs_event else NOTHING_SAID,
        )
    )
    return [
        (step, [game for game in rated if not by_day or game.day == decode(step.place).day])
        for step in steps
    ]


def _about(
    event: EventHead,
    entries: Sequence[EntryRow],
    games: Sequence[GameRow],
    who: Mapping[int, str],
    rated: Sequence[_Rated],
) -> About:
    """What a replay is told of the event."""
    return about(
        event.kind,
        event.tempo,
        event.minutes,
        event.listing,
        [
            Line(one.number, who.get(one.number, ""), one.half_points, one.asked_out)
            for one in entries
        ],
        [Pairing(game.white, game.black, game.result) for game in games],
        [(game.white, game.black, game.half_points) for game in rated],
    )


def _states(
    ladder: int, uids: sources.Uids, steps: Sequence[Step], wanted: Collection[str]
) -> dict[tuple[str, int], State]:
    """What everybody had where the steps are read, and these people where they are added."""
    read = {(uid, step.read_at) for step in steps for uid in people_of(step)}
    added = {(uid, step.place) for step in steps for uid in wanted}
    return sources.states_before(Ladder(pk=ladder), uids, read | added)


def _kept(
    ladder: int, event: int, players: Collection[int]
) -> dict[tuple[int, int], tuple[float, float]]:
    """By player and place, change and rating as they stand in the ladder."""
    places = LadderStep.objects.filter(ladder=ladder, event_id=event).values("place")
    rows = RatingRow.objects.filter(ladder=ladder, player__in=players, place__in=places)
    columns = rows.values_list("player_id", "place", "change", "rating")
    return {(player, place): (change, rating) for player, place, change, rating in columns}
