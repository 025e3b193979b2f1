"""What the drill of tests/install/test_backup.py does inside an installation, as a process."""

import json
import sys
from dataclasses import replace
from datetime import date

from django.test import Client

from clubs.models import Club, ShareLink, User
from clubs.services import revoke_link
from events.drafts import Answer
from events.services.deciding import asked_about
from events.services.erasing import erase_person
from events.services.identity import merge, undo
from ladder.models import Ladder
from players.identity import Kind
from players.models import AskedBy
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
