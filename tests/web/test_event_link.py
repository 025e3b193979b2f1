"""A link that opens one event only: its results, and nothing of the ladder (docs/safety.md, L2)."""

import re
from datetime import date

import pytest
from django.http import HttpResponse
from django.test import Client

from clubs import queries, services
from clubs.models import AuditEntry, Club, ShareLink, User, Visibility
from events.models import Event
from events.services.revising import delete, restore
from ladder.announced import announce
from tests import builders
from tests.cast import CANARIES, give_password
from tests.web.routes import routes

READERS = [route for route in routes() if route.route.startswith("m/")]


@pytest.fixture
def event(season: Club) -> Event:
    return season.events.earliest("pk")


@pytest.fixture
def root(event: Event) -> str:
    """/m/<token>/ of a link that opens `event` only."""
    _, token = services.create_link(event.club, by=None, event_uid=event.uid)
    return f"/m/{token}/"


def paths(root: str, club: Club, event: Event) -> dict[str, str]:
    """Every page for members of the club, by its route, with what is right for `event`."""
    player = event.entries.get(number=1).player
    assert player
    arguments = {
        "token": root.split("/")[2], "event": event.uid, "player": player.uid,
        "ladder": club.ladders.get().slug, "day": "2026-03-31",
    }  # fmt: skip
    announce(club.ladders.get(), date(2026, 3, 31), by=club.officers.earliest("pk").user)
    return {route.route: route.path(arguments) for route in READERS}


def test_of_all_members_pages_it_opens_one_and_its_file(
    root: str, season: Club, event: Event
) -> None:
    codes = {r: Client().get(path).status_code for r, path in paths(root, season, event).items()}
    assert codes.pop("m/<str:token>/event/<slug:event>/") == 200
    assert codes.pop("m/<str:token>/event/<slug:event>/table.csv") == 200
    assert set(codes.values()) == {404} and len(codes) >= 6


def test_the_same_addresses_open_with_the_link_of_the_club(
    link: str, season: Club, event: Event
) -> None:
    """The control."""
    assert {Client().get(p).status_code for p in paths(link, season, event).values()} == {200}


def test_no_other_event_opens(root: str, season: Club, event: Event) -> None:
    other = season.events.exclude(pk=event.pk).get()
    there = Client().get(f"{root}event/{other.uid}/")
    nowhere = Client().get(f"{root}event/zzzzzzzzzzzz/")
    assert there.status_code == nowhere.status_code == 404
    assert there.content == nowhere.content


def test_a_new_page_is_closed_to_it_until_it_says_otherwise() -> None:
    """Closed by default: the only views that open are those that ask for it."""
    from events.views.files import event_file
    from events.views.reader import event_page

    opening = [r for r in READERS if getattr(r.view, "event_link", False)]
    assert [route.view for route in opening] == [event_page, event_file]


def test_it_shows_results_and_nothing_of_the_ladder(root: str, event: Event) -> None:
    page = Client().get(f"{root}event/{event.uid}/").content.decode()
    assert "K. P." in page and "S. E." in page
    assert "Buchholz" in page
    assert ">Change<" not in page
    leads = re.findall(r'href="([^"]*/[mp]/[^"]*)"', page)
    assert not [to for to in leads if not to.endswith(f"event/{event.uid}/table.csv")]
    assert not any(word in page for word in CANARIES)


def test_no_address_tells_which_ladders_there_are(
    root: str, link: str, season: Club, event: Event
) -> None:
    slug = season.ladders.get().slug
    asked = ["", f"?ladder={slug}", "?ladder=none-such", "?ladder=%20", "?ladder=" + "x" * 50]
    for page in (f"event/{event.uid}/", f"event/{event.uid}/table.csv"):
        answers = [Client().get(f"{root}{page}{query}") for query in asked]
        assert {answer.status_code for answer in answers} == {200}
        assert len({without_token(answer) for answer in answers}) == 1
        control = [Client().get(f"{link}{page}{query}").status_code for query in asked]
        assert control == [200, 200, 404, 404, 404]


def without_token(answer: HttpResponse) -> str:
    return re.sub(r'csrfmiddlewaretoken" value="\w+', "", answer.content.decode())


def test_names_follow_the_club(root: str, event: Event, owner: User) -> None:
    path = f"{root}event/{event.uid}/"
    assert CANARIES[0] not in Client().get(path).content.decode()
    services.change_names(event.club, "full", by=owner, answers=(True, True, True))
    assert CANARIES[0] in Client().get(path).content.decode()
    services.change_names(event.club, "initials", by=owner)
    assert CANARIES[0] not in Client().get(path).content.decode()


def test_a_deleted_event_is_gone_and_comes_back(root: str, event: Event, owner: User) -> None:
    path = f"{root}event/{event.uid}/"
    assert Client().get(path).status_code == 200
    delete(event, by=owner, why="", based_on=event.revisions.latest("number").number)
    assert Client().get(path).status_code == 404
    event.refresh_from_db()
    restore(event, by=owner, why="")
    assert Client().get(path).status_code == 200


