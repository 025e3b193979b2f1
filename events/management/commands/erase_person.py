"""Erase a person for ever, from the server: where no owner is at hand, or after a restore."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from clubs.commands import JsonCommand, add_by, person
from clubs.days import today
from clubs.services import Refusal
from events.queries import player_now
from events.services.erasing import erase_person, what_goes
from players.models import AskedBy


class Command(JsonCommand):
    help = "Erase a person of a club for ever. The games stay, no rating changes, no name is left."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_by(parser)
        parser.add_argument("club")
        parser.add_argument("player", help="the id in the address of the person's page")
        parser.add_argument("--asked-by", required=True, choices=AskedBy.values)
        parser.add_argument(
            "--asked-on", type=date.fromisoformat, help="YYYY-MM-DD (default: today)"
        )
        parser.add_argument("--yes", action="store_true", help="do it; it cannot be undone")

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        player = player_now(club, options["player"])
        if player is None:
            raise self.refuse(f"There is nobody {options['player']!r} in club {club.slug}.")
        player.club = club
        going = what_goes(player)
        if not options["yes"]:
            raise self.refuse(
                f"Erasing {player.uid} takes {len(going.spellings)} spellings,"
                f" {going.reasons} reasons, {going.drafts} drafts and {going.files} files away for"
                f" ever; the games in {going.events} events stay. Say --yes to do it."
            )
        try:
            erasure = erase_person(
                player,
                by=person(self, options["by"], club),
                asked_by=AskedBy(options["asked_by"]),
                asked_on=options["asked_on"] or today(club),
            )
        except Refusal as refusal:
            raise self.refuse(str(refusal.message)) from None
        self.answer(
            {
                "club": club.slug,
                "player": erasure.player_uid,
                "at": erasure.at.isoformat(timespec="seconds"),
                "asked_by": erasure.asked_by,
                "asked_on": erasure.asked_on.isoformat(),
                "events": going.events,
            },
            f"Erased: {erasure.player_uid}. The games in {going.events} events stay, without a"
            " name.",
        )
