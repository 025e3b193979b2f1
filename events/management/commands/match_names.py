"""Ask the matcher from the command line: who of the club may these names be?"""

from argparse import ArgumentParser
from typing import Any

from clubs.commands import JsonCommand
from events.services.roster import matcher_of, people
from players.names import NameRefused, encoding_problem


class Command(JsonCommand):
    help = "For each name the members it may be, best first, with the reasons. Decides nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club")
        parser.add_argument("names", nargs="+", metavar="NAME")

    def handle(self, *args: Any, **options: Any) -> None:
        everybody = people(self.club(options["club"]))
        matcher = matcher_of(everybody.values())
        found = []
        for name in options["names"]:
            try:
                proposals = matcher.propose(name)
            except NameRefused as refused:
                raise self.refuse("A name cannot be looked for.", [refused.problem]) from None
            damaged = encoding_problem(name)
            of_name = [str(damaged.message)] if damaged else []
            candidates = [
                {
                    "player": one.key,
                    "name": everybody[one.key].name,
                    "score": one.score,
                    "reasons": [str(reason) for reason in one.reasons],
                    "warnings": of_name + [str(warning) for warning in one.warnings],
                }
                for one in proposals
            ]
            found.append({"name": name, "candidates": candidates})
        self.answer({"names": found}, *(line for one in found for line in _lines(one)))


def _lines(found: dict[str, Any]) -> list[str]:
    lines = [f"{found['name']}:"]
    for one in found["candidates"]:
        words = "; ".join([*one["reasons"], *(f"but {text}" for text in one["warnings"])])
        lines.append(f"  {one['score']:3}  {one['name']}  ({words})")
    return lines if len(lines) > 1 else [f"{found['name']}: nobody like that"]
