"""Made histories for the tests of the computing core, and a slow second opinion on them.

`second_opinion` follows the written rules (docs/rules/club_elo.md) in the plainest way: it shares no
code with the product, looks at nothing but dates and sequences, and copies everything it may need.
"""

import datetime as dt
from fractions import Fraction

from hypothesis import strategies as st

from events.revisions import Steps
from ladder.systems import Game, RatedEvent, Row, StartingRating

START = dt.date(2025, 9, 1)
UIDS = [f"player{letter}" for letter in "abcdefgh"]
Fact = tuple[dt.date, str, StartingRating]

games = st.lists(
    st.tuples(st.sampled_from(UIDS), st.sampled_from(UIDS), st.sampled_from((0, 1, 2))).filter(
        lambda game: game[0] != game[1]
    ),
    max_size=9,
)
days = st.integers(0, 40).map(lambda number: START + dt.timedelta(days=number))


@st.composite
def rated_events(draw: st.DrawFn) -> list[RatedEvent]:
    """Events that overlap, on few days, so that every kind of meeting of two of them happens."""
    slots = draw(st.lists(st.tuples(days, st.integers(1, 3)), max_size=9, unique=True))
    events = []
    for last, sequence in slots:
        length = draw(st.sampled_from((0, 0, 1, 7, 20)))
        start = last - dt.timedelta(days=length)
        played = draw(games)
        steps = draw(st.sampled_from((Steps.EVENT, Steps.EVENT, Steps.DAY, Steps.FINISHED)))
        each = [start + dt.timedelta(days=draw(st.integers(0, length))) for _ in played]
        finished = draw(st.booleans())
        events.append(RatedEvent(start, last, sequence, played, steps, finished, each))
    return events


facts = st.lists(
    st.tuples(
        days,
        st.sampled_from(UIDS),
        st.tuples(st.sampled_from((900.0, 1500.0, 1733.25)), st.sampled_from((None, 0, 4, 30))),
    ),
    max_size=4,
)


def second_opinion(events: list[RatedEvent], given: list[Fact]) -> dict[str, tuple[float, int]]:
    """uid -> (rating, counted games) at the end, for everybody who is in the history."""
    happenings: list[tuple[dt.date, int, int, int, str, object]] = []
    for number, event in enumerate(events):
        happenings += _happenings(number, event)
    for number, (day, uid, rating) in enumerate(given):
        happenings.append((day, 0, number, 0, "fact", (uid, *rating)))
    ratings: dict[str, float] = {}
    counts: dict[str, int] = {}
    seen: set[str] = set()
    copies: dict[object, tuple[dict[str, float], dict[str, int]]] = {}
    for *_, what, thing in sorted(happenings, key=lambda happening: happening[:4]):
        if what == "fact":
            uid, rating, games_taken = thing  # type: ignore[misc]
            if uid not in seen:
                ratings[uid], counts[uid] = rating, games_taken or 0
        elif what == "read":
            copies[thing] = (dict(ratings), dict(counts))
        else:
            number, played = thing  # type: ignore[misc]
            old = copies.get(number) or (dict(ratings), dict(counts))
            for uid in {player for game in played for player in game[:2]}:
                moved, counted = _moved(uid, played, *old)
                ratings[uid] = round(ratings.get(uid, old[0].get(uid, 1200.0)) + moved, 6)
                counts[uid] = counts.get(uid, 0) + counted
                seen.add(uid)
    return {uid: (ratings[uid], counts[uid]) for uid in ratings}


def _happenings(number: int, event: RatedEvent) -> list[tuple[dt.date, int, int, int, str, object]]:
    """(day, part of the day, sequence, tie, what, thing) of one event."""
    if event.steps is Steps.FINISHED and not event.finished:
        return []
    if event.steps is Steps.DAY:
        made = []
        for day in set(event.days or ()):
            played = [g for g, on in zip(event.games, event.days or (), strict=True) if on == day]
            left = (event.date - day).days
            made.append((day, 2, event.sequence, left, "play", ((number, day), played)))
        return made
    if event.start == event.date:
        return [(event.date, 2, event.sequence, 0, "play", (number, event.games))]
    return [
        (event.start, 1, event.sequence, 0, "read", number),
        (event.date, 3, event.sequence, 0, "play", (number, event.games)),
    ]


def _moved(
    uid: str, played: list[Game], ratings: dict[str, float], counts: dict[str, int]
) -> tuple[float, int]:
    own, number = ratings.get(uid, 1200.0), counts.get(uid, 0)
    moves = []
    for white, black, half in played:
        if uid not in (white, black):
            continue
        other = black if uid == white else white
        score = half / 2 if uid == white else 1 - half / 2
        if number >= 5 and counts.get(other, 0) < 5:
            continue
        gap = ratings.get(other, 1200.0) - own
        moves.append((40 if number < 20 else 20) * (score - 1 / (1 + 10 ** (gap / 400))))
    return float(sum(map(Fraction, moves))), len(moves)


def exactly(rows: list[Row]) -> list[tuple[object, ...]]:
    """Rows for comparing bit for bit: 0.0 and -0.0 differ, as do neighbouring doubles."""
    return [(row.uid, row.rating.hex(), row.games, row.played, row.change.hex()) for row in rows]
