"""Print a ladder, today's or that of a day, with full names and unrounded ratings."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from clubs.commands import JsonCommand
from ladder.listing import Line
from ladder.models import Ladder
from ladder.queries import stamp, standings
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
        found, _, threshold = standings(club, state.ladder, options["on"])
        names = dict(Player.objects.filter(club=club).values_list("uid", "name__text"))
        listed = [*found.ranked, *found.provisional]
        rows = [_values(line, names, threshold, rank) for rank, line in enumerate(listed, 1)]
        resting = [_values(line, names, threshold, None) for line in found.resting]
        self.answer(
            {
                "club": club.slug,
                "ladder": state.slug,
                "fingerprint": state.fingerprint.hex(),
                "stale": state.stale,
                "events": state.events,
                "rows": rows,
                "resting": resting,
            },
            f"{state.name}: {state.events} events{', STALE' if state.stale else ''}",
            *map(_line, rows),
            *(["Not played for a year:", *map(_line, resting)] if resting else []),
        )


def _values(line: Line, names: dict[str, str], threshold: int, rank: int | None) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": line.uid,
        "name": names[line.uid],
        "rating": line.rating,
        "games": line.games,
        "provisional": line.games < threshold,
    }


def _line(row: dict[str, Any]) -> str:
    rank = "" if row["rank"] is None else f"{row['rank']}."
    provisional = " provisional" if row["provisional"] else ""
    return f"{rank:>5} {row['rating']:11.6f} {row['games']:4}  {row['name']}{provisional}"
