"""Bring in an event from a file: the same reading, review and publishing as in the browser."""

from argparse import ArgumentParser, ArgumentTypeError
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from django.db import transaction

from clubs.commands import JsonCommand, add_by, person
from clubs.messages import Message, Problem, gettext_noop
from clubs.models import Club, User
from events.drafts import DraftEvent, undecided
from events.importers import ImportRefused
from events.models import Draft, Event
from events.notes import from_notes
from events.results import rated_result
from events.services import drafts, reading
from events.services.equal import confirm_equal, rest_are_new
from events.services.publishing import publish_draft
from events.services.revising import Refused
from events.services.twins import Twin, twins_of_draft

_WHICH_DAY = gettext_noop(
    "Day and month can be swapped (%(readings)s). Say which with --date and --start."
)
_NO_DAY = gettext_noop("The file has no date. Say --date YYYY-MM-DD.")
_TWIN = gettext_noop(
    "%(same)s of %(total)s pairings are equal to those of event %(event)s: is it here twice?"
)
_UNDECIDED = gettext_noop("%(name)s: who is this? Say so in the browser, or use --confirm.")


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is not a day like 2026-03-31") from None


class Command(JsonCommand):
    help = "Import an event (TRF or CSV pairings) into a club; with --publish into its ladder."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_by(parser)
        parser.add_argument("club")
        parser.add_argument("file", type=Path)
        parser.add_argument("--date", type=_day, help="last day, YYYY-MM-DD")
        parser.add_argument("--start", type=_day, help="first day (default: the last day)")
        parser.add_argument("--sequence", type=int, help="order among the events of its last day")
        parser.add_argument("--name")
        parser.add_argument("--encoding", default="", help="read the file in this encoding")
        parser.add_argument(
            "--confirm",
            choices=["exact", "all-new"],
            help="exact: join names equal to exactly one member or confirmed spelling; "
            "all-new: the same, and every other name becomes a new member",
        )
        parser.add_argument("--publish", action="store_true")
        parser.add_argument(
            "--unless-here",
            action="store_true",
            help="store nothing if an event with mostly the same pairings is here; say which",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club = self.club(options["club"])
        by = person(self, options["by"], club)
        path: Path = options["file"]
        try:
            data = path.read_bytes()
        except OSError as error:
            raise self.refuse(f"Cannot read {path.name}: {error.strerror}.") from None
        known, _ = reading.seen_before(club, data)
        if known:
            self._say_again(known)
            return
        try:
            with transaction.atomic():
                draft, content, event = self._import(club, data, path.name, by, options)
        except ImportRefused as refused:
            text = f"{path.name} is refused; nothing was imported."
            raise self.refuse(text, refused.problems) from None
        except Refused as refused:
            text = f"{path.name} is not published; nothing was imported."
            raise self.refuse(text, refused.problems) from None
        self._say(content, event, draft)

    def _import(
        self, club: Club, data: bytes, filename: str, by: User, options: dict[str, Any]
    ) -> tuple[Draft, DraftEvent, Event | None]:
        draft = reading.bring_in(club, data, filename, by=by, encoding=options["encoding"])
        content = _with_details(drafts.content_of(draft), options, filename)
        if options["confirm"]:
            content = confirm_equal(club, content)
        if options["confirm"] == "all-new":
            content = rest_are_new(content)
        drafts.save(draft, content, version=draft.version, by=by)
        self.twins = [twin for twin in twins_of_draft(club, content, draft) if not twin.draft]
        if options["unless_here"] and self.twins:
            raise Refused(*map(_about, self.twins))
        if not options["publish"]:
            return draft, content, None
        _require_ready(content, options)
        return draft, content, publish_draft(draft, content, by=by).event

    def _say(self, content: DraftEvent, event: Event | None, draft: Draft) -> None:
        said = event or content
        rated = sum(1 for game in content.games if _is_rated(content, game))
        pairings = sum(1 for game in content.games if game.black is not None)
        notes = [*from_notes(content.source.warnings), *map(_about, self.twins)]
        warnings = [problem.as_dict() for problem in notes]
        open_names = [entry.name for entry in undecided(content)]
        self.answer(
            {
                "event": event.uid if event else None,
                "draft": None if event else draft.uid,
                "start": said.start.isoformat() if said.start else None,
                "date": said.date.isoformat() if said.date else None,
                "sequence": said.sequence,
                "players": len(content.entries),
                "rounds": max((game.round for game in content.games), default=0),
                "games": pairings,
                "rated": rated,
                "unrated": len(content.games) - rated,
                "warnings": warnings,
                "undecided": open_names,
                "again": False,
            },
            f"{len(content.entries)} players, {rated} rated games, "
            f"{len(content.games) - rated} not rated.",
            *map(_note_line, warnings),
            f"Published as event {event.uid}." if event else f"Kept as draft {draft.uid}.",
            *(f"  undecided: {name}" for name in open_names),
        )

    def _say_again(self, event: Event) -> None:
        self.answer(
            {"event": event.uid, "again": True, "date": event.date.isoformat()},
            f"This very file was already imported as event {event.uid}; nothing was changed.",
        )


def _note_line(note: dict[str, object]) -> str:
    place = f"line {note['line']}: " if note["line"] else ""
    return f"  {place}{note['text']}"


def _about(twin: Twin) -> Problem:
    params = {"same": twin.shared.same, "total": twin.shared.total, "event": twin.uid}
    return Problem(Message(_TWIN, params))


def _with_details(content: DraftEvent, options: dict[str, Any], filename: str) -> DraftEvent:
    last = options["date"] or content.date or options["start"]
    first = options["start"] or (options["date"] if options["date"] else content.start) or last
    content = replace(
        content,
        name=options["name"] or content.name or Path(filename).stem[:120],
        start=first,
        date=last,
        sequence=options["sequence"],
    )
    return drafts.with_round_days(content)


def _require_ready(content: DraftEvent, options: dict[str, Any]) -> None:
    """Nothing is guessed: neither a date that can be read in two ways nor who somebody is."""
    missing = []
    if content.source.date_readings and not options["date"]:
        readings = ", ".join(f"{a} to {b}" for a, b in content.source.date_readings)
        missing.append(Message(_WHICH_DAY, {"readings": readings}))
    elif content.date is None:
        missing.append(Message(_NO_DAY))
    missing += [Message(_UNDECIDED, {"name": entry.name}) for entry in undecided(content)]
    if missing:
        raise Refused(*map(Problem, missing))


def _is_rated(content: DraftEvent, game: Any) -> bool:
    known = {e.number for e in content.entries if e.answer != "unknown"}
    return (
        content.counts
        and game.black is not None
        and {game.white, game.black} <= known
        and bool(rated_result(game.kind, game.result, game.board_result))
    )
