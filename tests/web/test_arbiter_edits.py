"""Changes of a published event in the browser: the form, what will change, the revision."""

import pytest

from events.results import GameKind, Result
from events.services import revising
from events.services.projection import current_content
from ladder.models import Effect
from tests import builders
from tests.web.arbiters import hidden, text


@pytest.fixture
def event(club):
    event = builders.make_event(
        club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo", "Charlie Cyril 1/2 Delta Dana"]
    )
    builders.make_event(club, "2026-03-10", ["Alfa Ada 1-0 Charlie Cyril"])
    builders.rebuild(club)
    return event


def _url(event, edit: str, number: int = 0, what: str = "") -> str:
    return f"/c/{event.club.slug}/events/{event.uid}/edit/{edit}/{number}/{what}"


def _fill(client, event, edit: str, number: int = 0, **more):
    """The form as the page shows it, filled in."""
    page = client.get(_url(event, edit, number))
    assert page.status_code == 200, page
    return {"based_on": hidden(page, "based_on"), "press": hidden(page, "press"), **more}


def _save(client, event, edit: str, number: int = 0, **more):
    return client.post(
        _url(event, edit, number, "save/"), _fill(client, event, edit, number, **more)
    )


DETAILS = {
    "name": "Evening", "start": "2026-03-03", "date": "2026-03-03", "sequence": "1",
    "kind": "swiss", "tempo": "rapid", "counts": "yes", "steps": "event",
}  # fmt: skip


def test_swapping_colours_says_that_no_rating_changes(arbiter_client, event):
    page = arbiter_client.get(_url(event, "swap", 1))
    assert "No rating changes." in text(page)
    assert event.revisions.count() == 1, "looking saves nothing"
    assert _save(arbiter_client, event, "swap", 1).status_code == 302
    game = current_content(event).games[0]
    assert (game.white, game.black, game.result) == (2, 1, Result.BLACK_WINS)


def test_a_missing_game_is_previewed_and_added(arbiter_client, event):
    wanted = {"round": "2", "white": "1", "black": "4", "outcome": "0-1|played"}
    data = _fill(arbiter_client, event, "add", **wanted)
    page = arbiter_client.post(_url(event, "add", 0, "preview/"), data)
    said = text(page)
    assert "Round 2 is added; games: 1." in said
    assert "in this and 1 later event" in said
    assert event.revisions.count() == 1
    assert arbiter_client.post(_url(event, "add", 0, "save/"), data).status_code == 302
    added = current_content(event).games[-1]
    assert (added.round, added.kind) == (2, GameKind.PLAYED)


def test_the_panel_alone_for_a_page_that_asks_by_script(arbiter_client, event):
    data = _fill(arbiter_client, event, "details", **{**DETAILS, "counts": "no"})
    data["counts_reason"] = "friendly"
    page = arbiter_client.post(
        _url(event, "details", 0, "preview/"), data, headers={"HX-Request": "true"}
    )
    body = page.content.decode()
    assert body.strip().startswith("<section")
    assert "It no longer counts for the ladder." in body


def test_a_player_is_taken_out(arbiter_client, event):
    assert _save(arbiter_client, event, "take-out", 2).status_code == 302
    content = current_content(event)
    assert [entry.number for entry in content.entries] == [1, 3, 4]
    assert content.games[0].kind is GameKind.FULL_BYE


def test_who_is_paired_twice_is_named(arbiter_client, event):
    data = {"round": "1", "white": "1", "black": "2", "outcome": "1-0|played"}
    answer = _save(arbiter_client, event, "add", 0, **data)
    assert answer.status_code == 422
    assert "Alfa Ada (no. 1) is paired 2 times in round 1." in text(answer)


def test_the_order_on_a_day_cannot_be_taken_twice(arbiter_client, club, event):
    builders.make_event(club, "2026-03-03", ["Alfa Ada 0-1 Delta Dana"])
    answer = _save(arbiter_client, event, "details", **{**DETAILS, "sequence": "2"})
    assert answer.status_code == 422
    assert "Another event stands at place 2" in text(answer)
    assert "the next free place is 3." in text(answer)
    assert event.revisions.count() == 1


