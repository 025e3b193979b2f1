"""From signing up to a club of one's own; its settings."""

import re
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation

from clubs import queries
from clubs.account_forms import AddWebAuthnForm, EditWebAuthnForm
from clubs.forms import ClubForm, LineField, LinkForm, SettingsForm, free_slug, time_zones
from clubs.models import Club, NameDisplay, Officer, User, Visibility
from clubs.roles import Role
from events.forms import DetailsForm
from events.forms.edits import EventForm
from ladder.models import Ladder
from ladder.rule_forms import NameForm, NewLadderForm
from tests import builders
from tests.cast import logged_in

PASSWORD = "a long enough phrase"


def sign_up(email: str = "new@example.org") -> Client:
    client = Client()
    answer = client.post(
        "/accounts/signup/", {"email": email, "password1": PASSWORD, "password2": PASSWORD}
    )
    assert answer.headers["Location"] == "/home/"
    return client


def new_club(client: Client, **fields: str) -> str:
    """Make a club with the form as it comes -> where it leads."""
    form = client.get("/clubs/new/").context["form"]
    data = {"language": form["language"].value(), "time_zone": form["time_zone"].value()}
    if "visibility" in form.fields:
        data["visibility"] = form["visibility"].value()
    answer = client.post("/clubs/new/", {"name": "Rooks", "slug": "", **data, **fields})
    assert answer.status_code == 302, answer.context["form"].errors
    return answer.headers["Location"]


def confirm_by_mail(client: Client) -> None:
    """Open the link of the newest e-mail and press the button there."""
    found = re.search(
        r"http://localhost:8000(/accounts/confirm-email/\S+)", str(mail.outbox[-1].body)
    )
    assert found
    assert client.get(found.group(1)).status_code == 200
    assert client.post(found.group(1)).status_code == 302


@pytest.mark.django_db
def test_from_signing_up_to_a_link_for_members() -> None:
    client = sign_up()
    assert b"No club yet" in client.get("/home/").content
    home = new_club(client)
    assert home == "/c/rooks/"
    assert client.get(home).status_code == 200, "works before the address is confirmed"

    club = Club.objects.get()
    assert club.visibility == Visibility.ARBITERS and club.names == NameDisplay.INITIALS
    assert Officer.objects.get().role == Role.OWNER
    assert Ladder.objects.get().club == club
    (link,) = queries.active_links(club)
    path = link.url.removeprefix("http://localhost:8000")
    assert Client().get(path).status_code == 404, "not open yet"

    confirm_by_mail(client)
    client.post("/c/rooks/visibility/change/", {"visibility": "link"})
    assert Client().get(path).status_code == 200


@pytest.mark.django_db
def test_who_confirmed_first_opens_the_club_with_its_making() -> None:
    client = sign_up()
    confirm_by_mail(client)
    new_club(client)
    club = Club.objects.get()
    assert club.visibility == Visibility.LINK
    assert len(queries.active_links(club)) == 1


@pytest.mark.django_db
def test_the_form_cannot_open_a_club_for_an_unconfirmed_address() -> None:
    client = sign_up()
    new_club(client, visibility="public")
    assert Club.objects.get().visibility == Visibility.ARBITERS


@pytest.mark.django_db
def test_the_link_is_sent_again_on_a_press() -> None:
    user = builders.make_user(confirmed=False)
    client = logged_in(user)
    client.post("/home/confirm/")
    confirm_by_mail(client)
    assert queries.address_confirmed(user)
    mail.outbox.clear()
    answer = client.post("/home/confirm/", follow=True)
    assert b"confirmed already" in answer.content and not mail.outbox


@pytest.mark.django_db
def test_pressing_twice_sends_once() -> None:
    client = sign_up()
    for _ in range(3):
        answer = client.post("/home/confirm/", follow=True)
    assert b"sent a moment ago" in answer.content
    assert len(mail.outbox) == 1, "the one from signing up"


