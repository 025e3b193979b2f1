"""Inviting, accepting, changing a role, leaving; the last owner stays."""

import re
import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from clubs import queries, services
from clubs.models import AuditEntry, Club, Invitation, Officer, User
from clubs.roles import Role
from tests import builders
from tests.cast import give_password, logged_in


def invited(
    club: Club, owner: User, email: str = "new@example.org", role: Role = Role.ARBITER
) -> str:
    """The path in the e-mail that somebody gets."""
    services.invite(club, email, role, by=owner)
    found = re.search(r"http://localhost:8000(/invitation/\S+)", str(mail.outbox[-1].body))
    assert found
    return found.group(1)


# -- Invitations ------------------------------------------------------------------------------


def test_an_invitation_is_sent_to_the_address_and_shown_nowhere_else(
    club: Club, owner_client: Client
) -> None:
    answer = owner_client.post(
        "/c/rooks/officers/invite/", {"email": "New@Example.org", "role": "arbiter"}, follow=True
    )
    (message,) = mail.outbox
    assert message.to == ["new@example.org"]
    token = re.search(r"/invitation/([^/]+)/", str(message.body)).group(1)  # type: ignore[union-attr]
    assert len(token) >= 43
    assert token not in answer.content.decode()
    assert "new@example.org" in answer.content.decode()


def test_the_mail_speaks_the_language_of_the_club_and_names_the_configured_host(
    club: Club, owner: User, owner_client: Client
) -> None:
    owner_client.post(
        "/c/rooks/officers/invite/",
        {"email": "new@example.org", "role": "arbiter"},
        headers={"x-forwarded-host": "evil.example"},
    )
    assert "http://localhost:8000/invitation/" in str(mail.outbox[0].body)
    assert "evil" not in str(mail.outbox[0].body)


def test_accepting_gives_the_role_and_works_once(club: Club, owner: User) -> None:
    path = invited(club, owner)
    newcomer = builders.make_user("new@example.org")
    client = logged_in(newcomer)
    assert client.get("/c/rooks/").status_code == 404
    assert b"Rooks" in client.get(path).content
    assert not club.officers.filter(user=newcomer).exists(), "looking is not accepting"

    answer = client.post(f"{path}accept/")
    assert answer.headers["Location"] == "/c/rooks/"
    assert club.officers.get(user=newcomer).role == Role.ARBITER
    assert client.get("/c/rooks/").status_code == 200

    services.remove_officer(club, newcomer, by=owner)
    client.force_login(newcomer)
    assert client.post(f"{path}accept/").status_code == 404
    assert client.get(path).status_code == 404
    assert not club.officers.filter(user=newcomer).exists()


def test_it_is_bound_to_its_address(club: Club, owner: User, outsider_client: Client) -> None:
    path = invited(club, owner)
    page = outsider_client.get(path)
    assert page.status_code == 403
    assert b"Rooks" not in page.content and b"new@example.org" not in page.content
    assert outsider_client.post(f"{path}accept/").status_code == 403
    assert club.officers.count() == 2
    assert Invitation.objects.get().used is None


def test_it_expires_after_seven_days(club: Club, owner: User) -> None:
    path = invited(club, owner)
    left = Invitation.objects.get().expires - timezone.now()
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)
    Invitation.objects.update(expires=timezone.now() - timedelta(seconds=1))
    client = logged_in(builders.make_user("new@example.org"))
    assert client.get(path).status_code == 404
    assert client.post(f"{path}accept/").status_code == 404


def test_a_wrong_token_looks_like_a_used_one(club: Club, owner: User) -> None:
    path = invited(club, owner)
    client = logged_in(builders.make_user("new@example.org"))
    client.post(f"{path}accept/", follow=True)
    used, unknown = client.get(path), client.get("/invitation/nonsense/")
    assert used.status_code == unknown.status_code == 404
    assert_same_but_path(used.content, unknown.content, path, "/invitation/nonsense/")


def assert_same_but_path(one: bytes, other: bytes, path: str, other_path: str) -> None:
    """Equal pages but for their own address (the language form) and the form's token."""

    def plain(page: bytes, own: str) -> str:
        text = page.decode().replace(own, "PATH")
        return re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)

    assert plain(one, path) == plain(other, other_path)


