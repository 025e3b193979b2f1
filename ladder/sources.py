"""What a replay needs, read from the database: steps, rules, states before a place."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import connection

from events.checks import FIRST_DAY
from events.models import Event
from events.revisions import Steps
from ladder.fingerprint import NOTHING_YET, Mark
from ladder.models import Ladder, LadderSettings, LadderStep, StartingRating
from ladder.replay import SettingsChange, Timeline
from ladder.systems import (
    RatedEvent,
    State,
    Step,
    decode,
    fact_step,
    get,
    steps_of_event,
)
from ladder.systems import (
    StartingRating as Start,
)

# What holds "from the beginning" is valid from the first day that a history may have.
BEGINNING = FIRST_DAY


class PoisonEvent(Exception):
    """An event (its database id) that cannot be computed. It fails one ladder only, and loudly."""

    def __init__(self, event: int | None) -> None:
        super().__init__(f"event {event} cannot be computed")
        self.event = event


def event_uid(event: int | None) -> str:
    """The uid of an event by its database id; "" when there is none."""
    if event is None:
        return ""
    return Event.objects.filter(pk=event).values_list("uid", flat=True).first() or ""


@dataclass(frozen=True, slots=True)
class Source:
    """A step and where it comes from. `event` is None for starting ratings."""

    step: Step
    event: int | None
    last: bool  # the last step of its event


def timeline(ladder: Ladder) -> Timeline:
    """The rules of a ladder as dated history."""
    rows = LadderSettings.objects.filter(ladder=ladder).order_by("valid_from", "id")
    return Timeline(
        SettingsChange(row.valid_from, row.system, get(row.system).settings(row.parameters))
        for row in rows
    )


WhatIf = Mapping[int, RatedEvent | None]
"""What events would say instead, by their ids (NEW for one not published yet); None: nothing."""

NEW = 0


def sources(
    ladder: Ladder, since: int, uids: "Uids", what_if: WhatIf | None = None
) -> list[Source]:
    """Every step at or after the place `since`, in the order of the places."""
    day = decode(since).day
    events = dict(what_if or {})
    for event, rated in _rated_events(ladder, day, uids):
        events.setdefault(event, rated)
    steps = [*_event_steps(events), *_facts(ladder, day, uids)]
    found = [source for source in steps if source.step.place >= since]
    found.sort(key=lambda source: source.step.place)
    return found


class Uids:
    """Player ids to uids and back, each read once."""

    def __init__(self) -> None:
        self.uid: dict[int, str] = {}
        self.id: dict[str, int] = {}

    def load(self, ids: Iterable[int]) -> None:
        """Read the uids of those ids that are not known yet."""
        missing = [number for number in set(ids) if number not in self.uid]
        if not missing:
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, uid FROM players_player WHERE id = ANY(%s)", [missing])
            self.uid.update(cursor.fetchall())
        self.id = {uid: number for number, uid in self.uid.items()}


# One row for each event: arrays are far quicker to read than a row for each game.
_RATED = "g.rated IS NOT NULL AND w.player_id IS NOT NULL AND b.player_id IS NOT NULL"
_EVENTS = f"""
    SELECT e.id, e.start, e.date, e.sequence, e.steps,
        g.whites, g.blacks, g.scores, g.days, g.unfinished
    FROM events_event e
    JOIN LATERAL (
        SELECT array_agg(w.player_id ORDER BY g.number) FILTER (WHERE {_RATED}) AS whites,
            array_agg(b.player_id ORDER BY g.number) FILTER (WHERE {_RATED}) AS blacks,
            array_agg(g.rated ORDER BY g.number) FILTER (WHERE {_RATED}) AS scores,
            array_agg(g.day ORDER BY g.number)
                FILTER (WHERE {_RATED} AND e.steps = 'day') AS days,
            bool_or(g.kind IN ('adjourned', 'postponed', 'open')) AS unfinished
        FROM events_game g
        JOIN events_entry w ON w.id = g.white_id
        LEFT JOIN events_entry b ON b.id = g.black_id
        WHERE g.event_id = e.id
    ) g ON g.whites IS NOT NULL
    WHERE e.club_id = %s AND e.date >= %s AND e.counts AND NOT e.deleted
