"""Who is in a ladder, and what they had before a place of it."""

import json
from collections.abc import Iterable, Mapping, Sequence

from django.db import connection

from ladder.models import Ladder
from ladder.systems import State, Step
from ladder.systems.base import people_of


class Uids:
    """Player ids to uids and back, each read once."""

    def __init__(self) -> None:
        self.uid: dict[int, str] = {}
        self.id: dict[str, int] = {}

    def load(self, ids: Iterable[int]) -> None:
        """Read those ids that are not known yet."""
        missing = [number for number in set(ids) if number not in self.uid]
        if missing:
            self._read(missing)
            self.id = {uid: number for number, uid in self.uid.items()}

    def load_uids(self, uids: Iterable[str]) -> None:
        """The same by uid."""
        if missing := [uid for uid in uids if uid not in self.id]:
            with connection.cursor() as cursor:
                cursor.execute("SELECT id FROM players_player WHERE uid = ANY(%s)", [missing])
                self.load(number for (number,) in cursor.fetchall())

    def _read(self, ids: list[int]) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT id, uid FROM players_player WHERE id = ANY(%s)", [ids])
            self.uid.update(cursor.fetchall())


class Players(Uids):
    """The same, and what each player has before a place of the stored ladder and at its end, by
    uid; who has nothing there is left out."""

    def __init__(self, ladder: Ladder, place: int) -> None:
        super().__init__()
        self._where = {"ladder": ladder.pk, "place": place}
        self.before: dict[str, State] = {}
        self.at_end: dict[str, State] = {}

    def _read(self, ids: list[int]) -> None:
        with connection.cursor() as cursor:
            cursor.execute(_PLAYERS, {**self._where, "ids": ids})
            rows = cursor.fetchall()
        for number, uid, *states in rows:
            self.uid[number] = uid
            for kept, state in ((self.before, states[:4]), (self.at_end, states[4:])):
                if state[0] is not None:
                    kept[uid] = state_of(*state)

    def load_everybody(self) -> None:
        """Everybody who has anything before the place: a list that is issued concerns them all."""
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT DISTINCT player_id FROM ladder_ratingrow"
                " WHERE ladder_id = %(ladder)s AND place < %(place)s",
                self._where,
            )
            self.load(number for (number,) in cursor.fetchall())


def state_of(rating: float, games: int, played: int, extra: str | None) -> State:
    """A state from the columns of a row, as SQL gives them: JSON is text there."""
    return State(rating, games, played, None if extra is None else json.loads(extra))


_PLAYERS = """
    SELECT p.id, p.uid, b.*, e.*
    FROM players_player p
    LEFT JOIN LATERAL (
        SELECT rating, games, played, extra FROM ladder_ratingrow
        WHERE ladder_id = %(ladder)s AND player_id = p.id AND place < %(place)s
        ORDER BY place DESC LIMIT 1
    ) b ON true
    LEFT JOIN LATERAL (
        SELECT rating, games, played, extra FROM ladder_ratingrow
        WHERE ladder_id = %(ladder)s AND player_id = p.id
        ORDER BY place DESC LIMIT 1
    ) e ON true
    WHERE p.id = ANY(%(ids)s)
"""


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
            (uids.uid[player], place): state_of(rating, games, played, extra)
            for player, place, rating, games, played, extra in cursor
        }


def opened_before(
    ladder: Ladder, uids: Uids, steps: Sequence[Step], since: int
) -> Mapping[int, Mapping[str, State]]:
    """For events that are open across `since`: what was read at their start."""
    across = [step for step in steps if step.read_at < since]
    wanted = {(uid, step.read_at) for step in across for uid in people_of(step)}
    opened: dict[int, dict[str, State]] = {step.read_at: {} for step in across}
    for (uid, place), state in states_before(ladder, uids, wanted).items():
        opened[place][uid] = state
    return opened