@pytest.mark.parametrize(
    "lose",
    [
        lambda club, owner, other: services.remove_officer(club, owner, by=other),
        lambda club, owner, other: services.change_role(club, owner, Role.ARBITER, by=other),
    ],
    ids=["removed", "demoted"],
)
def test_it_ends_with_the_inviter(
    club: Club, owner: User, arbiter: User, lose: Callable[[Club, User, User], object]
) -> None:
    path = invited(club, owner)
    services.change_role(club, arbiter, Role.OWNER, by=owner)
    lose(club, owner, arbiter)
    client = logged_in(builders.make_user("new@example.org"))
    assert client.post(f"{path}accept/").status_code == 404


def test_it_ends_with_the_account_of_the_inviter(club: Club, owner: User) -> None:
    path = invited(club, owner)
    User.objects.filter(pk=owner.pk).update(is_active=False)
    client = logged_in(builders.make_user("new@example.org"))
    assert client.get(path).status_code == 404
    assert client.post(f"{path}accept/").status_code == 404
    assert not club.officers.filter(user__email="new@example.org").exists()
    assert not queries.open_invitations(club).exists(), "nor is it listed as open"


@pytest.mark.parametrize(
    ("path", "fields", "asked"),
    [
        ("officers/invite/", {"email": "new@example.org", "role": "owner"}, True),
        ("officers/invite/", {"email": "new@example.org", "role": "arbiter"}, False),
        ("officers/role/", {"email": "arbiter@example.org", "role": "owner"}, True),
        ("officers/role/", {"email": "arbiter@example.org", "role": "arbiter"}, False),
    ],
)
def test_to_give_the_whole_club_the_password_is_asked_for(
    club: Club, owner_client: Client, path: str, fields: dict[str, str], asked: bool
) -> None:
    answer = owner_client.post(f"/c/rooks/{path}", fields)
    again = answer.headers["Location"].startswith("/accounts/reauthenticate/?next=")
    assert again is asked
    assert Invitation.objects.exists() is (not asked and "invite" in path)
    assert club.officers.filter(role=Role.OWNER).count() == 1


def test_it_can_be_taken_back(club: Club, owner: User, owner_client: Client) -> None:
    path = invited(club, owner)
    owner_client.post("/c/rooks/officers/cancel/", {"email": "new@example.org"})
    client = logged_in(builders.make_user("new@example.org"))
    assert client.get(path).status_code == 404


def test_a_second_one_to_the_same_address_replaces_the_first(club: Club, owner: User) -> None:
    first, second = invited(club, owner), invited(club, owner, role=Role.OWNER)
    client = logged_in(builders.make_user("new@example.org"))
    assert client.get(first).status_code == 404
    client.post(f"{second}accept/")
    assert club.officers.get(user__email="new@example.org").role == Role.OWNER


def test_reading_the_mail_confirms_the_address(club: Club, owner: User) -> None:
    path = invited(club, owner, role=Role.OWNER)
    newcomer = builders.make_user("new@example.org", confirmed=False)
    logged_in(newcomer).post(f"{path}accept/")
    assert queries.address_confirmed(newcomer)
    assert EmailAddress.objects.filter(user=newcomer).count() == 1


def test_who_has_no_account_yet_comes_back_after_signing_up(club: Club, owner: User) -> None:
    path, client = invited(club, owner), Client()
    login = client.get(path, follow=True)
    found = re.search(r'href="(/accounts/signup/\?next=[^"]+)"', login.content.decode())
    assert found, "the login page leads to the sign-up, and that back to the invitation"
    secret = builders.PASSWORD
    answer = client.post(
        found.group(1), {"email": "new@example.org", "password1": secret, "password2": secret}
    )
    assert answer.headers["Location"] == path
    client.post(f"{path}accept/")
    assert client.get("/c/rooks/").status_code == 200


def test_who_has_not_confirmed_an_address_cannot_invite(
    club: Club, owner: User, owner_client: Client
) -> None:
    EmailAddress.objects.update(verified=False)
    answer = owner_client.post(
        "/c/rooks/officers/invite/", {"email": "new@example.org", "role": "arbiter"}
    )
    assert answer.status_code == 422
    assert not mail.outbox and not Invitation.objects.exists()
    page = owner_client.get("/c/rooks/officers/")
    assert b"Send the link again" in page.content


