"""How long a login lasts, what ends it, and the page that lists where one is logged in."""

import re
import time

import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.db import connection
from django.test import Client

from clubs import services
from clubs.models import Club, Officer, User
from clubs.roles import Role
from clubs.sessions import client_words, network_of
from tests import builders
from tests.cast import give_password, logged_in

HOUR = 3600
DAY = 24 * HOUR
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
)


def log_in(user: User, *, stay: bool = False, agent: str = FIREFOX, ip: str = "") -> Client:
    """A browser in which somebody logs in through the page."""
    client = Client(headers={"user-agent": agent}, REMOTE_ADDR=ip or "192.0.2.77")
    data = {
        "login": user.email,
        "password": builders.PASSWORD,
        **({"remember": "on"} if stay else {}),
    }
    assert client.post("/accounts/login/", data).headers["Location"] == "/home/"
    return client


def is_in(client: Client) -> bool:
    return client.get("/home/?all=1").status_code == 200


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch):
    """Move the clock: `later(seconds)` after the start of the test."""
    start = time.time()
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: start + seconds)


# -- How long ------------------------------------------------------------------------------------


def test_a_login_ends_after_three_hours_without_use(owner: User, later) -> None:
    client = log_in(owner)
    later(3 * HOUR - 60)
    assert is_in(client)
    later(6 * HOUR - 180)
    assert is_in(client), "the three hours begin with the last use"
    later(9 * HOUR)
    assert not is_in(client)


def test_a_login_ends_after_twelve_hours_though_it_is_used(owner: User, later) -> None:
    client = log_in(owner)
    for hour in range(1, 13):
        later(hour * HOUR - 60)
        assert is_in(client), hour
    later(12 * HOUR + 60)
    assert not is_in(client)


def test_one_that_stays_lasts_thirty_days_from_its_last_use(owner: User, later) -> None:
    client = log_in(owner, stay=True)
    assert client.cookies["session"]["max-age"] == 30 * DAY
    for day in (29, 58):
        later(day * DAY)
        assert is_in(client), day
        assert client.cookies["session"]["max-age"] == 30 * DAY, "the cookie is renewed"
    later(88 * DAY + 60)
    assert not is_in(client)


def test_one_that_does_not_stay_ends_with_the_browser(owner: User) -> None:
    assert log_in(owner).cookies["session"]["max-age"] == ""


def test_the_login_page_asks_in_words(client: Client, db: None) -> None:
    page = client.get("/accounts/login/").content.decode()
    assert "Stay logged in on this computer" in page
    assert "3 hours without use" in page and "12 hours at the latest" in page


def test_members_pages_end_nothing_and_keep_nothing_alive(
    owner: User, link: str, later, django_assert_num_queries
) -> None:
    client = log_in(owner)
    later(3 * HOUR + 60)
    assert client.get(link).status_code == 200
    assert not is_in(client)


# -- Another key ---------------------------------------------------------------------------------


def key(client: Client) -> str:
    return str(client.cookies["session"].value)


def test_the_key_changes_with_the_login(owner: User) -> None:
    client = Client()
    client.post("/accounts/login/", {"login": owner.email, "password": "wrong"})
    client.get("/accounts/login/?next=/home/")
    session = client.session
    session["anything"] = 1
    session.save()
    client.cookies["session"] = session.session_key
    before = key(client)
    client.post("/accounts/login/", {"login": owner.email, "password": builders.PASSWORD})
    assert is_in(client) and key(client) != before
    stolen = Client()
    stolen.cookies["session"] = before
    assert not is_in(stolen)


@pytest.mark.parametrize(("minutes", "asked"), [(29, False), (31, True)])
def test_a_login_is_fresh_for_half_an_hour(
    club: Club, owner: User, later, minutes: int, asked: bool
) -> None:
    client = log_in(owner)
    later(60 * minutes)
    answer = client.post("/c/rooks/names/full/", {})
    assert answer.headers.get("Location", "").startswith("/accounts/reauthenticate/") is asked
    assert answer.status_code == (302 if asked else 422)


@pytest.mark.parametrize("role", ["promoted", "joined", "admin"])
def test_the_key_changes_with_a_role_that_was_given(club: Club, role: str, people) -> None:
    who = people.outsider if role == "joined" else people.arbiter
    client = log_in(who)
    client.get("/home/")
    before = key(client)
    if role == "promoted":
        services.change_role(club, who, Role.OWNER, by=people.owner)
    elif role == "joined":
        Officer.objects.create(club=club, user=who, role=Role.ARBITER)
    else:
        User.objects.filter(pk=who.pk).update(is_staff=True)
    assert is_in(client) and key(client) != before
    assert UserSession.objects.get(user=who).session_key == key(client)
    stolen = Client()
    stolen.cookies["session"] = before
    assert not is_in(stolen)
    now = key(client)
    assert is_in(client) and key(client) == now, "once"


# -- What ends all others --------------------------------------------------------------------------


def test_a_new_password_ends_the_others(owner: User) -> None:
    here, there = log_in(owner), log_in(owner, stay=True)
    new = "another horse battery"
    data = {"oldpassword": builders.PASSWORD, "password1": new, "password2": new}
    here.post("/accounts/password/change/", data)
    assert is_in(here) and not is_in(there)
    assert UserSession.objects.filter(user=owner).count() == 1


def test_a_password_set_by_mail_ends_all(owner: User) -> None:
    there = log_in(owner, stay=True)
    anybody = Client()
    anybody.post("/accounts/password/reset/", {"email": owner.email})
    found = re.search(
        r"http://localhost:8000(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body)
    )
    assert found
    form = anybody.get(found.group(1)).headers["Location"]
    new = "another horse battery"
    anybody.post(form, {"password1": new, "password2": new})
    assert not is_in(there)
    assert not UserSession.objects.filter(user=owner).exists()
    owner.refresh_from_db()
    assert owner.check_password(new)


