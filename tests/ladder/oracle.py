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


def expected(ladder: Ladder) -> tuple[list[tuple[object, ...]], bytes]:
    """(rows as (place, uid, rating, games, played, change), fingerprint) from scratch."""
    who = Who(ladder.club)
    contents = [(event.uid, _newest(event)) for event in Event.objects.filter(club=ladder.club)]
    steps = steps_in_order(
        [_rated(uid, c, who) for uid, c in contents if c.counts and not c.deleted],
        _starting_ratings(ladder, who),
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


class Who:
    """Who is who, worked out a second way: by going through the decisions one by one, those that
    were taken back left out, and relabelling everybody at each."""

    def __init__(self, club: Club) -> None:
        rows = IdentityDecision.objects.filter(club=club).order_by("number")
        rows = list(rows.select_related("player", "other"))
        undone: set[int] = set()
        for row in reversed(rows):
            if row.undoes_id and row.pk not in undone:
                undone.add(row.undoes_id)
        self.people = {uid: uid for uid in club.players.values_list("uid", flat=True)}
        self.given: dict[tuple[str, int, str], str] = {}
        for row in rows:
            if row.pk in undone:
                continue
            if row.kind == "merge":
                gone, stays = self.people[row.player.uid], self.people[row.other.uid]
                self.people = {
                    uid: stays if person == gone else person for uid, person in self.people.items()
                }
            elif row.kind == "split":
                self.given |= {tuple(line): row.other.uid for line in row.details["lines"]}

    def at(self, event: str, number: int, confirmed: str) -> str:
        """Who plays at a line; "" for nobody."""
        return self.people.get(self.given.get((event, number, confirmed), confirmed), "")


def _rated(event: str, content: EventContent, people: Who) -> RatedEvent:
    who = {e.number: people.at(event, e.number, e.confirmed) for e in content.entries}
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


def _starting_ratings(ladder: Ladder, who: Who):
    newest = {}
    for row in StartingRating.objects.filter(ladder=ladder).order_by("pk"):
        newest[row.valid_from, row.player.uid] = row
    found = {}
    for (day, uid), row in sorted(newest.items(), key=lambda item: item[0]):
        person = who.people[uid]
        if row.rating is not None and (uid == person or (day, person) not in found):
            found[day, person] = (row.rating, row.games)
    return [(day, uid, start) for (day, uid), start in found.items()]


def _timeline(ladder: Ladder) -> Timeline:
    return Timeline(
        SettingsChange(row.valid_from, row.system, get(row.system).settings(row.parameters))
        for row in LadderSettings.objects.filter(ladder=ladder).order_by("valid_from", "pk")
    )
