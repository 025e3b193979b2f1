"""Every change in a season, under every system, is explained by the code that computed it."""

import math
from collections.abc import Iterator
from datetime import date

import pytest

from clubs.models import Club
from events.queries import entries, games, heads_by_id
from ladder.models import Ladder, LadderStep, RatingRow
from ladder.queries.events import explain_players
from ladder.queries.issued import explain_list_of
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts, give_starting_rating
from ladder.systems import Explanation, choices, decode, stored
from ladder.systems.places import is_list
from players.models import Player
from tests.season_club import publish_season

pytestmark = pytest.mark.django_db

MORE = [("fide", {"period": "event"}), ("fide", {"chapter": "rapid"}), ("ecf", {"period": "event"})]
RULES = [(system, {}) for system, _ in choices()] + MORE
STARTED = 12
EVENTS = 10


@pytest.fixture
def ladder(club: Club) -> Ladder:
    """The first months of the season; some have ratings to begin with, and some facts are known."""
    publish_season(club, EVENTS)
    ladder = club.ladders.get()
    people = list(Player.objects.filter(club=club).order_by("pk"))
    for number, person in enumerate(people[:STARTED]):
        give_starting_rating(ladder, person, 1400 + 40 * number, by=None, why="the list before")
        give_facts(person, {"birth": f"{1960 + 5 * number}-05-31", "sex": "F"}, by=None)
    day = date(2024, 1, 10)
    for person in people[STARTED : STARTED + 6]:
        give_facts(person, {"birth": "2013-01-02", "fide_standard": 1700}, by=None, valid_from=day)
    return ladder


@pytest.mark.parametrize("part", range(3))
def test_under_every_system_the_explanation_is_the_row(ladder: Ladder, part: int) -> None:
    for system, parameters in RULES[part::3]:
        change_rules(ladder, by=None, system=system, parameters=parameters, filters=Filters())
        rebuild(ladder.pk)
        told = [*_events(ladder), *_lists(ladder)]
        assert len(told) == _changes(ladder), system
        assert all(agrees for _, agrees in told), system
        assert any(how.change for how, _ in told), system
        for how, _ in told:
            assert _adds_up(how), (system, how)


def _changes(ladder: Ladder) -> int:
    """How many rows of the ladder a step with games or a list has written."""
    lists = [place for place in _places(ladder) if is_list(place)]
    events = LadderStep.objects.filter(ladder=ladder).exclude(event_id=None)
    places = [*lists, *events.values_list("place", flat=True)]
    return RatingRow.objects.filter(ladder=ladder, place__in=places).count()


def _places(ladder: Ladder) -> list[int]:
    steps = LadderStep.objects.filter(ladder=ladder, event_id=None)
    return list(steps.values_list("place", flat=True))


def _events(ladder: Ladder) -> Iterator[tuple[Explanation, bool]]:
    steps = LadderStep.objects.filter(ladder=ladder).exclude(event_id=None)
    heads = heads_by_id(ladder.club, steps.values_list("event_id", flat=True))
    for event in heads.values():
        lines, pairings = entries(event.id), games(event.id)
        players = [line.player for line in lines if line.player]
        found = explain_players(ladder.pk, event, lines, pairings, players)
        for one in (one for each in found.values() for one in each):
            assert len(one.games) == len(one.explanation.played)
            yield one.explanation, one.agrees


def _lists(ladder: Ladder) -> Iterator[tuple[Explanation, bool]]:
    players = list(Player.objects.filter(club=ladder.club).values_list("pk", flat=True))
    for place in _places(ladder):
        if not is_list(place):
            continue
        for one in explain_list_of(ladder.pk, decode(place).day, players).values():
            shown = [game for event in one.taken for game in event.games]
            assert sorted(map(repr, shown)) == sorted(map(repr, one.explanation.played))
            yield one.explanation, one.agrees


def _adds_up(how: Explanation) -> bool:
    """The games that move something alone make the change, and the change makes the rating."""
    moved = [game.moved for game in how.played if game.moved is not None]
    games = len(moved) < len(how.played) or not moved or math.fsum(moved) == how.change
    rating = how.first or stored(how.added_to + how.change) == how.rating_after
    return games and rating
