"""What an event changed, and how each change came about.

An explanation is never stored: the step is made and computed once more, as the replay does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db import connection

from events.queries import EntryRow, EventHead, GameRow
from events.results import UNFINISHED
from events.revisions import Steps
from ladder import sources
from ladder.models import Ladder, LadderStep, RatingRow
from ladder.rulebook import timeline
from ladder.systems import Explanation, RatedEvent, Step, decode, steps_of_event


def event_changes(ladder: int, event: int) -> dict[int, float]:
    """By player id, what an event changed (its playing days added up); empty if it is not in."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT r.player_id, sum(r.change)
            FROM ladder_ladderstep s
            JOIN ladder_ratingrow r ON r.ladder_id = s.ladder_id AND r.place = s.place
            WHERE s.ladder_id = %s AND s.event_id = %s GROUP BY r.player_id
            """,
            [ladder, event],
        )
        return dict(cursor.fetchall())


@dataclass(frozen=True, slots=True)
class Explained:
    """The explanation of one step, for the games it is made of.

    `games` are those of `explanation.played`, in the same order. `agrees`: it comes to the very
    change that stands in the ladder; while the ladder is stale it may not.
    """

    explanation: Explanation
    games: Sequence[GameRow]
    agrees: bool


def explain(
    ladder: int,
    event: EventHead,
    entries: Sequence[EntryRow],
    games: Sequence[GameRow],
    player: int,
) -> list[Explained]:
    """How the change of a player in an event came about, for each step of the event in which the
    player has a rated game; empty when there is none."""
    if not event.counts:
        return []
    uids = sources.Uids()
    uids.load(entry.player for entry in entries if entry.player is not None)
    who = {entry.number: uids.uid[entry.player] for entry in entries if entry.player is not None}
    uid = uids.uid[player]
    kept = _kept_changes(ladder, event.id, player)
    explained = []
    for step, rows in _steps(event, games, who):
        own = [game for game in rows if uid in (game.white, game.black)]
        if own:
            explanation = _explanation(ladder, uids, step, uid)
            agrees = kept.get(step.place) == explanation.change
            explained.append(Explained(explanation, [game.row for game in own], agrees))
    return explained


class _Rated(NamedTuple):
    """A game that enters the ladder."""

    row: GameRow
    white: str
    black: str
    half_points: int
    day: date


def _steps(
    event: EventHead, games: Sequence[GameRow], who: Mapping[int, str]
) -> list[tuple[Step, list[_Rated]]]:
    """The steps of an event, each with its games. `who`: entry -> uid, of those known."""
    known = set(who)
    rated = [
        _Rated(game, who[game.white], who[game.black], game.rated, game.day or event.date)
        for game in games
        if game.rated is not None and game.black is not None and {game.white, game.black} <= known
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
        )
    )
    return [
        (step, [game for game in rated if not by_day or game.day == decode(step.place).day])
        for step in steps
    ]


def _explanation(ladder: int, uids: sources.Uids, step: Step, uid: str) -> Explanation:
    wanted = {(player, step.read_at) for player in sources.players_of(step)} | {(uid, step.place)}
    states = sources.states_before(Ladder(pk=ladder), uids, wanted)
    before = {player: state for (player, place), state in states.items() if place == step.read_at}
    system, settings, _ = timeline(Ladder(pk=ladder)).at(step.read_at)
    now = states.get((uid, step.place))
    explanation: Explanation = system.explain(step, before, uid, settings, now)
    return explanation


def _kept_changes(ladder: int, event: int, player: int) -> dict[int, float]:
    """By place, the player's changes in an event as they stand in the ladder."""
    places = LadderStep.objects.filter(ladder=ladder, event_id=event).values("place")
    rows = RatingRow.objects.filter(ladder=ladder, player=player, place__in=places)
    return dict(rows.values_list("place", "change"))
