"""Rebuild ladders by hand: what is stale, or with --full everything from the beginning."""

from argparse import ArgumentParser
from typing import Any

from clubs.commands import JsonCommand
from ladder.models import Ladder
from ladder.rebuild import rebuild
from ladder.sources import PoisonEvent


class Command(JsonCommand):
    help = "Rebuild the ladders of the clubs named, or of all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("clubs", nargs="*", metavar="CLUB")
        parser.add_argument(
            "--full", action="store_true", help="trust no mark: project and replay everything"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = Ladder.objects.select_related("club").order_by("club__slug", "position", "pk")
        if options["clubs"]:
            found = found.filter(club__in=[self.club(slug) for slug in options["clubs"]])
        built = [self._rebuild(ladder, options["full"]) for ladder in found]
        self.answer(
            {"ladders": built},
            *(f"{one['club']}/{one['ladder']}: {one['outcome']}" for one in built),
        )
        if failed := [one for one in built if one["outcome"] == "failed"]:
            raise self.refuse(f"{len(failed)} ladders cannot be built.")

    def _rebuild(self, ladder: Ladder, full: bool) -> dict[str, Any]:
        said: dict[str, Any] = {"club": ladder.club.slug, "ladder": ladder.slug}
        try:
            build = rebuild(ladder.pk, full=full, wait=True)
        except PoisonEvent:
            ladder.refresh_from_db()
            return said | {"outcome": "failed", "event": ladder.failed_event_uid}
        ladder.refresh_from_db()
        return said | {
            "outcome": "built" if build else "up to date",
            "fingerprint": bytes(ladder.fingerprint).hex(),
            "steps": build.steps if build else 0,
            "games": build.games if build else 0,
            "drift": build.drift if build else [],
        }