def test_not_counting_needs_its_reason(arbiter_client, event):
    answer = _save(arbiter_client, event, "details", **{**DETAILS, "counts": "no"})
    assert answer.status_code == 422
    assert "Say why it does not count." in text(answer)


def _history(client, event) -> str:
    return client.get(f"/c/{event.club.slug}/events/{event.uid}/history/").content.decode()


def test_undo_by_one_press_from_the_history(arbiter_client, event):
    before = current_content(event)
    _save(arbiter_client, event, "remove", 1)
    assert _url(event, "undo", 2) in _history(arbiter_client, event)
    page = arbiter_client.get(_url(event, "undo", 2))
    assert "Version 2: a game taken out" in text(page)
    assert "Round 1, Alfa Ada – Bravo Bo: added." in text(page)
    assert _save(arbiter_client, event, "undo", 2, why="my mistake").status_code == 302
    assert current_content(event) == before
    newest = event.revisions.latest("number")
    assert (newest.number, newest.action, newest.why) == (3, "undo", "my mistake")


def test_an_older_change_is_undone_and_later_ones_stay(arbiter_client, event):
    _save(arbiter_client, event, "remove", 1)
    _save(arbiter_client, event, "details", **{**DETAILS, "name": "Another name"})
    _save(arbiter_client, event, "swap", 1)
    assert _save(arbiter_client, event, "undo", 2).status_code == 302
    content = current_content(event)
    assert content.name == "Another name"
    assert [(game.white, game.black) for game in content.games] == [(1, 2), (4, 3)]


def test_an_undone_change_is_marked_and_can_come_back(arbiter_client, event):
    _save(arbiter_client, event, "remove", 1)
    _save(arbiter_client, event, "swap", 1)
    removed = current_content(event)
    _save(arbiter_client, event, "undo", 2)
    page = _history(arbiter_client, event)
    assert "undone by version 4" in page
    assert "Undid version 2" in page
    assert _url(event, "undo", 2) not in page
    assert _url(event, "undo", 4) in page
    _save(arbiter_client, event, "undo", 4)
    assert current_content(event) == removed
    page = _history(arbiter_client, event)
    assert "undone by version 4" not in page, "the undo has no effect any more"
    assert "undone by version 5" in page
    assert _url(event, "undo", 2) in page


def test_a_deletion_is_undone_like_any_change(arbiter_client, event):
    revising.delete(event, by=None)
    assert _url(event, "undo", 2) in _history(arbiter_client, event)
    assert _save(arbiter_client, event, "undo", 2).status_code == 302
    assert not current_content(event).deleted


def test_what_stands_in_the_way_of_an_undo_is_said(arbiter_client, event):
    _correct(event, Result.DRAW)
    data = _fill(arbiter_client, event, "undo", 2)
    _correct(event, Result.BLACK_WINS)
    page = arbiter_client.get(_url(event, "undo", 2))
    assert "Round 1, Alfa Ada – Bravo Bo: the result was changed again in version 3." in text(page)
    assert _url(event, "revert", 1) in page.content.decode()
    assert "Save the change" not in text(page)
    for what in ("preview/", "save/"):
        answer = arbiter_client.post(_url(event, "undo", 2, what), data)
        assert answer.status_code == 422
        assert "changed again in version 3" in text(answer)
    assert event.revisions.count() == 3


def test_undo_notices_what_was_saved_meanwhile(arbiter_client, event):
    _correct(event, Result.DRAW)
    data = _fill(arbiter_client, event, "undo", 2)
    _save(arbiter_client, event, "swap", 2)
    answer = arbiter_client.post(_url(event, "undo", 2, "save/"), data)
    assert answer.status_code == 409
    assert "changed meanwhile" in text(answer)
    again = {**data, "based_on": "3", "press": hidden(answer, "press")}
    assert arbiter_client.post(_url(event, "undo", 2, "save/"), again).status_code == 302


