"""What a reader of files has to say, as plain data: how drafts keep warnings and skipped lines."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from clubs.messages import Message, Problem


def to_notes(problems: Iterable[Problem]) -> tuple[dict[str, Any], ...]:
    """Each problem as {template, params, line, column}, fit for JSON."""
    return tuple(
        {
            "template": problem.message.template,
            "params": {name: _plain(value) for name, value in problem.message.params.items()},
            "line": problem.line,
            "column": problem.column,
        }
        for problem in problems
    )


def from_notes(notes: Iterable[Mapping[str, Any]]) -> list[Problem]:
    """What `to_notes` wrote, again; figures, days and inner messages stay what they were."""
    return [
        Problem(_message(note), line=note.get("line"), column=note.get("column")) for note in notes
    ]


def _message(note: Mapping[str, Any]) -> Message:
    params = {name: _whole(value) for name, value in note.get("params", {}).items()}
    return Message(str(note["template"]), params)


def _plain(value: object) -> object:
    if isinstance(value, Message):
        params = {name: _plain(inner) for name, inner in value.params.items()}
        return {"template": value.template, "params": params}
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    if isinstance(value, date):
        return {"date": value.isoformat()}
    return _storable(str(value))


def _whole(value: object) -> object:
    if not isinstance(value, Mapping):
        return value
    return date.fromisoformat(value["date"]) if "date" in value else _message(value)


def _storable(text: str) -> str:
    """Without the two things that a JSON column of PostgreSQL cannot hold."""
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode()
