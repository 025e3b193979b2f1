"""Who is who in the tests: one club, and everybody who may want something of it."""

from dataclasses import dataclass

from django.test import Client

from clubs.models import Club, Officer, User
from clubs.roles import Role
from tests import builders

# Whole names of people of the club. Readers by link see initials, others nothing: wherever one of
# these words turns up on another side, a name has leaked.
CANARIES = ("Kanárek", "Stehlíková", "Čížková", "Skřivánek", "Neznámý")
_GIVEN = ("Petr", "Eva", "Jana", "Ivo", "Host")


@dataclass(frozen=True, slots=True)
class Cast:
    """The people. `outsider` owns another club; `staff` is nobody in any club."""

    owner: User
    arbiter: User
    outsider: User
    staff: User


def make_cast() -> Cast:
    cast = Cast(
        owner=builders.make_user("owner@example.org"),
        arbiter=builders.make_user("arbiter@example.org"),
        outsider=builders.make_user("outsider@example.org"),
        staff=builders.make_user("staff@example.org", is_staff=True),
    )
    builders.make_second_factor(cast.staff)
    return cast


def make_rooks(owner: User, arbiter: User) -> Club:
    """Open to members with the link; names as initials."""
    club = builders.make_club(owner, "rooks", name="Rooks")
    Officer.objects.create(club=club, user=arbiter, role=Role.ARBITER)
    return club


def play_season(club: Club) -> None:
    """Two evenings of people who are called like canaries; one of them nobody knows yet."""
    kanarek, stehlikova, cizkova, skrivanek, unknown = (
        f"{name} {given}" for name, given in zip(CANARIES, _GIVEN, strict=True)
    )
    builders.make_event(
        club, "2026-03-03", [f"{kanarek} 1-0 {stehlikova}", f"{cizkova} 1/2 {skrivanek}"]
    )
    builders.make_event(
        club,
        "2026-03-10",
        [f"{skrivanek} 0-1 {kanarek}", f"{cizkova} 1-0 {unknown}"],
        unknown=[unknown],
    )
    builders.rebuild(club)


def logged_in(user: User, *, fresh: bool = False) -> Client:
    """A browser of somebody who is logged in; `fresh`: who gave the password again just now."""
    client = Client()
    client.force_login(user)
    return give_password(client) if fresh else client


def give_password(client: Client) -> Client:
    """What destructive acts ask for: the password again."""
    answer = client.post("/accounts/reauthenticate/?next=/home/", {"password": builders.PASSWORD})
    assert answer.headers["Location"] == "/home/"
    return client
