"""What the drill of tests/install/test_backup.py does inside an installation, as a process."""

import json
import sys
from datetime import date

from django.test import Client

from clubs.models import Club, ShareLink, User
from clubs.services import revoke_link
from events.services.erasing import erase_person
from ladder.models import Ladder
from players.models import AskedBy
from tests import builders, cast

CANARY = cast.CANARIES[0]  # "Kanárek": the one who will be erased


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
