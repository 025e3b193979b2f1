"""A club, and an address, can have only so many expensive things in ten minutes."""

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import get_resolver, resolve

from clubs import limits
from clubs.models import Club
from clubs.roles import Permission
from events.models import Draft
from tests import builders
from tests.cast import logged_in
from tests.web.routes import routes


@pytest.fixture(autouse=True)
def few(db: None, settings) -> None:
    cache.clear()
    settings.EXPENSIVE_IN_TEN_MINUTES = {"import": 3, "export": 2}


def bring_in(client: Client, club: Club, address: str = "192.0.2.1") -> int:
    """302: a draft was made of it. 429: too many."""
    form = {"text": "Anna 1-0 Bob\n"}
    return client.post(f"/c/{club.slug}/events/new/typed/", form, REMOTE_ADDR=address).status_code


def test_one_too_many_is_refused_in_words_and_does_nothing(
    club: Club, arbiter_client: Client
) -> None:
    answers = [bring_in(arbiter_client, club) for _ in range(5)]
    assert 429 not in answers[:3] and answers[3:] == [429, 429]
    kept = Draft.objects.count()
    refused = arbiter_client.post(f"/c/{club.slug}/events/new/typed/", {"text": "x"})
    assert "Nothing is lost" in refused.content.decode()
    assert Draft.objects.count() == kept
    cache.clear()  # ten minutes later
    assert bring_in(arbiter_client, club) != 429


def test_another_club_at_another_address_is_not_held_up(
    club: Club, other_club: Club, arbiter_client: Client, outsider_client: Client
) -> None:
    for _ in range(5):
        bring_in(arbiter_client, club)
    assert bring_in(outsider_client, other_club, "198.51.100.7") != 429
    assert bring_in(outsider_client, other_club) != 429, "a neighbour behind the same address"


def test_an_address_has_three_times_as_many(outsider_client: Client) -> None:
    owner = builders.make_user()
    clubs = [builders.make_club(owner) for _ in range(5)]
    answers = [bring_in(logged_in(owner), club) for club in clubs for _ in range(3)]
    assert 429 not in answers[:9] and set(answers[9:]) == {429}


def test_a_stranger_uses_up_nothing(
    club: Club, arbiter_client: Client, outsider_client: Client
) -> None:
    assert {bring_in(outsider_client, club) for _ in range(8)} == {404}
    assert bring_in(arbiter_client, club) != 429


def test_looking_costs_nothing(club: Club, arbiter_client: Client) -> None:
    for _ in range(5):
        assert arbiter_client.get(f"/c/{club.slug}/events/new/").status_code == 200
    assert bring_in(arbiter_client, club) != 429


def test_files_about_people_are_limited_as_well(season: Club, owner_client: Client) -> None:
    player = season.players.earliest("pk")
    path = f"/c/{season.slug}/players/{player.uid}/file/"
    answers = [owner_client.post(path).status_code for _ in range(4)]
    assert 429 not in answers[:2] and answers[2:] == [429, 429]


def test_every_file_with_full_names_is_limited() -> None:
    views = [
        resolve(route.path(dict.fromkeys(route.parameters, "x"))).view_name
        for route in routes()
        if route.access == Permission.EXPORT
    ]
    assert len(views) > 3
    assert {limits.COSTS.get(view) for view in views} == {"export"}


def test_every_route_of_the_table_is_there() -> None:
    known = {
        f"{namespace}:{name}"
        for namespace in ("events", "ladder", "players")
        for name in get_resolver().namespace_dict[namespace][1].reverse_dict
        if isinstance(name, str)
    }
    assert set(limits.COSTS) <= known
