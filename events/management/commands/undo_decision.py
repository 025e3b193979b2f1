"""Take back a decision about who is who, at any time, in any order."""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from clubs.commands import JsonCommand, add_by, person
from events.services import identity
from events.services.deciding import Place, asked_about
from players.identity import DecisionRefused, Kind


def _line(text: str) -> tuple[str, int]:
    event, _slash, number = text.rpartition("/")
    if not event or not (number.isascii() and number.isdigit() and len(number) < 6):
        raise ArgumentTypeError(f"{text!r} is not EVENT/NUMBER, like bcdfgh234567/3")
    return event, int(number)


class Command(JsonCommand):
    help = "Take back a decision about who is who; an undo is taken back the same way."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_by(parser)
        parser.add_argument("club")
        parser.add_argument("number", type=int, help="of the decision")
        parser.add_argument("--why", default="", help="the reason; no names")
        parser.add_argument(
            "--belong",
            type=_line,
            action="append",
            metavar="EVENT/NUMBER",
            help="of a merge: a line published since that is the merged player's; once for each. "
            "Without any, each stays where it was confirmed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        by = person(self, options["by"], club)
        belong = set(options["belong"] or ())
        try:
            target = identity.planned(club, Kind.UNDO, undoes=options["number"]).undoes or 0
            asked = {one.place for one in asked_about(club.decisions.get(number=target))}
            self._require_asked(belong, asked)
            stay = asked - belong if belong else set()
            undo = identity.undo(
                club, options["number"], by=by, why=options["why"], belong=belong, stay=stay
            )
        except DecisionRefused as refused:
            raise self.refuse(str(refused.message)) from None
        since = sorted(f"{event}/{number}" for event, number in asked)
        self.answer(
            {"decision": undo.number, "undoes": undo.undoes.number if undo.undoes else None,
             "about": identity.root(undo).number, "published_since": since},
            f"Decision {undo.number}: decision {identity.root(undo).number} is turned round.",
            *(f"  published since: {line}" for line in since),
        )  # fmt: skip

    def _require_asked(self, belong: set[Place], asked: set[Place]) -> None:
        for event, number in sorted(belong - asked):
            raise self.refuse(
                f"Line {event}/{number} was not published after this merge, so there is nothing to"
                " say about it."
            )
