"""A starting rating is a number of one system, whatever system is in force on its day."""

from datetime import date
from importlib import import_module

import pytest
from django.db import connection
from django.test import Client

from clubs.models import Club
from ladder.models import Ladder, StartingRating
from ladder.opening import drafts
from ladder.queries.comparison import compare_rules
from ladder.queries.entered import starts, starts_held
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules, give_starting_rating
from ladder.verify import verify
from tests.builders import make_event, make_player, make_rated, player
from tests.ladder import oracle
from tests.web.reading import text, words

pytestmark = pytest.mark.django_db

PEOPLE = {"Adam Novak": 2000, "Bara Mala": 1900, "Cyril Dub": 1800}
GAMES = ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1/2 Adam Novak"]
TURN = date(2025, 2, 1)


@pytest.fixture
def turned(club: Club) -> Ladder:
    """Club Elo, ECF from February 2025 after each event; Zoe is new then."""
    ladder = club.ladders.get()
    make_rated(ladder, PEOPLE)
    make_event(club, "2025-01-14", GAMES)
    change_rules(
        ladder, by=None, system="ecf", parameters={"period": "event"}, filters=Filters(),
        valid_from=TURN,
    )  # fmt: skip
    make_player(club, "Zoe Nova")
    rebuild(ladder.pk)
    return ladder


def right(ladder: Ladder) -> bool:
    rebuild(ladder.pk)
    return oracle.stored(ladder) == oracle.expected(ladder) and verify(ladder.pk).right


def _form(**said: str) -> dict[str, str]:
    return {"rating": "130", "why": "her old club's list", "day": "", "games": "", **said}


def _path(ladder: Ladder, what: str) -> str:
    uid = player(ladder.club, "Zoe Nova").uid
    return f"/c/{ladder.club.slug}/players/{uid}/start/{what}"


def test_an_entered_number_is_one_of_today_s_system(turned: Ladder, arbiter_client: Client) -> None:
    """Also where it holds from a day of another one: it comes out as it went in."""
    asked = arbiter_client.post(_path(turned, "preview/"), _form())
    assert "computed by Club Elo: the number of ECF grades (Clarke) is taken over as 1675" in words(
        asked.content.decode()
    )
    arbiter_client.post(_path(turned, "save/"), _form())
    row = StartingRating.objects.latest("pk")
    assert (row.rating, row.system) == (130.0, "ecf")
    make_event(turned.club, "2025-03-04", ["Zoe Nova 1/2 Adam Novak"])
    assert right(turned)
    event = turned.club.events.order_by("date").last()
    assert event is not None
    shown = text(
        arbiter_client,
        f"/c/{turned.club.slug}/events/{event.uid}/",
    )
    assert "Zoe Nova" in shown
    zoe = player(turned.club, "Zoe Nova")
    assert starts_held(turned.pk)[zoe.uid].rating == 130.0


def test_a_number_of_an_earlier_system_is_entered_as_such(
    turned: Ladder, arbiter_client: Client
) -> None:
    page = arbiter_client.get(_path(turned, "")).content.decode()
    assert 'name="system"' in page and "the ladder&#x27;s system today" in page
    arbiter_client.post(_path(turned, "save/"), _form(rating="1675", system="club_elo"))
    zoe = player(turned.club, "Zoe Nova")
    (start,) = starts(turned.club, zoe.pk)
    assert (start.rating, start.system, start.title) == (1675.0, "club_elo", "Club Elo")
    assert starts_held(turned.pk)[zoe.uid].rating == 130.0
    assert "1675 (Club Elo)" in text(arbiter_client, _path(turned, ""))


def test_the_same_number_once_more_is_not_written_again(
    turned: Ladder, arbiter_client: Client
) -> None:
    for _ in range(2):
        arbiter_client.post(_path(turned, "save/"), _form())
    zoe = player(turned.club, "Zoe Nova")
    assert StartingRating.objects.filter(player=zoe).count() == 1


def test_one_system_asks_nobody_whose_number_it_is(club: Club, arbiter_client: Client) -> None:
    make_player(club, "Zoe Nova")
    page = arbiter_client.get(_path(club.ladders.get(), "")).content.decode()
    assert "A number of" not in page