def test_nobody_is_invited_when_the_mail_cannot_be_sent(
    club: Club, owner_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("clubs.mail.send_mail", refuse)
    answer = owner_client.post(
        "/c/rooks/officers/invite/", {"email": "new@example.org", "role": "arbiter"}
    )
    assert answer.status_code == 422 and b"could not be sent" in answer.content
    assert not Invitation.objects.exists()
    assert not AuditEntry.objects.filter(action="officer.invite").exists()


def test_the_token_is_not_in_the_database(club: Club, owner: User) -> None:
    token = invited(club, owner).split("/")[2]
    row = Invitation.objects.values().get()
    assert token not in repr({**row, "token_hash": bytes(row["token_hash"])})


def test_there_is_an_end_to_inviting(club: Club, owner: User) -> None:
    for number in range(20):
        services.invite(club, f"p{number}@example.org", Role.ARBITER, by=owner)
    with pytest.raises(services.Refusal, match="Too many"):
        services.invite(club, "one-more@example.org", Role.ARBITER, by=owner)


# -- Roles --------------------------------------------------------------------------------------


def test_removal_holds_from_the_next_request(
    club: Club, arbiter: User, owner: User, arbiter_client: Client
) -> None:
    assert arbiter_client.get("/c/rooks/").status_code == 200
    services.remove_officer(club, arbiter, by=owner)
    assert is_login(arbiter_client.get("/c/rooks/")), "a lost role ends the login"
    arbiter_client.force_login(arbiter)
    assert arbiter_client.get("/c/rooks/").status_code == 404


def test_demotion_holds_from_the_next_request(
    club: Club, arbiter: User, owner: User, owner_client: Client
) -> None:
    services.change_role(club, arbiter, Role.OWNER, by=owner)
    assert owner_client.get("/c/rooks/visibility/").status_code == 200
    services.change_role(club, owner, Role.ARBITER, by=arbiter)
    assert is_login(owner_client.get("/c/rooks/visibility/"))
    owner_client.force_login(owner)
    assert owner_client.get("/c/rooks/visibility/").status_code == 403


@pytest.mark.parametrize("address", ["arbiter@example.org", "Other@example.org"])
@pytest.mark.parametrize(
    "lose",
    [
        lambda club, user, owner: services.remove_officer(club, user, by=owner),
        lambda club, user, owner: services.remove_officer(club, user, by=user),
        lambda club, user, owner: services.change_role(club, user, Role.OWNER, by=owner),
    ],
    ids=["removed", "left", "changed"],
)
def test_an_old_invitation_does_not_bring_a_lost_role_back(
    club: Club, owner: User, arbiter: User, lose: Callable[[Club, User, User], object], address: str
) -> None:
    """Sent to the address of the account, or to another that the account has confirmed."""
    EmailAddress.objects.create(user=arbiter, email="OTHER@example.org", verified=True)
    path = invited(club, owner, address, Role.OWNER)
    other = invited(club, owner, "somebody@example.org")
    lose(club, arbiter, owner)
    withdrawn = AuditEntry.objects.filter(action="officer.uninvite")
    assert withdrawn.count() == 1
    User.objects.filter(pk=arbiter.pk).update(email=address.lower())
    client = logged_in(User.objects.get(pk=arbiter.pk))
    assert client.get(path).status_code == 404
    assert client.post(f"{path}accept/").status_code == 404
    newcomer = logged_in(builders.make_user("somebody@example.org"))
    assert newcomer.get(other).status_code == 200, "only what was sent to them"


def test_an_administrator_made_arbiter_stays_one_whatever_was_sent_before(
    club: Club, owner: User, arbiter: User
) -> None:
    path = invited(club, owner, arbiter.email, Role.OWNER)
    officer = club.officers.get(user=arbiter)
    Officer.objects.filter(pk=officer.pk).update(role=Role.OWNER)
    services.change_role(club, arbiter, Role.ARBITER, by=owner)
    assert logged_in(arbiter).post(f"{path}accept/").status_code == 404
    assert club.officers.get(user=arbiter).role == Role.ARBITER


def is_login(answer: HttpResponse) -> bool:
    return answer.headers.get("Location", "").startswith("/accounts/login/?next=")


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("officers/role/", {"role": "arbiter"}),
        ("officers/remove/", {}),
        ("officers/leave/", {}),
    ],
)
def test_the_last_owner_stays(
    club: Club, owner: User, owner_client: Client, path: str, data: dict[str, str]
) -> None:
    give_password(owner_client)
    answer = owner_client.post(f"/c/rooks/{path}", {"email": owner.email, **data}, follow=True)
    assert club.officers.get(user=owner).role == Role.OWNER
    assert "at least one administrator" in answer.content.decode()


