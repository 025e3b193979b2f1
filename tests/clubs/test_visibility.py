"""Who sees a club and with which names: explicit, logged steps; tightening kills links."""

import itertools
import re
import time
from zoneinfo import ZoneInfo

import pytest
from allauth.account.models import EmailAddress
from django.http import HttpResponse
from django.test import Client

from clubs import queries, services
from clubs.models import AuditEntry, Club, NameDisplay, User, Visibility
from tests import builders, cast
from tests.web.reading import words

LEVELS = list(Visibility)
YES = {"parents": "on", "children": "on", "rules": "on"}


@pytest.mark.django_db
@pytest.mark.parametrize(("before", "after"), list(itertools.permutations(LEVELS, 2)))
def test_every_step_is_logged_and_tightening_kills_old_links(
    before: Visibility, after: Visibility
) -> None:
    owner = builders.make_user()
    club = builders.make_club(owner, visibility=before)
    old = builders.make_link(club)

    club = services.change_visibility(club, after, by=owner)

    entry = AuditEntry.objects.filter(action="club.visibility").latest("pk")
    assert (entry.by, entry.details["from"], entry.details["to"]) == (owner, before, after)
    tighter = LEVELS.index(after) < LEVELS.index(before)
    opens = Client().get(old).status_code == 200
    assert opens == (after is not Visibility.ARBITERS and not tighter)
    assert entry.details["links_revoked"] == (1 if tighter else 0)
    assert Client().get(f"/p/{club.slug}/").status_code == (
        200 if after == Visibility.PUBLIC else 404
    )
    if after is not Visibility.ARBITERS:
        assert queries.active_links(club), "members always have a way in"


def test_a_link_killed_by_tightening_stays_dead_when_the_club_opens_again(
    club: Club, owner: User, link: str
) -> None:
    services.change_visibility(club, Visibility.ARBITERS, by=owner)
    services.change_visibility(club, Visibility.LINK, by=owner)
    assert Client().get(link).status_code == 404


def test_leaving_arbiters_only_needs_a_confirmed_address(owner: User, owner_client: Client) -> None:
    EmailAddress.objects.update(verified=False)
    club = builders.make_club(owner, "pawns", visibility=Visibility.ARBITERS)
    cast.give_password(owner_client)
    for level in (Visibility.LINK, Visibility.PUBLIC):
        answer = owner_client.post("/c/pawns/visibility/change/", {"visibility": level})
        assert answer.status_code == 422
        assert "Confirm your e-mail address first" in answer.content.decode()
    club.refresh_from_db()
    assert club.visibility == Visibility.ARBITERS
    assert b"Send the link again" in owner_client.get("/c/pawns/visibility/").content


def test_closing_a_club_needs_none(club: Club, owner_client: Client) -> None:
    EmailAddress.objects.update(verified=False)
    owner_client.post("/c/rooks/visibility/change/", {"visibility": "arbiters"})
    club.refresh_from_db()
    assert club.visibility == Visibility.ARBITERS


@pytest.mark.django_db
@pytest.mark.parametrize("junior", [False, True])
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("word", ["", "in the blue folder"])
def test_children_are_never_public_and_full_names_of_theirs_need_a_word(
    junior: bool, level: Visibility, word: str
) -> None:
    owner = builders.make_user()
    club = builders.make_club(owner, junior=junior, visibility=Visibility.ARBITERS)
    if junior and level == Visibility.PUBLIC:
        with pytest.raises(services.Refusal, match="children"):
            services.change_visibility(club, level, by=owner)
    else:
        assert services.change_visibility(club, level, by=owner).visibility == level

    yes = (True, True, True)
    if junior and not word:
        with pytest.raises(services.Refusal, match="consents"):
            services.change_names(club, NameDisplay.FULL, by=owner, answers=yes, reason=word)
    else:
        club = services.change_names(club, NameDisplay.FULL, by=owner, answers=yes, reason=word)
        assert club.names == NameDisplay.FULL
        entry = AuditEntry.objects.latest("pk")
        assert (entry.action, entry.by, entry.reason) == ("club.names", owner, word)
        assert entry.details["answers"] == [True, True, True]


@pytest.mark.parametrize(
    "answers", [a for a in itertools.product([True, False], repeat=3) if not all(a)]
)
def test_one_no_keeps_the_initials(club: Club, owner: User, answers: tuple[bool, ...]) -> None:
    with pytest.raises(services.Refusal):
        services.change_names(club, NameDisplay.FULL, by=owner, answers=answers)
    club.refresh_from_db()
    assert club.names == NameDisplay.INITIALS


def give_password(client: Client) -> HttpResponse:
    """Answer the question for the password -> what comes of the request that waited for it."""
    answer = client.post(
        "/accounts/reauthenticate/?next=/c/rooks/names/full/", {"password": builders.PASSWORD}
    )
    assert isinstance(answer, HttpResponse)
    return answer


def test_full_names_come_after_three_answers_and_the_password(
    club: Club, owner: User, owner_client: Client
) -> None:
    asked = owner_client.post("/c/rooks/names/full/", YES)
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    club.refresh_from_db()
    assert club.names == NameDisplay.INITIALS

    assert give_password(owner_client).headers["Location"] == "/c/rooks/visibility/"
    club.refresh_from_db()
    assert club.names == NameDisplay.FULL

    owner_client.post("/c/rooks/names/initials/")
    two = {name: YES[name] for name in ("parents", "rules")}
    assert owner_client.post("/c/rooks/names/full/", two).status_code == 422
    club.refresh_from_db()
    assert club.names == NameDisplay.INITIALS


