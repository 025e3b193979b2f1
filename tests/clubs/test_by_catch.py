"""No form sets a role, a club, an id or a right as a by-catch (docs/safety.md, R5)."""

import pytest
from django.test import Client

from clubs import services
from clubs.models import Club, Invitation, Officer, ShareLink, User
from clubs.roles import Role
from tests import builders
from tests.cast import give_password, logged_in

# Every column of these tables, with something that nobody may choose.
HOSTILE = {
    name: "1"
    for model in (User, Club, Officer, Invitation, ShareLink)
    for field in model._meta.concrete_fields
    for name in (field.name, field.attname)
} | {"is_staff": "on", "is_active": "", "role": "owner", "visibility": "public", "names": "full",
     "junior": "on", "slug": "bishops", "club": "bishops", "user": "1", "by": "1"}  # fmt: skip


def rights() -> tuple[object, ...]:
    """Who is who and may what: everything but what a page may move (versions, the last login)."""
    users = User.objects.order_by("pk").values_list(
        "pk", "email", "password", "is_staff", "is_active", "sessions_ended"
    )
    clubs = Club.objects.order_by("pk").values_list(
        "pk", "slug", "name", "visibility", "names", "junior", "times_erased", "history_version"
    )
    officers = Officer.objects.order_by("pk").values_list("pk", "club", "user", "role")
    return list(users), list(clubs), list(officers)


@pytest.mark.parametrize(
    ("path", "typed"),
    [
        ("settings/change/", {"name": "Rooks", "language": "en", "time_zone": "Europe/Prague",
                              "code_page": "cp1250", "junior": ""}),
        ("links/new/", {"name": "Parents", "event": ""}),
        ("officers/invite/", {"email": "new@example.org", "role": "arbiter"}),
        ("officers/cancel/", {"email": "new@example.org"}),
        ("names/initials/", {}),
        ("visibility/change/", {"visibility": "link"}),
        ("officers/role/", {"email": "owner@example.org", "role": "owner"}),
    ],
)  # fmt: skip
def test_a_form_of_a_club_changes_what_it_shows_and_nothing_else(
    club: Club, other_club: Club, owner_client: Client, path: str, typed: dict[str, str]
) -> None:
    give_password(owner_client)
    before = rights()
    fields = {name: value for name, value in {**HOSTILE, **typed}.items() if value != ""}
    answer = owner_client.post(f"/c/rooks/{path}", fields)
    assert answer.status_code == 302, "it was taken"
    assert rights() == before
    assert not ShareLink.objects.exclude(club=club).exists()
    for invitation in Invitation.objects.all():
        assert (invitation.club, invitation.role) == (club, Role.ARBITER)


def test_accepting_gives_the_offered_role_in_the_inviting_club(
    club: Club, other_club: Club, owner: User
) -> None:
    _, token = services.invite(club, "new@example.org", Role.ARBITER, by=owner)
    newcomer = builders.make_user("new@example.org")
    logged_in(newcomer).post(f"/invitation/{token}/accept/", HOSTILE)
    assert list(newcomer.offices.values_list("club", "role")) == [(club.pk, "arbiter")]
    newcomer.refresh_from_db()
    assert not newcomer.is_staff


def test_signing_up_makes_nobody_an_admin(db: None) -> None:
    typed = {"email": "new@example.org", "password1": builders.PASSWORD,
             "password2": builders.PASSWORD}  # fmt: skip
    Client().post("/accounts/signup/", {**HOSTILE, **typed})
    user = User.objects.get(email="new@example.org")
    assert (user.is_staff, user.is_active, user.offices.count()) == (False, True, 0)


def test_a_language_and_a_password_change_nothing_else(
    club: Club, arbiter: User, arbiter_client: Client
) -> None:
    new = "another horse battery"
    typed = {"oldpassword": builders.PASSWORD, "password1": new, "password2": new}
    arbiter_client.post("/accounts/password/change/", {**HOSTILE, **typed})
    arbiter_client.post("/language/", {**HOSTILE, "language": "cs"})
    arbiter.refresh_from_db()
    assert arbiter.check_password(new) and arbiter.language == "cs"
    assert (arbiter.is_staff, arbiter.is_active, arbiter.email) == (
        False,
        True,
        "arbiter@example.org",
    )
    assert club.officers.get(user=arbiter).role == Role.ARBITER