@pytest.mark.django_db
def test_somebody_made_by_a_command_can_confirm_too() -> None:
    user = User.objects.create_user("made@example.org", PASSWORD)
    client = logged_in(user)
    client.post("/home/confirm/")
    confirm_by_mail(client)
    assert queries.address_confirmed(user)


@pytest.mark.django_db
def test_home_leads_straight_to_the_only_club(owner: User, arbiter: User) -> None:
    first = builders.make_club(owner, "rooks")
    client = logged_in(owner)
    assert client.get("/home/").headers["Location"] == "/c/rooks/"
    builders.make_club(owner, "pawns")
    page = client.get("/home/").content
    assert b"/c/rooks/" in page and b"/c/pawns/" in page
    assert first.officers.count() == 1


# -- The form -------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Šachový klub Žirafa", "sachovyi-klub-zirafa"),
        ("Клуб Ладья", "klub-lad"),
        ("!!!", "club"),
        ("a" * 100, "a" * 32),
    ],
)
def test_an_address_is_made_from_the_name(name: str, slug: str) -> None:
    made = free_slug(name)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", made)
    assert made.startswith(slug[:4])
    builders.make_club(slug=made)
    assert free_slug(name) == f"{made}-2"


@pytest.mark.django_db
def test_a_taken_address_is_refused_with_a_free_one(other_club: Club) -> None:
    client = logged_in(builders.make_user())
    answer = client.post(
        "/clubs/new/",
        {"name": "B", "slug": "Bishops", "language": "en", "time_zone": "Europe/Prague",
         "visibility": "link"},
    )  # fmt: skip
    assert "bishops-2" in str(answer.context["form"].errors["slug"])
    assert Club.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "page", "zone"),
    [
        ("cs", "cp1250", "Europe/Prague"),
        ("en", "cp1252", "Europe/London"),
    ],
)
def test_language_proposes_zone_and_code_page(language: str, page: str, zone: str) -> None:
    client = logged_in(builders.make_user())
    client.cookies["django_language"] = language
    new_club(client)
    club = Club.objects.get()
    assert (club.language, club.code_page, club.time_zone) == (language, page, zone)