def test_half_an_hour_later_the_password_is_asked_again(
    club: Club, owner_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner_client.post("/c/rooks/names/full/", YES)
    give_password(owner_client)
    now = time.time()
    for minutes, code in ((29, 422), (31, 302)):
        monkeypatch.setattr(time, "time", lambda later=now + 60 * minutes: later)
        answer = owner_client.post("/c/rooks/names/full/", {})
        assert answer.status_code == code
    assert answer.headers["Location"].startswith("/accounts/reauthenticate/")


def test_a_club_becomes_one_with_children_only_when_it_is_fit(club: Club, owner: User) -> None:
    club = services.change_visibility(club, Visibility.PUBLIC, by=owner)
    with pytest.raises(services.Refusal):
        services.change_club(club, by=owner, junior=True)
    club = services.change_visibility(club, Visibility.LINK, by=owner)
    club = services.change_names(club, NameDisplay.FULL, by=owner, answers=(True, True, True))
    assert services.change_club(club, by=owner, junior=True) == ["junior", "names"]
    club.refresh_from_db()
    assert club.names == NameDisplay.INITIALS


def test_opening_asks_for_the_password_and_closing_does_not(
    club: Club, owner_client: Client
) -> None:
    asked = owner_client.post("/c/rooks/visibility/change/", {"visibility": "public"})
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    club.refresh_from_db()
    assert club.visibility == Visibility.LINK
    owner_client.post("/c/rooks/visibility/change/", {"visibility": "arbiters"})
    club.refresh_from_db()
    assert club.visibility == Visibility.ARBITERS


def test_arbiters_change_nothing_of_it(club: Club, arbiter_client: Client) -> None:
    for path, data in (
        ("visibility/change/", {"visibility": "public"}),
        ("names/full/", YES),
        ("names/initials/", {}),
    ):
        assert arbiter_client.post(f"/c/rooks/{path}", data).status_code == 403
    before = Club.objects.values("visibility", "names").get(pk=club.pk)
    assert before == {"visibility": "link", "names": "initials"}


# -- What the page says ---------------------------------------------------------------------------


def choices_on(client: Client) -> dict[str, str]:
    """By level, the words beside it."""
    body = client.get("/c/rooks/visibility/").content.decode()
    found = re.findall(r'<label class="choice"><input[^>]* value="(\w+)"(.*?)</label>', body, re.S)
    return {level: words(f"<input{rest}") for level, rest in found}


def test_the_page_says_who_sees_what_before_and_after(club: Club, owner_client: Client) -> None:
    said = choices_on(owner_client)
    assert list(said) == LEVELS
    assert [level for level in said if "so it is now" in said[level]] == ["link"]
    assert "Whoever has a link, without an account: Nothing." in said["arbiters"]
    assert "All links stop working at once, for good." in said["arbiters"]
    assert "ladder, players, events and results, with initials" in said["link"]
    assert "Everybody else, and search engines: Nothing." in said["link"]
    assert "Everybody on the internet, without a link: The ladder" in said["public"]
    assert "their copies stay" in said["public"]
    Club.objects.update(names=NameDisplay.FULL, visibility=Visibility.PUBLIC)
    said = choices_on(owner_client)
    assert "results, with full names" in said["public"] and "with initials" not in said["public"]
    assert "you get a new one" in said["link"]
    Club.objects.update(junior=True, visibility=Visibility.LINK)
    assert "Not for a club with children" in choices_on(owner_client)["public"]


def test_full_names_are_explained_asked_for_and_taken_back_in_one_press(
    club: Club, owner_client: Client
) -> None:
    """T7 of the glossary, and what readers see before and after."""
    said = words(owner_client.get("/c/rooks/visibility/").content.decode())
    assert "Readers see N. J. now; after this step they would see Novák Jan ." in said
    assert (
        "1. Do the parents agree? 2. Did you ask the child too? 3. Does the school or club" in said
    )
    cast.give_password(owner_client)
    owner_client.post("/c/rooks/names/full/", {**YES, "reason": "the blue folder"})
    said = words(owner_client.get("/c/rooks/visibility/").content.decode())
    assert "Readers see Novák Jan now; after this step they would see N. J. ." in said
    assert "For everybody in the club: the parents agree, the children were asked" in said
    assert "The consents are kept: the blue folder ." in said
    owner_client.post("/c/rooks/names/initials/")
    club.refresh_from_db()
    assert club.names == NameDisplay.INITIALS
    said = words(owner_client.get("/c/rooks/visibility/").content.decode())
    assert "the blue folder" not in said


def test_the_page_says_who_decided_and_when(
    club: Club, owner: User, owner_client: Client, people: cast.Cast
) -> None:
    page = "/c/rooks/visibility/"
    assert words(owner_client.get(page).content.decode()).count("So since the club was made") == 2
    services.change_visibility(club, Visibility.ARBITERS, by=owner)
    services.change_names(club, NameDisplay.FULL, by=people.arbiter, answers=(True, True, True))
    Club.objects.update(time_zone="Pacific/Auckland")
    club.refresh_from_db()
    for action, by in (("club.visibility", owner), ("club.names", people.arbiter)):
        at = AuditEntry.objects.get(action=action).at.astimezone(ZoneInfo("Pacific/Auckland"))
        when = f"{at.day} {at:%B %Y} at {at:%H:%M}"
        said = words(owner_client.get(page).content.decode())
        assert f"Decided by {by.email} on {when}." in said
