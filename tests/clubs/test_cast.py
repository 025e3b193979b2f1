"""The cast stands where the other tests think it stands."""

from django.test import Client

from clubs.models import Club, Visibility
from players.models import Player
from tests.cast import CANARIES


def test_the_club_is_open_by_link_and_full_of_canaries(season: Club, other_club: Club) -> None:
    assert season.visibility == Visibility.LINK
    assert season.events.count() == 2
    for word in CANARIES[:4]:
        assert Player.objects.get(name__text__startswith=word).club == season
    assert not other_club.players.exists()


def test_each_client_is_who_it_says(
    owner_client: Client, arbiter_client: Client, outsider_client: Client, staff_client: Client
) -> None:
    for client, name in (
        (owner_client, "owner"), (arbiter_client, "arbiter"),
        (outsider_client, "outsider"), (staff_client, "staff"),
    ):  # fmt: skip
        page = client.get("/privacy/")
        assert page.wsgi_request.user.email == f"{name}@example.org"
