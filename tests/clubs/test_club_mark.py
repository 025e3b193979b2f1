"""The mark that children play in a club goes by a page that says who will see what; a page that was
left open for long changes what was changed on it and nothing else."""

import pytest
from django.http import HttpResponse
from django.test import Client

from clubs import services
from clubs.models import Club, NameDisplay, User, Visibility
from clubs.services import Refusal
from players.models import Player
from tests.cast import give_password
from tests.web.arbiters import text
from tests.web.forms import forms, the_yes

PAGE = "/c/rooks/settings/"
YES = (True, True, True)


def settings_page(client: Client) -> dict[str, str]:
    """The form as it stands on the page now; a box without a tick is not sent."""
    answer = client.get(PAGE)
    (form,) = [one for one in forms(answer.content.decode(), PAGE) if "/change/" in one.action]
    if not answer.context["form"]["junior"].value():
        del form.fields["junior"]
    return form.fields


def save(client: Client, fields: dict[str, str], **typed: str) -> HttpResponse:
    return client.post(f"{PAGE}change/", fields | typed)


def unmark(client: Client) -> HttpResponse:
    fields = settings_page(client)
    return save(client, {name: value for name, value in fields.items() if name != "junior"})


@pytest.fixture
def marked(season: Club, owner: User) -> Club:
    """A club with children that shows full names where consent is on record: nobody's yet."""
    services.change_club(season, by=owner, junior=True)
    return services.change_names(
        season, NameDisplay.FULL, by=owner, reason="the green folder", answers=YES
    )


def test_a_page_left_open_does_not_take_away_the_mark_that_it_did_not_show(
    season: Club, owner: User, owner_client: Client
) -> None:
    left_open = settings_page(owner_client)
    services.change_club(season, by=owner, junior=True, name="Rooks and pawns")
    assert save(owner_client, left_open, time_zone="Europe/Berlin").status_code == 302
    season.refresh_from_db()
    assert (season.junior, season.name) == (True, "Rooks and pawns")
    assert season.time_zone == "Europe/Berlin"
    assert season.audit.latest("pk").details == {"changed": ["time_zone"]}


def test_what_two_changed_at_once_is_looked_at_again(
    season: Club, owner: User, owner_client: Client
) -> None:
    left_open = settings_page(owner_client)
    services.change_club(season, by=owner, name="Knights")
    answer = save(owner_client, left_open, name="Bishops", time_zone="Europe/Berlin")
    assert answer["Location"] == PAGE
    assert "Somebody else changed the same meanwhile" in text(owner_client.get(PAGE))
    season.refresh_from_db()
    assert (season.name, season.time_zone) == ("Knights", "Europe/Prague")
    # The same change twice is no quarrel.
    assert save(owner_client, left_open, name="Knights", time_zone="Europe/Berlin")
    season.refresh_from_db()
    assert season.time_zone == "Europe/Berlin"


def test_it_says_first_who_will_see_what_and_asks_for_the_password(
    marked: Club, owner: User, owner_client: Client
) -> None:
    asked = unmark(owner_client)
    said = text(asked)
    assert asked.status_code == 422
    assert "Č. J. → Čížková Jana K. P. → Kanárek Petr" in said
    assert "Readers are all who have a link." in said
    form = the_yes(asked)
    assert owner_client.post(form.action, form.fields)["Location"].startswith("/accounts/reauth")
    marked.refresh_from_db()
    assert marked.junior
    assert give_password(owner_client).post(form.action, form.fields)["Location"] == PAGE
    marked.refresh_from_db()
    assert not marked.junior
    entry = marked.audit.latest("pk")
    assert (entry.action, entry.by, entry.details) == (
        "club.junior", owner, {"from": True, "to": False},
    )  # fmt: skip
    log = text(owner_client.get("/c/rooks/log/"))
    assert "said whether children play in the club, from “Children play here” to “no" in log


def test_the_yes_is_to_what_the_page_showed(
    marked: Club, owner: User, owner_client: Client
) -> None:
    services.change_names(marked, NameDisplay.INITIALS, by=owner)
    form = the_yes(unmark(give_password(owner_client)))
    services.change_names(marked, NameDisplay.FULL, by=owner, reason="green folder", answers=YES)
    again = owner_client.post(form.action, form.fields)
    assert again.status_code == 422 and "K. P. → Kanárek Petr" in text(again)
    for made_up in ("yes", "", "žluťoučký"):
        assert save(owner_client, form.fields, uncover=made_up).status_code == 422
    marked.refresh_from_db()
    assert marked.junior


def test_a_label_is_among_what_will_be_seen(
    season: Club, owner: User, owner_client: Client
) -> None:
    services.change_club(season, by=owner, junior=True)
    assert "No name changes as it is now." in text(unmark(owner_client))
    petr = Player.objects.filter(club=season, name__text="Kanárek Petr")
    petr.update(label="Birdie", display="label")
    assert "K. P. → Birdie" in text(unmark(owner_client))


def test_the_mark_again_is_one_press_and_goes_back_to_initials(
    season: Club, owner: User, owner_client: Client
) -> None:
    services.change_names(season, NameDisplay.FULL, by=owner, answers=YES)
    answer = owner_client.post(f"{PAGE}change/", settings_page(owner_client) | {"junior": "on"})
    assert answer.status_code == 302
    season.refresh_from_db()
    assert (season.junior, season.names) == (True, NameDisplay.INITIALS)
    assert [row.action for row in season.audit.order_by("-pk")[:2]] == ["club.names", "club.junior"]
    assert "Readers see initials from now on." in text(owner_client.get(PAGE))
    # Nothing changed: nothing is written, and full names chosen with a reason stay.
    services.change_names(season, NameDisplay.FULL, by=owner, reason="green folder", answers=YES)
    save(owner_client, settings_page(owner_client))
    season.refresh_from_db()
    assert season.names == NameDisplay.FULL


def test_a_public_club_is_closed_first(season: Club, owner: User) -> None:
    club = services.change_visibility(season, Visibility.PUBLIC, by=owner)
    with pytest.raises(Refusal, match="never open to search engines"):
        services.change_club(club, by=owner, junior=True)
