"""The log of a club: every action in words, names of nobody, unchangeable."""

import ast
from pathlib import Path

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from clubs.log_words import WORDS
from clubs.models import AuditEntry, Club, NameDisplay, Officer, User, Visibility
from clubs.roles import Role
from clubs.services import audit, change_names, change_role, change_visibility, remove_officer
from ladder.rulebook import Filters
from ladder.services import change_rules, create_ladder
from players.models import Display
from players.services import change_display
from tests import builders
from tests.cast import CANARIES
from tests.web.reading import words

ROOT = Path(__file__).resolve().parents[2]
APPS = ("clubs", "players", "events", "ladder")


def constants() -> set[str]:
    """Every text in the code of the apps, except the words themselves."""
    found = set()
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            if path.name != "log_words.py":
                for node in ast.walk(ast.parse(path.read_text())):
                    if isinstance(node, ast.ClassDef):
                        found |= _of_class(node)
                    if isinstance(node, ast.Constant) and isinstance(node.value, str):
                        found.add(node.value)
                    # What an edit is called: said with the press, or worked out (events.edits).
                    if (isinstance(node, ast.keyword) and node.arg == "action") or isinstance(
                        node, ast.Return
                    ):
                        found |= {f"event.{word}" for word in _said(node.value)}
    return found


def _said(value: ast.expr | None) -> set[object]:
    nodes = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
    return {node.value for node in nodes if isinstance(node, ast.Constant)}


def written() -> set[str]:
    """Every action that `audit("...")` is told outright, and every `action="..."` of an event."""
    found = set()
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for call in ast.walk(ast.parse(path.read_text())):
                if isinstance(call, ast.ClassDef):
                    found |= _of_class(call)
                if not isinstance(call, ast.Call):
                    continue
                function = getattr(call.func, "attr", getattr(call.func, "id", ""))
                first = call.args[:1] if function == "audit" else []
                named = [k.value for k in call.keywords if k.arg == "action"]
                for value in [*first, *(named if function != "add_argument" else [])]:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        word = value.value
                        found.add(word if "." in word else f"event.{word}")
    return found


def _of_class(form: ast.ClassDef) -> set[str]:
    """The `action = "..."` of a form for an edit (events.forms.edits)."""
    return {
        f"event.{line.value.value}"
        for line in form.body
        if isinstance(line, ast.Assign)
        and isinstance(line.value, ast.Constant)
        and getattr(line.targets[0], "id", "") == "action"
    }


def test_every_action_has_words() -> None:
    assert {"event.publish", "club.names"} <= written()
    assert written() - set(WORDS) == set(), "add them to clubs.log_words"


def test_no_words_are_left_over() -> None:
    assert set(WORDS) - constants() == set()


def test_the_page_says_who_what_when_and_why(
    season: Club, owner: User, arbiter_client: Client
) -> None:
    audit("club.names", club=season, by=owner, reason="in the blue folder")
    page = arbiter_client.get("/c/rooks/log/").content.decode()
    assert "changed how names are shown to readers" in page
    assert "in the blue folder" in page and owner.email in page


def test_an_entry_about_an_event_leads_to_it(
    season: Club, owner: User, arbiter_client: Client
) -> None:
    event = season.events.earliest("date")
    audit("event.correct", club=season, by=owner, object_uid=event.uid)
    audit("event.delete", club=season, by=owner, object_uid="gone")
    page = arbiter_client.get("/c/rooks/log/").content.decode()
    link = f'<a href="/c/rooks/events/{event.uid}/"><bdi>{event.name}</bdi></a>'
    assert f"corrected an event: {link}" in page
    assert "deleted an event</th>" in page


def test_an_entry_about_a_ladder_names_it(
    season: Club, owner: User, arbiter_client: Client
) -> None:
    made = create_ladder(season, by=owner, slug="quick", name="Quick <chess>")
    change_rules(
        made, by=owner, system="fide", parameters={}, filters=Filters(), why="as the league does"
    )
    page = words(arbiter_client.get("/c/rooks/log/").content.decode())
    assert "made a ladder: Quick <chess>" in page or "made a ladder: Quick &lt;chess&gt;" in page
    assert "changed the rules of a ladder: Quick" in page


def test_it_says_what_changed_into_what_and_about_whom(
    season: Club, owner: User, arbiter: User, arbiter_client: Client
) -> None:
    petr = season.players.get(name__text__startswith=CANARIES[0])
    change_display(petr, Display.INITIALS, by=owner)
    change_names(season, NameDisplay.FULL, by=owner, answers=(True, True, True))
    change_visibility(season, Visibility.ARBITERS, by=owner)
    change_role(season, arbiter, Role.OWNER, by=owner)
    leaver = builders.make_user("leaver@example.org")
    Officer.objects.create(club=season, user=leaver, role=Role.ARBITER)
    remove_officer(season, leaver, by=owner)
    page = words(arbiter_client.get("/c/rooks/log/").content.decode())
    assert "a player's name: the player , from “as the club shows names” to “initials”" in page
    assert "names are shown to readers, from “initials” to “full names”" in page
    assert "who sees the club, from “members with the link” to “arbiters only”" in page
    assert f"role: {arbiter.email} , from “arbiter” to “administrator of the club”" in page
    assert "removed somebody from the club: leaver@example.org" in page
    html = arbiter_client.get("/c/rooks/log/").content.decode()
    assert f'href="/c/rooks/players/{petr.uid}/"' in html
    assert not any(word in html for word in CANARIES)


def test_only_this_club_is_in_it(
    season: Club, other_club: Club, outsider: User, arbiter_client: Client
) -> None:
    audit("club.change", club=other_club, by=outsider, reason="bishops only")
    assert b"bishops only" not in arbiter_client.get("/c/rooks/log/").content


def test_no_name_is_written_into_it(season: Club) -> None:
    rows = repr(list(AuditEntry.objects.values_list("object_uid", "reason", "details")))
    assert not any(word in rows for word in CANARIES)


def test_nobody_changes_it(season: Club) -> None:
    for change in (
        lambda: AuditEntry.objects.update(reason="x"),
        lambda: AuditEntry.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            change()


def test_long_logs_have_pages(season: Club, owner: User, arbiter_client: Client) -> None:
    for _ in range(60):
        audit("club.change", club=season, by=owner)
    first, second = (arbiter_client.get(f"/c/rooks/log/?page={n}").context["page"] for n in (1, 2))
    assert len(first) == 50 and 0 < len(second) <= 50