def test_an_arbiter_may_leave(club: Club, arbiter: User, arbiter_client: Client) -> None:
    arbiter_client.post("/c/rooks/officers/leave/")
    assert not club.officers.filter(user=arbiter).exists()
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.by) == ("officer.leave", arbiter)


def test_an_address_of_another_club_is_nobody_here(
    club: Club, other_club: Club, outsider: User, owner_client: Client
) -> None:
    give_password(owner_client)
    for path in ("officers/remove/", "officers/role/"):
        answer = owner_client.post(f"/c/rooks/{path}", {"email": outsider.email, "role": "arbiter"})
        assert answer.status_code == 404
    assert other_club.officers.get(user=outsider).role == Role.OWNER


def test_the_log_knows_who_and_names_nobody(club: Club, owner: User, arbiter: User) -> None:
    services.change_role(club, arbiter, Role.OWNER, by=owner)
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.by, entry.club) == ("officer.role", owner, club)
    assert "@" not in repr(entry.details)


# -- Two at once ----------------------------------------------------------------------------------


def both_demote(club: Club, one: User, other: User) -> list[str]:
    """Two owners make each other arbiter at the same moment -> what came of each attempt."""
    ready, outcomes = threading.Barrier(2), []

    def demote(user: User, by: User) -> None:
        try:
            ready.wait(5)
            services.change_role(club, user, Role.ARBITER, by=by)
            outcomes.append("done")
        except services.Refusal:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=demote, args=pair) for pair in ((one, other), (other, one))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return sorted(outcomes)


@pytest.fixture
def two_owners(transactional_db: None) -> tuple[Club, User, User]:
    one, other = builders.make_user(), builders.make_user()
    club = builders.make_club(one)
    Officer.objects.create(club=club, user=other, role=Role.OWNER)
    return club, one, other


def test_of_two_owners_who_demote_each_other_one_stays(two_owners: tuple[Club, User, User]) -> None:
    club, one, other = two_owners
    assert both_demote(club, one, other) == ["done", "refused"]
    assert queries.owners(club).count() == 1


def test_without_the_lock_the_club_would_lose_both(
    two_owners: tuple[Club, User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: this is how the test above would notice that the lock is gone."""
    club, one, other = two_owners
    met = threading.Barrier(2)

    def unlocked(club: Club) -> Club:
        return Club.objects.get(pk=club.pk)

    def checked_together(club: Club, officer: Officer) -> None:
        require(club, officer)
        met.wait(5)

    from clubs.services import officers

    require = officers._require_another_owner
    monkeypatch.setattr(officers, "_locked", unlocked)
    monkeypatch.setattr(officers, "_require_another_owner", checked_together)
    assert both_demote(club, one, other) == ["done", "done"]
    assert queries.owners(club).count() == 0


def test_of_two_owners_who_leave_at_once_one_stays(two_owners: tuple[Club, User, User]) -> None:
    club, one, other = two_owners
    ready, outcomes = threading.Barrier(2), []

    def leave(user: User) -> None:
        try:
            ready.wait(5)
            services.remove_officer(club, user, by=user)
            outcomes.append("done")
        except services.Refusal:
            outcomes.append("refused")
        finally:
            connection.close()

    threads = [threading.Thread(target=leave, args=[user]) for user in (one, other)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(outcomes) == ["done", "refused"]
    assert queries.owners(club).count() == 1


def test_of_two_presses_of_accept_one_counts(transactional_db: None) -> None:
    owner, newcomer = builders.make_user(), builders.make_user("new@example.org")
    club = builders.make_club(owner)
    _, token = services.invite(club, "new@example.org", Role.ARBITER, by=owner)
    ready, offices = threading.Barrier(2), []

    def accept() -> None:
        try:
            ready.wait(5)
            offices.append(services.accept_invitation(token, by=newcomer))
        finally:
            connection.close()

    threads = [threading.Thread(target=accept) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert sorted(office is None for office in offices) == [False, True]
    assert club.officers.filter(user=newcomer).count() == 1
