"""Say that two players are one person: the same decision as on the page, undone the same way."""

from argparse import ArgumentParser
from typing import Any

from clubs.commands import JsonCommand, add_by, person
from events.models import Entry
from events.services import identity
from players.identity import DecisionRefused


class Command(JsonCommand):
    help = "Merge two players of a club into one; the page and the name of TARGET remain."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_by(parser)
        parser.add_argument("club")
        parser.add_argument("source", help="uid of the player whose events go to TARGET")
        parser.add_argument("target", help="uid of the player who remains")
        parser.add_argument("--why", default="", help="the reason; no names")

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        by = person(self, options["by"], club)
        found = {
            player.uid: player
            for player in club.players.filter(
                uid__in=(options["source"], options["target"]), erased=None
            )
        }
        for uid in (options["source"], options["target"]):
            if uid not in found:
                raise self.refuse(f"There is no player {uid!r} in this club.")
        source, target = found[options["source"]], found[options["target"]]
        try:
            row = identity.merge(source, target, by=by, why=options["why"])
        except DecisionRefused as refused:
            raise self.refuse(str(refused.message)) from None
        lines = Entry.objects.filter(club=club, player=target, event__deleted=False).count()
        self.answer(
            {"decision": row.number, "player": target.uid, "events": lines},
            f"Decision {row.number}: one player from now on, in {lines} events.",
            f"Undo it with: manage.py undo_decision {club.slug} {row.number}",
        )