@pytest.mark.django_db
@pytest.mark.parametrize("bad", ["Ro\u200boks", "Ro\u202eoks", "Ro\x00oks", "x" * 101, "  "])
def test_names_with_invisible_characters_are_refused(bad: str) -> None:
    client = logged_in(builders.make_user())
    typed = quote(bad.encode("utf-8", "surrogatepass"))
    answer = client.post(
        "/clubs/new/",
        f"name={typed}&language=en&time_zone=Europe/Prague&visibility=link",
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code == 200
    assert answer.context["form"].errors["name"]
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_half_a_character_is_no_error_of_ours() -> None:
    """A lone surrogate is no UTF-8; it arrives as replacement characters, which no name has."""
    answer = logged_in(builders.make_user()).post(
        "/clubs/new/",
        "name=%ED%A0%BD&language=en&time_zone=Europe/Prague&visibility=link",
        content_type="application/x-www-form-urlencoded",
    )
    assert answer.status_code in {200, 422}, "the form again, with what is wrong"
    assert not Club.objects.exists()


def test_zones_are_places() -> None:
    assert "Europe/Prague" in time_zones() and "UTC" not in time_zones()


# -- Settings ---------------------------------------------------------------------------------------


def settings_of(club: Club) -> dict[str, str]:
    names = ("name", "language", "time_zone", "code_page")
    return {name: getattr(club, name) for name in names}


def test_settings_are_changed_and_logged(club: Club, owner: User, owner_client: Client) -> None:
    answer = owner_client.post(
        "/c/rooks/settings/change/",
        {**settings_of(club), "name": "  Rooks   United ", "junior": "on"},
    )
    assert answer.status_code == 302
    club.refresh_from_db()
    assert (club.name, club.junior) == ("Rooks United", True)
    mark, rest = list(club.audit.order_by("pk"))[-2:]
    assert (mark.action, mark.by, mark.details) == (
        "club.junior", owner, {"from": False, "to": True},
    )  # fmt: skip
    assert (rest.action, rest.by, rest.details) == ("club.change", owner, {"changed": ["name"]})


def test_nothing_else_is_set_by_the_form(club: Club, owner_client: Client) -> None:
    before = Club.objects.values().get(pk=club.pk)
    extra = {"slug": "taken", "visibility": "public", "names": "full", "history_version": "99",
             "view_version": "99", "id": "1", "role": "owner", "is_staff": "on"}  # fmt: skip
    owner_client.post("/c/rooks/settings/change/", {**settings_of(club), **extra})
    assert Club.objects.values().get(pk=club.pk) == before
    assert set(SettingsForm().fields) == {"name", "language", "time_zone", "code_page", "junior"}


def test_an_arbiter_sees_settings_as_facts(club: Club, arbiter_client: Client) -> None:
    page = arbiter_client.get("/c/rooks/settings/")
    assert page.status_code == 200 and b"settings/change" not in page.content


def test_a_club_with_children_says_why_it_cannot_be_one(
    club: Club, owner: User, owner_client: Client
) -> None:
    Club.objects.update(visibility=Visibility.PUBLIC)
    answer = owner_client.post("/c/rooks/settings/change/", {**settings_of(club), "junior": "on"})
    assert answer.status_code == 422
    assert b"never open to search engines" in answer.content


def test_a_form_in_czech_is_czech(owner_client: Client, club: Club) -> None:
    owner_client.cookies["django_language"] = "cs"
    with translation.override("cs"):
        assert owner_client.get("/c/rooks/settings/").headers["Content-Language"] == "cs"


def test_nobody_gets_two_accounts_by_case(db: None) -> None:
    sign_up("new@example.org")
    answer = Client().post(
        "/accounts/signup/",
        {"email": "NEW@example.org", "password1": PASSWORD, "password2": PASSWORD},
    )
    assert User.objects.count() == 1 and answer.status_code in (200, 302)
    assert EmailAddress.objects.count() == 1


@pytest.mark.parametrize(("typed", "place"), [("Even\ufffdng", 5), ("Ev\u200bening", 3)])
def test_a_line_of_text_refuses_what_is_no_character_and_says_where(typed: str, place: int) -> None:
    with pytest.raises(ValidationError, match=f"Character {place} "):
        LineField().clean(typed)


UNSEEN = "\u2800\u3164\u115f\u1160\uffa0\u200b\u2060\u202e\u034f\ue000\ufdd0"


@pytest.mark.parametrize("character", UNSEEN, ids=lambda character: f"U+{ord(character):04X}")
def test_nobody_is_called_by_what_cannot_be_seen(character: str) -> None:
    for typed in (character, f"{character} {character}", f"Rooks{character}"):
        with pytest.raises(ValidationError, match="is invisible or not a letter"):
            LineField().clean(typed)


@pytest.mark.parametrize("unseen", ["\U0001d159", "\u0301", "\ufffc", "\ufffc \u0301\u20dd"])
def test_nor_by_a_mark_or_a_symbol_that_shows_nothing(unseen: str) -> None:
    with pytest.raises(ValidationError, match="can be seen"):
        LineField().clean(unseen)
    assert LineField(required=False).clean("") == ""
    for seen in (f"{unseen}R", "7", "!", "\u265f", "\U0001f98a"):
        assert LineField().clean(seen)


def test_a_symbol_stays_without_what_asks_for_its_colour() -> None:
    assert LineField().clean("Rooks \u265f\ufe0f") == "Rooks \u265f"
    with pytest.raises(ValidationError, match="required"):
        LineField().clean(" \ufe0f\u00a0")


def test_every_name_of_a_thing_is_such_a_line() -> None:
    """Of a club, a ladder, a link, an event, a passkey."""
    found = [
        form.base_fields["name"]
        for form in (
            ClubForm,
            SettingsForm,
            LinkForm,
            NewLadderForm,
            NameForm,
            DetailsForm,
            EventForm,
            AddWebAuthnForm,
            EditWebAuthnForm,
        )
    ]
    assert all(isinstance(field, LineField) for field in found)
