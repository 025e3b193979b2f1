"""Take an opening list over from the command line, read and saved as in the browser."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.db import transaction

from clubs.commands import JsonCommand, add_by, person
from clubs.messages import Message, Problem, gettext_noop
from clubs.models import Club, User
from ladder.opening import drafts, planning, saving
from ladder.opening.planning import NEW, Guess, Plan, Planned
from ladder.opening.saving import ListNotSaved, Saved
from players.opening import ListRefused

_TWICE = gettext_noop(
    "The same name stands in line %(line)d. Delete one of the lines, or write the names so that"
    " they differ; in the browser you can say who is who."
)
_SEVERAL = gettext_noop(
    "Several members are called so. Say in the browser which one is meant, or leave the line out."
)
_SIMILAR = gettext_noop(
    "%(name)s is similar to %(other)s (%(reason)s) and was made a new player. If they are one,"
    " merge them."
)
_LIKE_LINE = gettext_noop(
    "%(name)s is similar to line %(line)d and was made a new player. If they are one, merge them."
)
_NOTHING_SAID = gettext_noop("no reason")


class Command(JsonCommand):
    help = (
        "Take over a club's members and starting ratings from CSV, XLSX or text. A name that is a"
        " member's as a whole is that member; a similar one is made new, with a warning."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_by(parser)
        parser.add_argument("club")
        parser.add_argument("file", type=Path)
        parser.add_argument("--encoding", default="", help="read the file in this encoding")
        parser.add_argument(
            "--why",
            default="Opening list",
            help="the reason of ratings that state none in the file (default: %(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        by = person(self, options["by"], club)
        path: Path = options["file"]
        try:
            text = drafts.text_of(club, path.read_bytes(), options["encoding"]).text
        except OSError as error:
            raise self.refuse(f"Cannot read {path.name}: {error.strerror}.") from None
        except ListRefused as refused:
            raise self._refuse(path, [refused.problem]) from None
        try:
            planned, saved = self._save(club, text, by, options["why"][:500])
        except ListNotSaved as kept_out:
            raise self._refuse(path, kept_out.problems) from None
        self._say(planned, saved)

    def _refuse(self, path: Path, problems: list[Problem]) -> Exception:
        return self.refuse(f"{path.name} is refused; nothing was stored.", problems)

    @transaction.atomic
    def _save(self, club: Club, text: str, by: User, why: str) -> tuple[Plan, Saved]:
        club = Club.objects.select_for_update().get(pk=club.pk)
        ladder = saving.first_ladder(club)
        planned = planning.plan(club, ladder, text)
        asked = planned.of(Guess.ASK)
        if unclear := [problem for row in asked for problem in _unclear(row)]:
            raise ListNotSaved([*planned.problems, *unclear])
        answers = planned.answers({row.line.line: next(iter(row.same), NEW) for row in asked})
        return planned, saving.save(club, planned, answers, by=by, why=why)

    def _say(self, planned: Plan, saved: Saved) -> None:
        similar = [_warning(row) for row in planned.of(Guess.ASK) if not row.same]
        warnings = [problem.as_dict() for problem in (*planned.notes, *similar)]
        self.answer(
            {
                "list": saved.list.uid if saved.list else None,
                "created": saved.created,
                "existing": saved.existing,
                "starting_ratings": saved.starts,
                "warnings": warnings,
            },
            f"{saved.created} players made, {saved.existing} were there already,"
            f" {saved.starts} starting ratings.",
            *(f"  line {one['line']}: {one['text']}" for one in warnings),
            *([f"Saved as opening list {saved.list.uid}."] if saved.list else []),
        )


def _unclear(row: Planned) -> list[Problem]:
    """Names that are equal as a whole to more than one person: nobody may guess there."""
    line = row.line
    earlier = [twin.line for twin in row.twins if twin.same and twin.line < line.line]
    if earlier:
        return [Problem(Message(_TWICE, {"line": earlier[0]}), line.line)]
    return [Problem(Message(_SEVERAL), line.line)] if len(row.same) > 1 else []


def _warning(row: Planned) -> Problem:
    line = row.line
    if not row.hits:
        twin = row.twins[0]
        params: dict[str, object] = {"name": line.name, "line": twin.line}
        return Problem(Message(_LIKE_LINE, params), line.line)
    hit = row.hits[0]
    reason = (*hit.reasons, *hit.warnings, Message(_NOTHING_SAID))[0]
    params = {"name": line.name, "other": hit.person.name, "reason": reason}
    return Problem(Message(_SIMILAR, params), line.line)
