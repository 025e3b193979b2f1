"""A second way to the ladder: from the newest revisions, in Python, by the pure core alone.

Shares no query with `ladder.sources`, trusts no projection and no mark. What the product stores
must equal it row by row and to the last bit.
"""

from clubs.models import Club
from events.models import Event, IdentityDecision
from events.results import UNFINISHED, half_points, rated_result
from events.revisions import EventContent
from events.stored import from_json
from ladder.models import Ladder, LadderSettings, LadderStep, RatingRow, StartingRating
from ladder.replay import SettingsChange, Timeline, replay
from ladder.systems import RatedEvent, get, steps_in_order
from players.identity import Decision, resolve


def expected(ladder: Ladder) -> tuple[list[tuple[object, ...]], bytes]:
    """(rows as (place, uid, rating, games, played, change), fingerprint) from scratch."""
    contents = [_newest(event) for event in Event.objects.filter(club=ladder.club)]
    steps = steps_in_order(
        [_rated(c, _merged(ladder.club)) for c in contents if c.counts and not c.deleted],
        _starting_ratings(ladder),
    )
    rows, fingerprint = [], b""
    for done in replay(steps, _timeline(ladder)):
        rows += [(done.step.place, *row[:5]) for row in done.rows]
        fingerprint = done.mark.result
    return rows, fingerprint


def stored(ladder: Ladder) -> tuple[list[tuple[object, ...]], bytes]:
    """The same of what the database holds."""
    ladder.refresh_from_db()
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place", "player__uid")
    columns = ("place", "player__uid", "rating", "games", "played", "change")
    last = LadderStep.objects.filter(ladder=ladder).order_by("place").last()
    assert bytes(ladder.fingerprint) == (bytes(last.result) if last else b"")
    return list(rows.values_list(*columns)), bytes(ladder.fingerprint)


def _newest(event: Event) -> EventContent:
    return from_json(EventContent, event.revisions.order_by("number").last().content)


def _merged(club: Club) -> dict[str, str]:
    rows = IdentityDecision.objects.filter(club=club)
    return resolve(
        Decision(d.pk, d.kind, d.player and d.player.uid, d.other and d.other.uid, d.undoes_id)
        for d in rows
    )


def _rated(content: EventContent, merged: dict[str, str]) -> RatedEvent:
    who = {e.number: merged.get(e.confirmed, e.confirmed) for e in content.entries}
    games, days = [], []
    for game in content.games:
        result = rated_result(game.kind, game.result, game.board_result)
        if result and not game.unrated and who[game.white] and game.black and who[game.black]:
            games.append((who[game.white], who[game.black], half_points(result)[0]))
            days.append(content.day_of(game) or content.date)
    finished = not any(game.kind in UNFINISHED for game in content.games)
    return RatedEvent(
        content.start, content.date, content.sequence, games, content.steps, finished, days
    )


def _starting_ratings(ladder: Ladder):
    newest = {}
    for row in StartingRating.objects.filter(ladder=ladder).order_by("pk"):
        newest[row.valid_from, row.player.uid] = row
    return [
        (day, uid, (row.rating, row.games))
        for (day, uid), row in newest.items()
        if row.rating is not None
    ]


def _timeline(ladder: Ladder) -> Timeline:
    return Timeline(
        SettingsChange(row.valid_from, row.system, get(row.system).settings(row.parameters))
        for row in LadderSettings.objects.filter(ladder=ladder).order_by("valid_from", "pk")
    )