@pytest.mark.parametrize("how", ["revoked", "replaced", "tightened", "closed"])
def test_what_kills_a_link_kills_kept_pages_at_once(
    root: str, link: str, season: Club, event: Event, owner: User, how: str
) -> None:
    """Both kinds of link, every page warm in memory."""
    if how == "tightened":
        services.change_visibility(season, Visibility.PUBLIC, by=owner)
    warm = [f"{root}event/{event.uid}/", *paths(link, season, event).values()]
    for _ in range(2):
        assert {Client().get(path).status_code for path in warm} == {200}
    if how == "revoked":
        for key in ShareLink.objects.all():
            services.revoke_link(key, by=owner)
    elif how == "replaced":
        for key in ShareLink.objects.all():
            services.replace_link(key, by=owner)
    else:
        level = Visibility.LINK if how == "tightened" else Visibility.ARBITERS
        services.change_visibility(season, level, by=owner)
    assert {Client().get(path).status_code for path in warm} == {404}


# -- Making it -------------------------------------------------------------------------------------


def test_it_is_made_from_the_page_of_the_event(
    season: Club, event: Event, owner: User, owner_client: Client
) -> None:
    page = owner_client.get(f"/c/rooks/events/{event.uid}/").content.decode()
    assert "Make a link for this event" in page
    made = give_password(owner_client).post("/c/rooks/links/new/", {"event": event.uid})
    (shown,) = queries.active_links(season)
    assert made.headers["Location"] == f"/c/rooks/links/#{shown.uid}"
    assert shown.url.endswith(f"/event/{event.uid}/")
    assert Client().get(shown.url.removeprefix("http://localhost:8000")).status_code == 200
    page = owner_client.get("/c/rooks/links/").content.decode()
    assert shown.url in page and "nothing else" in page and "<svg" in page
    assert event.name in owner_client.get(f"/c/rooks/links/{shown.uid}/wall/").content.decode()
    assert f"#{shown.uid}" in owner_client.get(f"/c/rooks/events/{event.uid}/").content.decode()
    entry = AuditEntry.objects.filter(action="link.create").latest("pk")
    assert (entry.by, entry.object_uid, entry.details) == (owner, shown.uid, {"event": event.uid})


def test_it_is_chosen_on_the_page_of_links(
    season: Club, event: Event, owner_client: Client
) -> None:
    page = owner_client.get("/c/rooks/links/").content.decode()
    assert f'<option value="{event.uid}">only: ' in page
    assert "all pages for members" in page


def test_replaced_it_still_opens_that_event_only(
    root: str, season: Club, event: Event, owner_client: Client
) -> None:
    uid = ShareLink.objects.get().uid
    give_password(owner_client).post(f"/c/rooks/links/{uid}/replace/")
    (new,) = queries.active_links(season)
    assert new.event_uid == event.uid
    new_root = new.url.removeprefix("http://localhost:8000").partition("event/")[0]
    assert Client().get(new_root).status_code == 404
    assert Client().get(f"{new_root}event/{event.uid}/").status_code == 200
    assert Client().get(f"{root}event/{event.uid}/").status_code == 404


def test_no_link_for_an_event_that_is_not_there(
    season: Club, other_club: Club, event: Event, owner: User, owner_client: Client
) -> None:
    foreign = builders.make_event(other_club, "2026-03-03", ["Xaver 1-0 Yvona"])
    delete(event, by=owner, why="", based_on=event.revisions.latest("number").number)
    give_password(owner_client)
    for uid in (foreign.uid, event.uid, "zzzzzzzzzzzz"):
        answer = owner_client.post("/c/rooks/links/new/", {"event": uid})
        assert answer.status_code == 422 and b"no such event" in answer.content
    assert not ShareLink.objects.exists()


def test_arbiters_see_it_and_do_not_make_it(
    event: Event, root: str, arbiter_client: Client
) -> None:
    page = arbiter_client.get(f"/c/rooks/events/{event.uid}/").content.decode()
    assert "Show the link and its QR code" in page and "Make a link" not in page
    assert arbiter_client.post("/c/rooks/links/new/", {"event": event.uid}).status_code == 403


def test_a_club_whose_only_link_is_an_events_gets_one_for_members_when_it_opens(
    root: str, season: Club, owner: User
) -> None:
    services.change_visibility(season, Visibility.PUBLIC, by=owner)
    found = queries.members_link(season)
    assert found and not found.event_uid


def test_the_home_of_arbiters_offers_the_link_of_the_club(
    root: str, link: str, arbiter_client: Client
) -> None:
    page = arbiter_client.get("/c/rooks/").content.decode()
    assert link in page and root not in page
