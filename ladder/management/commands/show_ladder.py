"""Print a ladder, today's or that of a day, with full names and unrounded ratings."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from clubs.commands import JsonCommand
from ladder.listing import Line
from ladder.models import Ladder
from ladder.queries import Standings, stamp, standings
from players.models import Player


class Command(JsonCommand):
    help = "Print a club's ladder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club")
        parser.add_argument("--ladder", default="", help="its slug (default: the club's first)")
        parser.add_argument("--on", type=date.fromisoformat, help="as it stood on that day")

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        try:
            state = stamp(club, options["ladder"])
        except Ladder.DoesNotExist:
            raise self.refuse(f"Club {club.slug} has no ladder {options['ladder']!r}.") from None
        stands = standings(club, state.ladder, options["on"])
        found = stands.listing
        names = dict(Player.objects.filter(club=club).values_list("uid", "name__text"))
        resting = {line.uid for line in found.resting}
        rows = [
            _values(line, names[line.uid], rank, stands) | {"resting": line.uid in resting}
            for rank, line in enumerate(found.ordered, 1)
        ]
        rows += [_unrated(line, names[line.uid], stands) for line in found.unrated]
        self.answer(
            {
                "club": club.slug,
                "ladder": state.slug,
                "fingerprint": state.fingerprint.hex(),
                "stale": state.stale,
                "events": state.events,
                "rows": rows,
            },
            f"{state.name}: {state.events} events{', STALE' if state.stale else ''}",
            *map(_line, rows),
        )


def _values(line: Line, name: str, rank: int, stands: Standings) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": line.uid,
        "name": name,
        "rating": line.rating,
        "games": line.games,
        "provisional": line.games < stands.threshold,
    }


def _unrated(line: Line, name: str, stands: Standings) -> dict[str, Any]:
    """Somebody with games towards a first rating."""
    waiting = stands.rules.system.waiting(line, stands.rules.settings)
    return {
        "rank": None,
        "player": line.uid,
        "name": name,
        "rating": None,
        "games": line.games,
        "provisional": False,
        "resting": False,
        "waiting": str(waiting or ""),
    }


def _line(row: dict[str, Any]) -> str:
    if row["rating"] is None:
        return (
            f"   -.           - {row['games']:4}  {row['name']}  ({row['waiting'] or 'no rating'})"
        )
    words = [word for word in ("provisional", "resting") if row[word]]
    tail = f"  ({', '.join(words)})" if words else ""
    return f"{row['rank']:4}. {row['rating']:11.6f} {row['games']:4}  {row['name']}{tail}"
