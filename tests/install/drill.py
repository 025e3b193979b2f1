"""What the drill of tests/install/test_backup.py does inside an installation, as a process."""

import json
import sys
from dataclasses import replace
from datetime import date, timedelta

from django.test import Client
from django.utils import timezone

from clubs import services as clubs
from clubs.models import AuditEntry, Club, Invitation, NameDisplay, Officer, ShareLink, User
from clubs.models import Visibility as Seen
from clubs.roles import Role
from clubs.services import revoke_link
from events.drafts import Answer
from events.services.deciding import asked_about
from events.services.erasing import erase_person
from events.services.identity import merge, undo
from events.services.projection import current_content
from events.services.revising import revise
from ladder.models import Ladder
from players import services as people
from players.identity import Kind
from players.models import AskedBy, ConsentFor, Display, Player
from tests import builders, cast

CANARY = cast.CANARIES[0]  # "Kanárek": the one who will be erased
OTHER = "Drozd Dan"  # taken for the same person


def play() -> None:
    """A club with a season, and two links: one is to be revoked later."""
    people = cast.make_cast()
    club = cast.make_rooks(people.owner, people.arbiter)
    cast.play_season(club)
    say(members=builders.make_link(club, "Members"), old=builders.make_link(club, "Old"))


def later() -> None:
    """After the backup: somebody is erased, a link is revoked, one more evening is played."""
    club = Club.objects.get(slug="rooks")
    player = club.players.get(name__text__startswith=CANARY)
    player.club = club
    erase_person(player, by=None, asked_by=AskedBy.PARENT, asked_on=date(2026, 3, 11))
    revoke_link(ShareLink.objects.select_related("club").get(name="Old"), by=None)
    builders.make_event(club, "2026-03-17", ["Nový Jan 1-0 Nováková Iva"])
    builders.rebuild(club)
    say(uid=player.uid)


def mistake() -> None:
    """The canary is merged into somebody else, and plays once more as that one."""
    club = Club.objects.get(slug="rooks")
    builders.make_event(club, "2026-03-11", [f"{OTHER} 1-0 Nový Jan"])
    gone = club.players.get(name__text__startswith=CANARY)
    kept = builders.player(club, OTHER)
    merge(gone, kept, by=None)
    draft = builders.make_draft(club, [f"Nový Jan 1-0 {gone.name.text}"])
    lines = [
        replace(one, player=kept.uid, answer=Answer.MEMBER) if one.name == gone.name.text else one
        for one in draft.entries
    ]
    day = date(2026, 3, 12)
    draft = builders.replace_days(replace(draft, entries=tuple(lines)), day, day)
    builders.publish(club, draft, by=None)
    builders.rebuild(club)
    say(gone=gone.uid, kept=kept.uid)


def mended(gone: str) -> None:
    """The merge is undone with what it brought, and the canary erased alone."""
    club = Club.objects.get(slug="rooks")
    row = club.decisions.get(kind=Kind.MERGE)
    undo(club, row.number, by=None, belong=[one.place for one in asked_about(row)])
    for spelling in club.decisions.filter(kind=Kind.CONFIRM, player=row.other):
        undo(club, spelling.number, by=None)
    player = club.players.get(uid=gone)
    erase_person(player, by=None, asked_by=AskedBy.PARENT, asked_on=date(2026, 3, 13))
    say(erased=list(club.erasures.values_list("player_uid", flat=True)))


def choose() -> None:
    """A club on full names, with a second administrator; another one that everybody sees."""
    club, owner = Club.objects.get(slug="rooks"), User.objects.get(email="owner@example.org")
    clubs.change_names(club, NameDisplay.FULL, by=owner, answers=(True, True, True))
    child = _called(1)
    people.mark_junior(child, True, by=owner)
    agreed = {"answers": (True, True, True), "by": owner}
    people.give_consent(child, ConsentFor.FULL, **agreed)
    people.change_display(child, Display.FULL, by=owner)
    people.hide(_called(3), by=owner)
    for name in (OTHER, "Drozd D."):
        builders.make_player(club, name)
    second = builders.make_user("second@example.org")
    Officer.objects.create(club=club, user=second, role=Role.OWNER)
    soon = timezone.now() + timedelta(days=5)
    offer = {"email": "late@example.org", "role": Role.ARBITER, "token_hash": b"late"}
    Invitation.objects.create(club=club, by=owner, expires=soon, **offer)
    everybody = {"visibility": Seen.PUBLIC, "names": NameDisplay.FULL}
    for slug in ("pawns", "kings"):
        builders.make_club(owner, slug, **everybody)
    say(link=builders.make_link(club, "Members"), **_stricter())