def test_rules_from_the_beginning_take_the_starting_ratings_over(turned: Ladder) -> None:
    for system in ("ingo", "ecf", "club_elo", "dwz"):
        change_rules(turned, by=None, system=system, parameters={}, filters=Filters())
        assert right(turned), system


def test_a_comparison_takes_them_over_too(club: Club) -> None:
    ladder = club.ladders.get()
    make_rated(ladder, PEOPLE)
    make_event(club, "2025-01-14", GAMES)
    rebuild(ladder.pk)
    found = compare_rules(ladder, "ecf", {"period": "event"})
    then = {one.name: one.then.rating for one in found.people if one.then}
    assert all(110 < rating < 190 for rating in then.values()), then
    found = compare_rules(ladder, "ingo", {})
    assert all(50 < one.then.rating < 200 for one in found.people if one.then)


def test_what_was_entered_before_numbers_said_whose_they_are_is_of_its_day(turned: Ladder) -> None:
    zoe = player(turned.club, "Zoe Nova")
    row = give_starting_rating(turned, zoe, 1675, by=None, why="")
    StartingRating.objects.bulk_create([
        StartingRating(
            club=turned.club, ladder=turned, player=zoe, valid_from=row.valid_from, rating=1675.0
        )
    ])  # fmt: skip
    assert starts_held(turned.pk)[zoe.uid].rating == 130.0
    assert [start.system for start in starts(turned.club, zoe.pk)] == ["club_elo", "ecf"]
    assert right(turned)


def test_the_migration_says_what_was_in_force_when_a_number_was_written(turned: Ladder) -> None:
    """Whatever rules have been entered since."""
    zoe = player(turned.club, "Zoe Nova")
    StartingRating.objects.bulk_create([
        StartingRating(club=turned.club, ladder=turned, player=zoe, valid_from=day, rating=1675.0)
        for day in (date(2025, 1, 1), date(2025, 3, 1))
    ])  # fmt: skip
    change_rules(turned, by=None, system="ingo", parameters={}, filters=Filters())
    migration = import_module("ladder.migrations.0012_starting_ratings_say_their_system")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(migration.SYSTEM_THEN)
    rows = StartingRating.objects.filter(player=zoe).order_by("valid_from")
    assert list(rows.values_list("system", flat=True)) == ["club_elo", "ecf"]


def test_a_number_that_the_system_of_the_day_does_not_know_is_told(
    club: Club, arbiter_client: Client
) -> None:
    ladder = club.ladders.get()
    make_player(club, "Zoe Nova")
    change_rules(ladder, by=None, system="lok", parameters={}, filters=Filters())
    change_rules(ladder, by=None, system="ecf", parameters={}, filters=Filters(), valid_from=TURN)
    rebuild(ladder.pk)
    for day, said in (("", True), ("2025-02-01", False)):
        asked = arbiter_client.post(_path(ladder, "preview/"), _form(rating="35", day=day))
        shown = words(asked.content.decode())
        assert ("Czech list (LOK), which knows no such rating" in shown) is said


def test_a_number_of_a_system_that_the_ladder_has_no_more_is_entered_again(
    club: Club, arbiter_client: Client
) -> None:
    ladder = club.ladders.get()
    zoe = make_player(club, "Zoe Nova")
    give_starting_rating(ladder, zoe, 1500, by=None, why="list")
    change_rules(ladder, by=None, system="ecf", parameters={}, filters=Filters())
    give_starting_rating(ladder, zoe, None, by=None, why="wrong")
    rebuild(ladder.pk)
    assert "1500 (Club Elo)" in text(arbiter_client, _path(ladder, ""))
    sent = _form(rating="1500.0", system="club_elo")
    assert arbiter_client.post(_path(ladder, "save/"), sent).status_code == 302
    assert StartingRating.objects.latest("pk").system == "club_elo"
    assert arbiter_client.post(_path(ladder, "save/"), sent | {"system": "x"}).status_code == 422


def test_a_list_of_low_numbers_is_read_where_the_scale_has_them(club: Club) -> None:
    for system, rating, problems in (("club_elo", 35, 1), ("ecf", 35, 0), ("ingo", 87, 0)):
        assert len(drafts.read_text(f"Novak Adam; {rating}", system).problems) == problems, system
