"""Prove that ladders are right: recompute them from scratch and compare row by row."""

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError

from clubs.commands import JsonCommand
from ladder.models import Ladder
from ladder.verify import Verdict, verify


class Command(JsonCommand):
    help = "Compare ladders with their history; exit 1 on drift or staleness."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("clubs", nargs="*", metavar="CLUB")

    def handle(self, *args: Any, **options: Any) -> None:
        found = Ladder.objects.order_by("club__slug", "position", "pk")
        if options["clubs"]:
            found = found.filter(club__in=[self.club(slug) for slug in options["clubs"]])
        verdicts = [verify(pk) for pk in found.values_list("pk", flat=True)]
        self.answer(
            {"ladders": [asdict(one) | {"right": one.right} for one in verdicts]},
            *map(_line, verdicts),
        )
        wrong = [one for one in verdicts if not one.right]
        if wrong:
            raise CommandError(f"{len(wrong)} ladders are not right.", returncode=1)


def _line(verdict: Verdict) -> str:
    name = f"{verdict.club}/{verdict.ladder}"
    if verdict.stale:
        return f"{name}: stale, waiting for a rebuild"
    if verdict.drift:
        where = f", first in event {verdict.event_uid}" if verdict.event_uid else ""
        return f"{name}: DRIFT: {verdict.drift}{where}"
    return f"{name}: right, {verdict.rows} rows equal"