"""  # noqa: S608  (only the constant above is put in)


def _rated_events(ladder: Ladder, day: date, uids: Uids) -> Iterator[tuple[int, RatedEvent]]:
    """The counted events that end on a day or later, as their rows state them."""
    with connection.cursor() as cursor:
        cursor.execute(_EVENTS, [ladder.club_id, day])
        rows = cursor.fetchall()
    uids.load(player for row in rows for players in row[5:7] for player in set(players))
    uid = uids.uid
    for event, start, end, sequence, steps, whites, blacks, scores, days, unfinished in rows:
        yield (
            event,
            RatedEvent(
                start,
                end,
                sequence,
                [
                    (uid[white], uid[black], score)
                    for white, black, score in zip(whites, blacks, scores, strict=True)
                ],
                Steps(steps),
                not unfinished,
                [played or end for played in days] if days else None,
            ),
        )


def _event_steps(events: WhatIf) -> Iterator[Source]:
    for event, rated in events.items():
        if rated is None:
            continue
        try:
            made = steps_of_event(rated)
        except ValueError as error:
            raise PoisonEvent(event) from error
        for number, step in enumerate(made, 1):
            yield Source(step, event, number == len(made))


def _facts(ladder: Ladder, day: date, uids: Uids) -> Iterable[Source]:
    rows = list(
        StartingRating.objects.filter(ladder=ladder, valid_from__gte=day)
        .order_by("id")
        .values_list("valid_from", "player_id", "rating", "games")
    )
    uids.load(row[1] for row in rows)
    by_day: defaultdict[date, dict[str, Start | None]] = defaultdict(dict)
    for valid_from, player, rating, games in rows:
        # The newest row of a player and day holds; without a rating it takes the earlier back.
        by_day[valid_from][uids.uid[player]] = None if rating is None else (rating, games)
    for valid_from, facts in by_day.items():
        given = {uid: start for uid, start in facts.items() if start is not None}
        if given:
            yield Source(fact_step(valid_from, given), None, last=False)


def states_before(
    ladder: Ladder, uids: Uids, wanted: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], State]:
    """What players had just before places: {(uid, place): state}; new players are left out."""
    pairs = [pair for pair in wanted if pair[0] in uids.id]  # the others are not stored yet
    if not pairs:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT w.player, w.place, r.rating, r.games, r.played, r.extra
            FROM unnest(%s::bigint[], %s::bigint[]) AS w (player, place)
            JOIN LATERAL (
                SELECT rating, games, played, extra FROM ladder_ratingrow
                WHERE ladder_id = %s AND player_id = w.player AND place < w.place
                ORDER BY place DESC LIMIT 1
            ) r ON true
            """,
            [[uids.id[uid] for uid, _ in pairs], [place for _, place in pairs], ladder.pk],
        )
        return {
            (uids.uid[player], place): State(rating, games, played, extra)
            for player, place, rating, games, played, extra in cursor
        }


def mark_before(ladder: Ladder, place: int) -> tuple[Mark, int]:
    """The mark of the last stored step before a place, and how many events had ended by then."""
    step = LadderStep.objects.filter(ladder=ladder, place__lt=place).order_by("-place").first()
    if step is None:
        return NOTHING_YET, 0
    return Mark(bytes(step.key), bytes(step.result)), step.events


def players_of(step: Step) -> set[str]:
    """Everybody whose state a step reads or writes."""
    return {uid for game in step.games for uid in game[:2]} | set(step.facts)


def opened_before(
    ladder: Ladder, uids: Uids, steps: Sequence[Step], since: int
) -> Mapping[int, Mapping[str, State]]:
    """For events that are open across `since`: what was read at their start."""
    across = [step for step in steps if step.read_at < since]
    wanted = {(uid, step.read_at) for step in across for uid in players_of(step)}
    opened: dict[int, dict[str, State]] = {step.read_at: {} for step in across}
    for (uid, place), state in states_before(ladder, uids, wanted).items():
        opened[place][uid] = state
    return opened
