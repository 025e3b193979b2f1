"""Proof that a ladder is right: recompute it from the history, in memory, and compare.

Trusts no mark and no projection: entries and games are compared with the newest revisions and the
identity decisions, then every row and step with those of a replay from scratch.
"""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db import transaction
from django.utils import timezone

from clubs.days import today
from clubs.models import Club
from events.services.projection import differing
from ladder.computed import BEGINNING_PLACE, compute
from ladder.models import Ladder, LadderStep, RatingRow
from ladder.rebuild import is_stale
from ladder.replay import Done
from ladder.sources import PoisonEvent, Uids, event_uid

ENTRIES = "entries or games are not what the event's newest revision states"
ROWS = "rating rows are not what the history gives"
POISON = "the event cannot be computed"
STAMP = "the ladder's fingerprint is not that of its last step"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a comparison found. `event_uid` is the first event that differs, "" if none does."""

    club: str
    ladder: str
    stale: bool
    rows: int = 0  # rating rows compared and found equal
    drift: str = ""  # what differs, in words for admins; "" when all is equal
    event_uid: str = ""

    @property
    def right(self) -> bool:
        return not self.stale and not self.drift


def verify(ladder_id: int) -> Verdict:
    """Compare one ladder with its history, row by row; the verdict is kept with the ladder."""
    with transaction.atomic():
        # The locks keep rebuilds and writers away, so that all of it is read at one moment.
        locked = Ladder.objects.select_for_update(of=("self",), no_key=True).select_related("club")
        ladder = locked.get(pk=ladder_id)
        club = Club.objects.select_for_update().get(pk=ladder.club_id)
        verdict = _compare(ladder, club)
        if not verdict.stale:  # of a stale ladder nothing was compared: what was said before holds
            said = f"{verdict.drift} ({verdict.event_uid})" if verdict.drift else ""
            found: dict[str, object] = {"verified_at": timezone.now()}
            if said != ladder.drift:  # naming the column makes every kept page an old one
                found["drift"] = said
            Ladder.objects.filter(pk=ladder_id).update(**found)
    return verdict


def _compare(ladder: Ladder, club: Club) -> Verdict:
    def verdict(**found: object) -> Verdict:
        return Verdict(club.slug, ladder.slug, **{"stale": False, **found})  # type: ignore[arg-type]

    if is_stale(ladder, club.history_version, today(club)):
        return verdict(stale=True)
    wrong = next(differing(club.pk), None)
    if wrong is not None:
        return verdict(drift=ENTRIES, event_uid=wrong.uid)
    try:
        stretch = compute(ladder, BEGINNING_PLACE)
        count, place = _first_difference(ladder, stretch.done, stretch.players)
    except PoisonEvent as error:
        return verdict(drift=POISON, event_uid=event_uid(error.event))
    if place is not None:
        event = next((source.event for source in stretch.found if source.step.place == place), None)
        return verdict(
            rows=count, drift=ROWS, event_uid=event_uid(event or _step_event(ladder, place))
        )
    last = LadderStep.objects.filter(ladder=ladder).order_by("-place").first()
    if bytes(ladder.fingerprint) != (bytes(last.result) if last else b""):
        return verdict(rows=count, drift=STAMP)
    return verdict(rows=count)


def _first_difference(
    ladder: Ladder, computed: Iterable[Done], uids: Uids
) -> tuple[int, int | None]:
    """(equal rows, the first place at which the stored ladder is not the computed one)."""
    stored = _stored_steps(ladder)
    count = 0
    for done in computed:
        if done.step.of_all and not done.rows:
            continue
        place, key, result, rows = next(stored, (None, b"", b"", []))
        wanted = sorted(
            (
                uids.id[row.uid],
                _bits(row.rating),
                row.games,
                row.played,
                _bits(row.change),
                row.extra,
            )
            for row in done.rows
        )
        if (place, key, result, rows) != (done.step.place, *done.mark, wanted):
            return count, min(done.step.place, place or done.step.place)
        count += len(rows)
    left_over = next(stored, None)
    return count, left_over[0] if left_over else None


def _stored_steps(ladder: Ladder) -> Iterator[tuple[int, bytes, bytes, list[Any]]]:
    """(place, key, result, rows by player) of every place that has a step or rows."""
    marks = {
        place: (bytes(key), bytes(result))
        for place, key, result in LadderStep.objects.filter(ladder=ladder).values_list(
            "place", "key", "result"
        )
    }
    table = (
        RatingRow.objects.filter(ladder=ladder)
        .order_by("place", "player_id")
        .values_list("place", "player_id", "rating", "games", "played", "change", "extra")
    )
    rows = {
        place: [
            (player, _bits(rating), games, played, _bits(change), extra)
            for _, player, rating, games, played, change, extra in group
        ]
        for place, group in groupby(table.iterator(10_000), key=itemgetter(0))
    }
    for place in sorted(marks.keys() | rows.keys()):
        key, result = marks.get(place, (b"", b""))
        yield place, key, result, rows.get(place, [])


def _bits(number: float) -> bytes:
    """The 8 bytes of a float: equal means equal to the last bit."""
    return struct.pack(">d", number)


def _step_event(ladder: Ladder, place: int) -> int | None:
    step = LadderStep.objects.filter(ladder=ladder, place=place).first()
    return step.event_id if step else None
