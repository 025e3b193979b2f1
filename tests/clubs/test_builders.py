"""The builders make what they say, through the product's own services."""

import pytest

from events.models import Game
from ladder.models import RatingRow
from tests.builders import make_club, make_event, make_player, player, rebuild

pytestmark = pytest.mark.django_db


def test_an_event_is_published_with_its_people_and_rounds() -> None:
    club = make_club()
    make_player(club, "Bob")
    event = make_event(
        club, "2026-03-03", ["Anna 1-0 Bob", "Cyril 1/2 Anna", "Bob bye", "Cyril -/+ Dana"]
    )
    assert sorted(club.players.values_list("name__text", flat=True)) == [
        "Anna",
        "Bob",
        "Cyril",
        "Dana",
    ]
    rounds = Game.objects.filter(event=event).order_by("number").values_list("round", flat=True)
    assert list(rounds) == [1, 2, 2, 3]
    assert Game.objects.filter(event=event, rated=None).count() == 2


def test_the_ladder_follows() -> None:
    club = make_club()
    make_event(club, "2026-03-03", ["Anna 1-0 Bob"])
    ladder = rebuild(club)
    anna = RatingRow.objects.get(ladder=ladder, player=player(club, "Anna"))
    bob = RatingRow.objects.get(ladder=ladder, player=player(club, "Bob"))
    assert anna.rating > bob.rating and ladder.events == 1


def test_what_is_no_game_is_refused() -> None:
    with pytest.raises(ValueError, match="not a game"):
        make_event(make_club(), "2026-03-03", ["Anna beats Bob"])