def test_undoing_twice_by_one_press_is_one_revision(arbiter_client, event):
    _correct(event, Result.DRAW)
    data = _fill(arbiter_client, event, "undo", 2)
    for _ in range(2):
        assert arbiter_client.post(_url(event, "undo", 2, "save/"), data).status_code == 302
    assert event.revisions.count() == 3


def _correct(event, result: Result):
    revising.set_result(event, 1, result, GameKind.PLAYED, by=None)


def test_a_long_history_goes_on_on_another_page(arbiter_client, event):
    for result in [Result.DRAW, Result.BLACK_WINS] * 16:
        _correct(event, result)
    page = _history(arbiter_client, event)
    assert page.count("Undo this change") == 30
    assert "?before=4" in page
    answer = arbiter_client.get(f"/c/{event.club.slug}/events/{event.uid}/history/?before=4")
    said = text(answer)
    assert "Version 3" in said and "Version 4" not in said
    assert "Older versions" not in said
    assert said.count("Go back to this version") == 3, "none of them is the newest"
    nonsense = arbiter_client.get(f"/c/{event.club.slug}/events/{event.uid}/history/?before=x")
    assert "Version 33" in text(nonsense)


def test_the_history_shows_what_each_change_did(arbiter_client, club, event):
    _save(arbiter_client, event, "remove", 1)
    builders.rebuild(club)
    effect = Effect.objects.get(event=event)
    page = arbiter_client.get(f"/c/{club.slug}/events/{event.uid}/history/")
    assert f"{effect.moves.count()} ratings change" in text(page)


def test_a_conflict_shows_the_difference_and_keeps_what_was_typed(arbiter_client, event):
    data = _fill(arbiter_client, event, "details", **{**DETAILS, "name": "Another name"})
    _save(arbiter_client, event, "swap", 1)
    answer = arbiter_client.post(_url(event, "details", 0, "save/"), data)
    assert answer.status_code == 409
    assert "changed meanwhile" in text(answer)
    assert "Another name" in answer.content.decode()
    assert hidden(answer, "based_on") == "2"
    again = {**data, "based_on": "2", "press": hidden(answer, "press")}
    assert arbiter_client.post(_url(event, "details", 0, "save/"), again).status_code == 302


def test_pressing_twice_is_one_revision(arbiter_client, event):
    data = _fill(arbiter_client, event, "swap", 1)
    for _ in range(2):
        assert arbiter_client.post(_url(event, "swap", 1, "save/"), data).status_code == 302
    assert event.revisions.count() == 2


@pytest.mark.parametrize(
    ("edit", "number"),
    [
        ("swap", 9),
        ("take-out", 9),
        ("revert", 9),
        ("nonsense", 1),
        ("remove", 0),
        ("undo", 0),
        ("undo", 1),
        ("undo", 9),
    ],
)
def test_what_is_not_there(arbiter_client, event, edit, number):
    assert arbiter_client.get(_url(event, edit, number)).status_code == 404


def test_a_deleted_event_is_only_brought_back(arbiter_client, event):
    revising.delete(event, by=None)
    assert arbiter_client.get(_url(event, "swap", 1)).status_code == 404
    assert _save(arbiter_client, event, "revert", 1).status_code == 302
    assert not current_content(event).deleted


def test_while_the_ladder_is_behind_the_preview_says_so(arbiter_client, club, event):
    builders.make_event(club, "2026-03-17", ["Alfa Ada 0-1 Delta Dana"])
    page = arbiter_client.get(_url(event, "remove", 1))
    assert "it is being recomputed" in text(page)


def test_the_home_lists_last_changes_with_one_press_to_undo(arbiter_client, club, event):
    _save(arbiter_client, event, "swap", 1, why="boards mixed up")
    home = arbiter_client.get(f"/c/{club.slug}/")
    assert "colours swapped" in text(home)
    assert "boards mixed up" in text(home)
    assert _url(event, "undo", 2) in home.content.decode()
    _save(arbiter_client, event, "undo", 2)
    home = arbiter_client.get(f"/c/{club.slug}/")
    assert _url(event, "undo", 2) not in home.content.decode()
    assert "undid version 2" in text(home)
    assert _url(event, "undo", 3) in home.content.decode()
