"""A second way to the ladder: from the newest revisions, in Python, by the pure core alone.

Shares no query with `ladder.sources`, trusts no projection and no mark. What the product stores
must equal it row by row and to the last bit.
"""

from collections import Counter
from datetime import date, timedelta

from clubs.models import Club
from events.models import Event, IdentityDecision
from events.results import UNFINISHED, half_points, rated_result
from events.revisions import EventContent, EventKind
from events.stored import from_json
from ladder.fingerprint import NOTHING_YET
from ladder.models import Ladder, LadderSettings, LadderStep, RatingRow, StartingRating
from ladder.replay import SettingsChange, Timeline, replay
from ladder.systems import NOTHING_SAID, About, RatedEvent, get, steps_in_order
from players.models import PersonFact
from tests import builders

TODAY = builders.today()
YEAR = (date(2025, 1, 1), date(2025, 12, 31))


def expected(ladder: Ladder) -> tuple[list[tuple[object, ...]], bytes]:
    """(rows as (place, uid, rating, games, played, change, extra), fingerprint) from scratch."""
    who = Who(ladder.club)
    contents = [(event.uid, _newest(event)) for event in Event.objects.filter(club=ladder.club)]
    events = [c for _, c in contents if c.counts and not c.deleted]
    steps = steps_in_order(
        [
            _rated(uid, c, who, ladder)
            for uid, c in contents
            if c.counts and not c.deleted and _accepted(ladder, c)
        ],
        _starting_ratings(ladder, who),
        _known(ladder, who),
        *_lists_and_leaves(ladder, min((c.start for c in events), default=TODAY)),
    )
    rows, fingerprint = [], b""
    for done in replay(steps, _timeline(ladder)):
        rows += [(done.step.place, *row) for row in done.rows]
        if done.mark != NOTHING_YET:  # lists that nothing waited for are no steps
            fingerprint = done.mark.result
    return rows, fingerprint


def stored(ladder: Ladder) -> tuple[list[tuple[object, ...]], bytes]:
    """The same of what the database holds."""
    ladder.refresh_from_db()
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place", "player__uid")
    columns = ("place", "player__uid", "rating", "games", "played", "change", "extra")
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


def _rows_of_rules(ladder: Ladder) -> list[LadderSettings]:
    """The newest of each day; one without a system takes the day's rules back."""
    newest = {row.valid_from: row for row in ladder.settings.order_by("pk")}
    return [newest[day] for day in sorted(newest) if newest[day].system]


def _rule(rows: list[LadderSettings], day: date) -> LadderSettings:
    """The newest row of the latest day that is not after this one; before all, the first."""
    return [rows[0], *(row for row in rows if row.valid_from <= day)][-1]


def _accepted(ladder: Ladder, content: EventContent) -> bool:
    filters = _rule(_rows_of_rules(ladder), content.start).filters
    return (
        content.tempo in filters.get("tempos", [content.tempo])
        and content.kind in filters.get("kinds", [content.kind])
        and (content.junior or not filters.get("juniors"))
    )


def _known(ladder: Ladder, who: Who):
    rules = [(get(row.system), row.parameters) for row in _rows_of_rules(ladder)]
    needs = {name for system, said in rules for name in system.needed(system.settings(said))}
    found = {}
    rows = PersonFact.objects.filter(club=ladder.club_id, name__in=needs).order_by("pk")
    newest = {(row.valid_from, row.name, row.player.uid): row.value for row in rows}
    for (day, name, uid), value in sorted(newest.items(), key=lambda item: item[0]):
        person = who.people[uid]
        if uid == person or (day, name, person) not in found:
            found[day, name, person] = value
    return [(day, person, {name: value}) for (day, name, person), value in found.items()]


def _lists_and_leaves(ladder: Ladder, first: date):
    """Every day is asked whether a list is issued on it, or lists of the system end with it, and
    whether another system than on the day before holds; where nothing waits, none is a step."""
    rows = _rows_of_rules(ladder)
    rules = {row.pk: (get(row.system), get(row.system).settings(row.parameters)) for row in rows}
    if not any(system.list_dates(chosen, *YEAR) for system, chosen in rules.values()):
        return [], []
    lists, leaves, before, listed = [], [], None, False
    for number in range((TODAY - first).days + 1):
        day = first + timedelta(number)
        system, chosen = rules[_rule(rows, day).pk]
        lists += system.list_dates(chosen, day, day)
        lists_now = bool(system.list_dates(chosen, *YEAR))
        if before is system and listed and not lists_now:
            lists.append(day)
        if before not in (None, system):
            leaves.append(day)
        before, listed = system, lists_now
    return lists, leaves


def _about(content: EventContent, who: dict[int, str], games) -> About:
    points = dict.fromkeys(who, 0)
    for game in content.games:
        white, black = half_points(game.result)
        points[game.white] += white
        if game.black is not None:
            points[game.black] += black
    for entry in content.entries:
        if entry.half_points is not None:
            points[entry.number] = entry.half_points
    called = {number: uid or f"?{number}" for number, uid in who.items()}
    closed = content.kind == EventKind.ROUND_ROBIN
    met = Counter(frozenset(game[:2]) for game in games)
    return About(
        closed=closed,
        cycles=max(met.values(), default=1) if closed else 1,
        entries=sorted(called.values()),
        points={called[number]: points[number] for number in who},
        tempo=content.tempo,
        minutes=content.minutes,
        listing=content.listing,
        asked_out=sorted(called[entry.number] for entry in content.entries if entry.asked_out),
    )


def _rated(event: str, content: EventContent, people: Who, ladder: Ladder) -> RatedEvent:
    who = {e.number: people.at(event, e.number, e.confirmed) for e in content.entries}
    games, days = [], []
    for game in content.games:
        result = rated_result(game.kind, game.result, game.board_result)
        if result and not game.unrated and who[game.white] and game.black and who[game.black]:
            games.append((who[game.white], who[game.black], half_points(result)[0]))
            days.append(content.day_of(game) or content.date)
    finished = not any(game.kind in UNFINISHED for game in content.games)
    asked = any(get(row.system).needs_event for row in _rows_of_rules(ladder))
    about = _about(content, who, games) if asked else NOTHING_SAID
    return RatedEvent(
        content.start, content.date, content.sequence, games, content.steps, finished, days, about
    )


def _starting_ratings(ladder: Ladder, who: Who):
    newest = {}
    for row in StartingRating.objects.filter(ladder=ladder).order_by("pk"):
        newest[row.valid_from, row.player.uid] = row
    found = {}
    for (day, uid), row in sorted(newest.items(), key=lambda item: item[0]):
        person = who.people[uid]
        if row.rating is not None and (uid == person or (day, person) not in found):
            there, of = get(_rule(_rows_of_rules(ladder), day).system), row.system
            rating = row.rating
            if of and of != there.id:
                rating = there.from_elo(get(of).to_elo(rating))
            found[day, person] = (rating, row.games)
    return [(day, uid, start) for (day, uid), start in found.items()]


def _timeline(ladder: Ladder) -> Timeline:
    return Timeline(
        SettingsChange(row.valid_from, row.system, get(row.system).settings(row.parameters))
        for row in _rows_of_rules(ladder)
    )
