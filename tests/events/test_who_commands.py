"""Merging players and undoing decisions from the command line."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club, User
from events.services import identity
from tests import builders
from tests.events.test_commands import refused, run

MET = (
    "Both were paired in “Cup” (2026-03-17, rounds: 1), so they cannot be one player."
    " If that event is wrong, correct it first."
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def rooks(club: Club) -> Club:
    builders.make_event(club, "2026-03-03", ["Ann 1-0 Bob"])
    builders.make_event(club, "2026-03-10", ["Anna 1-0 Bob"])
    return club


def uid(club: Club, name: str) -> str:
    return builders.player(club, name).uid


def merge(club: Club, *more: str) -> dict[str, Any]:
    return run("merge_players", club.slug, uid(club, "Ann"), uid(club, "Anna"), *more)


def test_two_are_merged(rooks: Club, arbiter: User) -> None:
    said = merge(rooks, "--why", "the same hand", "--by", arbiter.email)
    assert said == {"decision": 1, "player": uid(rooks, "Anna"), "events": 2}
    row = rooks.decisions.get()
    assert (row.kind, row.by, row.why) == ("merge", arbiter, "the same hand")
    assert row.player == builders.player(rooks, "Ann")


def test_without_by_it_is_the_owner(rooks: Club, owner: User) -> None:
    merge(rooks)
    run("undo_decision", rooks.slug, "1")
    assert [row.by for row in rooks.decisions.order_by("number")] == [owner, owner]


def test_an_undo_and_the_undo_of_it(rooks: Club) -> None:
    merge(rooks)
    said = run("undo_decision", rooks.slug, "1", "--why", "twins")
    assert said == {"decision": 2, "undoes": 1, "about": 1, "published_since": []}
    assert rooks.decisions.get(number=2).why == "twins"
    said = run("undo_decision", rooks.slug, "2")
    assert said == {"decision": 3, "undoes": 2, "about": 1, "published_since": []}
    said = run("undo_decision", rooks.slug, "1")
    assert (said["decision"], said["undoes"]) == (4, 3)
    assert refused("undo_decision", rooks.slug, "1")[1]["error"] == "Decision 1 is already undone."


def test_lines_published_since_go_to_whom_is_said(rooks: Club) -> None:
    merge(rooks)
    first, second = (
        builders.make_event(rooks, day, ["Anna 1-0 Bob"]) for day in ("2026-03-17", "2026-03-24")
    )
    said = run("undo_decision", rooks.slug, "1", "--belong", f"{first.uid}/1")
    assert said["published_since"] == sorted([f"{first.uid}/1", f"{second.uid}/1"])
    players = [event.entries.get(number=1).player.uid for event in (first, second)]  # type: ignore[union-attr]
    assert players == [uid(rooks, "Ann"), uid(rooks, "Anna")]


def test_people_are_told_in_lines(rooks: Club) -> None:
    out = io.StringIO()
    call_command("merge_players", rooks.slug, uid(rooks, "Ann"), uid(rooks, "Anna"), stdout=out)
    assert "Decision 1: one player from now on, in 2 events." in out.getvalue()
    assert f"manage.py undo_decision {rooks.slug} 1" in out.getvalue()


def test_what_is_refused_in_one_clear_line(rooks: Club) -> None:
    ann, anna, bob = (uid(rooks, name) for name in ("Ann", "Anna", "Bob"))
    builders.make_event(rooks, "2026-03-17", ["Ann 1-0 Anna"], name="Cup")
    cases = [
        ("merge_players", "nobody", ann, anna),
        ("merge_players", rooks.slug, ann, "zzzzzzzzzzzz"),
        ("merge_players", rooks.slug, ann, ann),
        ("merge_players", rooks.slug, ann, anna),
        ("undo_decision", rooks.slug, "7"),
        ("undo_decision", rooks.slug, "9" * 30),
    ]
    errors = []
    for case in cases:
        code, said = refused(*case)
        assert code == 2
        errors.append(said["error"])
    assert errors == [
        "There is no club 'nobody'.",
        "There is no player 'zzzzzzzzzzzz' in this club.",
        "These two are already one player.",
        MET,
        "There is no decision 7 in this club.",
        f"There is no decision {'9' * 30} in this club.",
    ]
    identity.never_same(builders.player(rooks, "Ann"), builders.player(rooks, "Bob"), by=None)
    code, said = refused("merge_players", rooks.slug, bob, ann)
    assert (code, "decision 1" in said["error"]) == (2, True)
    assert rooks.decisions.count() == 1


def test_a_line_that_was_not_asked_about_is_refused(rooks: Club) -> None:
    merge(rooks)
    event = rooks.events.get(date="2026-03-10")
    code, said = refused("undo_decision", rooks.slug, "1", "--belong", f"{event.uid}/1")
    assert code == 2
    assert f"Line {event.uid}/1 was not published after this merge" in said["error"]
    with pytest.raises(CommandError, match="is not EVENT/NUMBER"):
        call_command("undo_decision", rooks.slug, "1", "--belong", "nonsense")
    assert rooks.decisions.count() == 1


def test_nobody_of_another_club(rooks: Club, other_club: Club) -> None:
    builders.make_event(other_club, "2026-03-03", ["Xaver 1-0 Yvona"])
    foreign = uid(other_club, "Xaver")
    code, _ = refused("merge_players", rooks.slug, uid(rooks, "Ann"), foreign)
    assert code == 2
    assert json.dumps(list(rooks.decisions.values())) == "[]"