def test_a_lost_role_ends_the_logins(club: Club, owner: User, arbiter: User) -> None:
    there, stranger = log_in(arbiter, stay=True), log_in(owner)
    services.remove_officer(club, arbiter, by=owner)
    assert not is_in(there)
    assert is_in(stranger), "of nobody else"


def test_who_leaves_a_club_stays_logged_in_here_and_nowhere_else(club: Club, arbiter: User) -> None:
    here, there = log_in(arbiter), log_in(arbiter)
    here.post("/c/rooks/officers/leave/")
    assert is_in(here) and not is_in(there)


def test_who_gives_up_the_administration_stays_logged_in_here(
    club: Club, owner: User, arbiter: User
) -> None:
    services.change_role(club, arbiter, Role.OWNER, by=owner)
    here, there = log_in(owner), log_in(owner)
    here.post("/c/rooks/officers/role/", {"email": owner.email, "role": "arbiter"})
    assert is_in(here) and not is_in(there)


@pytest.mark.parametrize("change", ["is_active", "is_staff"])
def test_an_account_shut_behind_our_back_has_no_login_left(staff: User, change: str) -> None:
    """By raw SQL, and opened again: what was ended stays ended."""
    client = logged_in(staff)
    assert client.get("/staff/ladders/").status_code == 200
    with connection.cursor() as cursor:
        for value in (False, True):
            cursor.execute(f"UPDATE clubs_user SET {change} = %s WHERE id = %s", [value, staff.pk])
            assert not is_in(client)
    client.force_login(User.objects.get(pk=staff.pk))
    assert client.get("/staff/ladders/").status_code == 200


def test_an_old_copy_of_the_account_revives_nothing(arbiter: User, owner: User, club: Club) -> None:
    client, old = log_in(arbiter), User.objects.get(pk=arbiter.pk)
    services.remove_officer(club, arbiter, by=owner)
    old.save()
    assert not is_in(client)


@pytest.mark.django_db(transaction=True)
def test_a_second_factor_ends_logins_made_without_it(owner: User) -> None:
    here, there = log_in(owner), log_in(owner)
    page = give_password(here).get("/accounts/2fa/totp/activate/").content.decode()
    code = builders.totp_code(re.search(r'value="([A-Z2-7]{32})"', page).group(1))  # type: ignore[union-attr]
    here.post("/accounts/2fa/totp/activate/", {"code": code})
    assert is_in(here) and not is_in(there)


# -- The page --------------------------------------------------------------------------------------


def test_the_page_says_where_in_short_words(owner: User) -> None:
    here = log_in(owner, ip="198.51.100.23")
    log_in(owner, stay=True, agent=SAFARI, ip="2001:db8:12:3456::9")
    page = here.get("/accounts/sessions/").content.decode()
    for words in (
        "Firefox, Linux",
        "198.51.100.x",
        "Safari, iPhone",
        "2001:db8:12:…",
        "this browser",
    ):
        assert words in page
    for detail in ("198.51.100.23", "3456", "Gecko", "18_1", here.session.session_key):
        assert str(detail) not in page


def test_no_whole_address_and_no_browser_string_is_stored(owner: User) -> None:
    log_in(owner, agent=SAFARI, ip="2001:db8:12:3456::9")
    row = UserSession.objects.get()
    assert (row.ip, row.user_agent) == ("2001:db8:12::", "Safari, iPhone")


def test_one_is_ended_and_the_others_stay(owner: User) -> None:
    here, there, third = log_in(owner), log_in(owner, agent=SAFARI), log_in(owner)
    page = here.get("/accounts/sessions/").content.decode()
    uid = re.search(r"Safari.*?value=\"([0-9a-f]{16})\"", page, re.DOTALL).group(1)  # type: ignore[union-attr]
    here.post("/accounts/sessions/end/", {"session": uid})
    assert (is_in(here), is_in(there), is_in(third)) == (True, False, True)
    assert "Safari" not in here.get("/accounts/sessions/").content.decode()


def test_nobody_ends_the_login_of_somebody_else(owner: User, arbiter: User) -> None:
    victim, other = log_in(owner), log_in(arbiter)
    uids = re.findall(
        r'name="session" value="(\w+)"', log_in(owner).get("/accounts/sessions/").content.decode()
    )
    assert uids
    for uid in [*uids, "", "nonsense"]:
        other.post("/accounts/sessions/end/", {"session": uid})
    assert is_in(victim)


def test_all_others_end_after_the_password(owner: User, later) -> None:
    here, there = log_in(owner), log_in(owner, stay=True)
    later(31 * 60)
    asked = here.post("/accounts/sessions/end-others/")
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    assert is_in(there)
    here.post(asked.headers["Location"], {"password": builders.PASSWORD})
    assert is_in(here) and not is_in(there)
    assert "End all others" not in here.get("/accounts/sessions/").content.decode()


def test_what_has_ended_by_itself_is_not_listed(owner: User, later) -> None:
    log_in(owner, agent=SAFARI)
    later(4 * HOUR)
    here = log_in(owner)
    assert "Safari" not in here.get("/accounts/sessions/").content.decode()


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox, Linux"),
        (SAFARI, "Safari, iPhone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15", "Safari, macOS"),
        ("curl/8.5", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_a_browser_in_two_words(agent: str, words: str) -> None:
    assert client_words(agent) == words
    assert client_words(words) == words, "and again the same"


def test_networks() -> None:
    assert network_of("198.51.100.23") == "198.51.100.0"
    assert network_of("2001:db8:12:3456::9") == network_of("2001:db8:12::") == "2001:db8:12::"
