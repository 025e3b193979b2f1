"""Print everything that is stored about one person, as JSON: what they may ask for."""

import json
from argparse import ArgumentParser
from typing import Any

from clubs.commands import JsonCommand, add_by, person
from events.queries import player_now
from ladder.queries import everything_about
from players.services import write_down_export


class Command(JsonCommand):
    help = "Print everything about one person as JSON. It stands in the log."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_by(parser)
        parser.add_argument("club")
        parser.add_argument("player", help="the id in the address of the person's page")

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        player = player_now(club, options["player"])
        if player is None:
            raise self.refuse(f"There is nobody {options['player']!r} in club {club.slug}.")
        player.club = club
        write_down_export(player, by=person(self, options["by"], club))
        self.stdout.write(json.dumps(everything_about(player), ensure_ascii=False, indent=2))