def tighten() -> None:
    """After the backup: everything that can be made stricter is, and one thing is made less so."""
    club, owner = Club.objects.get(slug="rooks"), User.objects.get(email="owner@example.org")
    people.hide(_called(0), by=owner)
    people.withdraw_consent(_called(1), by=owner)
    people.change_label(_called(2), "Čáp", by=owner)
    people.change_display(_called(2), Display.LABEL, by=owner)
    people.mark_junior(_called(2), True, by=owner)
    people.show_again(_called(3), by=owner)  # the restored person is hidden all the same
    one, other = builders.player(club, "Drozd D."), builders.player(club, OTHER)
    merge(one, other, by=owner)
    people.hide(other, by=owner)
    event = club.events.earliest("start")
    children = replace(current_content(event), junior=True)
    revise(event, children, action="details", by=owner)
    clubs.remove_officer(club, User.objects.get(email="arbiter@example.org"), by=owner)
    second = User.objects.get(email="second@example.org")
    clubs.change_role(club, second, Role.ARBITER, by=owner)
    clubs.cancel_invitation(club, "late@example.org", by=owner)
    clubs.change_names(club, NameDisplay.INITIALS, by=owner)
    pawns = Club.objects.get(slug="pawns")
    clubs.change_visibility(pawns, Seen.LINK, by=owner)
    clubs.change_names(pawns, NameDisplay.INITIALS, by=owner)
    clubs.change_club(pawns, by=owner, junior=True)
    clubs.close(Club.objects.get(slug="kings"), by=owner)
    User.objects.filter(email="staff@example.org").update(is_staff=False)
    say(**_stricter())


def strict(*paths: str) -> None:
    """What is chosen, what readers see by these links, and where the removed arbiter gets."""
    browser = Client(headers={"host": "localhost"})
    form = {"login": "arbiter@example.org", "password": builders.PASSWORD}
    browser.post("/accounts/login/", form)
    reader = Client(headers={"host": "localhost"})
    pages = [reader.get(path, follow=True).content.decode() for path in paths]
    told = AuditEntry.objects.filter(club__slug="rooks", by=None).order_by("pk")
    say(
        inside=browser.get("/c/rooks/players/").status_code,
        names=[name for name in cast.CANARIES for page in pages if name in page],
        log=list(told.values_list("action", flat=True)),
        **_stricter(),
    )


def another() -> None:
    """Another club has the address of this one."""
    Club.objects.filter(slug="rooks").update(slug="bishops")
    builders.make_club(User.objects.get(email="second@example.org"), "rooks")
    say()


def _called(number: int) -> Player:
    found = Player.objects.select_related("club", "name")
    return found.get(name__text__startswith=cast.CANARIES[number])


def _stricter() -> dict[str, object]:
    rows = Club.objects.order_by("slug")
    settings = [
        (c.slug, c.visibility, c.names, c.junior, c.closing_since is not None) for c in rows
    ]
    facts = ("name__text", "status", "junior", "display", "label", "consent")
    return {
        "clubs": settings,
        "people": sorted(Player.objects.values_list(*facts)),
        "officers": sorted(Officer.objects.values_list("club__slug", "user__email", "role")),
        "offers": Invitation.objects.count(),
        "children": list(
            Club.objects.get(slug="rooks").events.filter(junior=True).values_list("uid")
        ),
        "staff": list(User.objects.filter(is_staff=True).values_list("email", flat=True)),
    }


def look(*paths: str) -> None:
    """What somebody meets who comes with these links, and who logs in."""
    club = Club.objects.get(slug="rooks")
    browser = Client(headers={"host": "localhost"})
    form = {"login": "owner@example.org", "password": builders.PASSWORD}
    came_in = browser.post("/accounts/login/", form)
    roster = browser.get("/c/rooks/players/")
    say(
        links=[Client(headers={"host": "localhost"}).get(path).status_code for path in paths],
        login=[came_in.status_code, roster.status_code],
        canary=CANARY in roster.content.decode(),
        others=cast.CANARIES[1] in roster.content.decode(),
        fingerprint=bytes(Ladder.objects.get(club=club).fingerprint).hex(),
        events=club.events.count(),
        erased=list(club.erasures.order_by("pk").values_list("player_uid", flat=True)),
        accounts=User.objects.count(),
    )


def say(**values: object) -> None:
    json.dump(values, sys.stdout)
