"""The games of an event and of a list as an explanation shows them."""

from datetime import date

from clubs.messages import Message
from ladder.systems.base import ExplainedGame, Step
from ladder.systems.lok import words
from ladder.systems.lok.event import Reading
from ladder.systems.lok.waiting import Closing, games_in


def of_event(uid: str, step: Step, reading: Reading) -> tuple[ExplainedGame, ...]:
    """The games of a player in an event, as they stand in the step."""
    games = []
    for white, black, half_points in step.games:
        if uid not in (white, black):
            continue
        is_white = white == uid
        opponent = black if is_white else white
        counted = reading.counts(uid, opponent)
        games.append(
            ExplainedGame(
                opponent=opponent,
                white=is_white,
                opponent_rating=float(reading.values[opponent] or 0),
                opponent_provisional=False,
                half_points=half_points if is_white else 2 - half_points,
                expected=None,
                counted=counted,
                moved=None if counted else 0.0,
                reason=None if counted else _reason(uid, reading),
            )
        )
    return tuple(games)


def of_list(done: Closing) -> tuple[ExplainedGame, ...]:
    """The games of a list, event by event."""
    events = [] if done.dropped else [*done.pool, *done.taken]
    return tuple(
        ExplainedGame(
            opponent=opponent,
            white=False,
            opponent_rating=float(ok),
            opponent_provisional=False,
            half_points=half_points,
            expected=None,
            counted=not left_out,
            moved=0.0 if left_out else None,
            reason=words.LEFT_OUT if left_out else None,
            ended=date.fromisoformat(event["day"]),
        )
        for event in events
        for left_out in (event["place"] in done.skipped,)
        for opponent, ok, half_points in games_in(event)
    )


def _reason(uid: str, reading: Reading) -> Message:
    if reading.outside:
        return words.OUTSIDE[reading.outside]
    if uid in reading.left_out:
        return words.ASKED
    return words.NO_OK if reading.table is None and reading.lent is None else words.ZERO
