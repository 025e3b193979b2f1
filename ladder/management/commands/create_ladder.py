"""Make another ladder of a club: its own system, settings and choice of events."""

from argparse import ArgumentParser
from typing import Any

from clubs.commands import JsonCommand, add_by, person
from clubs.models import Club
from events.revisions import EventKind, Tempo
from ladder.models import Ladder
from ladder.rule_forms import ADDRESS
from ladder.rule_options import add_rules, refused, rules_of
from ladder.rulebook import Filters
from ladder.services import create_ladder
from ladder.systems import BadSetting


class Command(JsonCommand):
    help = "Make a ladder of a club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("club")
        parser.add_argument("slug", help="its address: letters, digits and hyphens")
        parser.add_argument("--name", required=True)
        add_rules(parser)
        for name, values, text in (
            ("--tempo", list(Tempo), "only events so played; may be given several times"),
            ("--kind", list(EventKind), "only events of this kind; may be given several times"),
        ):
            choices = [one.value for one in values]
            parser.add_argument(name, action="append", default=[], choices=choices, help=text)
        parser.add_argument("--juniors", action="store_true", help="only juniors' events")
        parser.add_argument("--group", default="", help="the list shows this group only")
        parser.add_argument("--only-juniors", action="store_true", help="the list shows juniors")
        add_by(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        by = person(self, options["by"], club)
        system, parameters = rules_of(self, options)
        slug, name = options["slug"], " ".join(options["name"].split())
        self._check(club, slug, name)
        filters = Filters(
            tempos=tuple(options["tempo"]),
            kinds=tuple(options["kind"]),
            juniors=options["juniors"],
            group=options["group"],
            only_juniors=options["only_juniors"],
        )
        try:
            ladder = create_ladder(
                club, by=by, slug=slug, name=name, system=system, parameters=parameters,
                filters=filters,
            )  # fmt: skip
        except BadSetting as error:
            raise refused(self, error) from None
        said = {"club": club.slug, "ladder": ladder.slug, "name": ladder.name, "system": system}
        self.answer(said, f"{club.slug}/{ladder.slug} made; it is computed from all events.")

    def _check(self, club: Club, slug: str, name: str) -> None:
        if not ADDRESS.fullmatch(slug):
            raise self.refuse(f"{slug!r} is no address: letters, digits, hyphens only.")
        if not 0 < len(name) <= 100 or len(slug) > 40:
            raise self.refuse("A name has 1 to 100 letters, an address at most 40.")
        if Ladder.objects.filter(club=club, slug=slug).exists():
            raise self.refuse(f"Club {club.slug} has a ladder {slug!r} already.")
