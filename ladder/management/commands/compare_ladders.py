"""Compare a ladder with what it would be under other rules, however long its history is."""

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from clubs.commands import JsonCommand
from ladder.models import Ladder
from ladder.queries.comparison import Comparison, Side, compare_rules
from ladder.rule_options import add_rules, refused, rules_of
from ladder.sources import PoisonEvent, event_uid
from ladder.systems import BadSetting


class Command(JsonCommand):
    help = "Show a ladder under its rules and under others, side by side. Changes nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club")
        parser.add_argument("ladder")
        add_rules(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        found = Ladder.objects.select_related("club").filter(club=club, slug=options["ladder"])
        ladder = found.first()
        if ladder is None:
            raise self.refuse(f"Club {club.slug} has no ladder {options['ladder']!r}.")
        system, parameters = rules_of(self, options)
        try:
            comparison = compare_rules(ladder, system, parameters, at_most=None)
        except BadSetting as error:
            raise refused(self, error) from None
        except PoisonEvent as error:
            uid = event_uid(error.event)
            raise self.refuse(f"The event {uid} cannot be computed: correct it first.") from None
        self.answer(
            {"club": club.slug, "ladder": ladder.slug, **_values(comparison)}, *_lines(comparison)
        )


def _values(found: Comparison) -> dict[str, Any]:
    return {
        "games": found.games,
        "common_games": found.now.quality.games,
        "common_players": found.common,
        "spearman": found.spearman,
        "kendall": found.kendall,
        "now": _side(found.now),
        "then": _side(found.then),
        "players": [
            {
                "player": person.uid,
                "name": person.name,
                "now": person.now and person.now._asdict(),
                "then": person.then and person.then._asdict(),
            }
            for person in found.people
        ],
    }


def _side(side: Side) -> dict[str, Any]:
    return {
        "system": side.ruling.id,
        "unofficial": side.ruling.unofficial,
        "lower_is_better": side.lower_is_better,
        "rated": side.rated,
        "foretold": side.foretold,
        **asdict(side.quality),
        "calibration": [asdict(one) for one in side.calibration],
    }


def _lines(found: Comparison) -> list[str]:
    lines = [f"{found.games} rated games, {found.now.quality.games} foretold by both"]
    for word, side in (("now", found.now), ("then", found.then)):
        measures = ", ".join(
            f"{name} {'-' if value is None else f'{value:.4f}'}"
            for name, value in (
                ("log loss", side.quality.log_loss),
                ("squared error", side.quality.squared_error),
                ("favourite won", side.quality.accuracy),
            )
        )
        lines.append(f"{word}: {side.ruling.system}: {measures}")
    if found.spearman is not None:
        lines.append(f"rank correlation {found.spearman:.4f} of {found.common} players")
    return lines
