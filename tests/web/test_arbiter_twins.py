"""The same event twice: noticed on the draft, and once more when it is written."""

from datetime import date

import pytest

from events.models import Event
from events.overlap import overlap, pairings
from events.services import drafts
from tests import builders
from tests.web.arbiters import text

NAMES = ["Alfa Ada", "Bravo Bo", "Charlie Cyril", "Delta Dana"]
# A double round robin of four: twelve pairings.
GAMES = [f"{white} 1-0 {black}" for white in NAMES for black in NAMES if white != black]


@pytest.fixture
def event(club) -> Event:
    return builders.make_event(club, "2026-03-03", GAMES, name="Spring cup")


def _draft(club, games=GAMES, day="2026-03-03"):
    content = builders.make_draft(club, games, name="Cup")
    last = date.fromisoformat(day)
    return drafts.start(club, builders.replace_days(content, last, last), by=None)


def _url(draft, what: str = "") -> str:
    return f"/c/{draft.club.slug}/drafts/{draft.uid}/{what}"


def _press(client, draft, **more):
    return client.post(_url(draft, "publish/now/"), {"version": draft.version, **more})


def test_the_draft_says_that_the_event_is_there(arbiter_client, club, event):
    page = arbiter_client.get(_url(_draft(club)))
    assert "12 of 12 pairings are equal to an event you have: Spring cup" in text(page)


def test_names_typed_otherwise_are_seen_through_their_answers(arbiter_client, club, event):
    draft = _draft(club)
    content = drafts.content_of(draft)
    assert "12 of 12" in text(arbiter_client.get(_url(draft, "publish/")))
    assert all(entry.player for entry in content.entries)


def test_an_open_draft_of_somebody_else_is_named(arbiter_client, club):
    _draft(club)
    page = arbiter_client.get(_url(_draft(club)))
    assert "12 of 12 pairings stand in an open draft" in text(page)


def test_it_is_not_written_twice_without_saying_so(arbiter_client, club, event):
    draft = _draft(club)
    answer = _press(arbiter_client, draft)
    assert answer.status_code == 409
    assert "Spring cup" in text(answer)
    assert club.events.count() == 1
    assert _press(arbiter_client, draft, another="1").status_code == 302
    assert club.events.count() == 2


def test_two_drafts_of_one_evening_pressed_one_after_the_other(arbiter_client, club):
    """Noticed inside the publishing transaction: neither page had anything to warn of."""
    for name in NAMES:
        builders.make_player(club, name)
    one, other = _draft(club), _draft(club)
    assert _press(arbiter_client, one).status_code == 302
    assert _press(arbiter_client, other).status_code == 409


def test_other_evenings_of_the_same_people_are_no_twins(arbiter_client, club, event):
    assert "looks like" not in text(arbiter_client.get(_url(_draft(club, GAMES[::-1]))))
    assert "looks like" not in text(arbiter_client.get(_url(_draft(club, day="2026-05-03"))))


def test_an_event_that_is_continued_is_no_twin_of_itself(arbiter_client, club, event):
    draft = drafts.of_event(event, by=None)
    assert "looks like" not in text(arbiter_client.get(_url(draft)))


def test_a_half_published_event_and_the_whole_one():
    games = [(n, f"w{n}{b}", f"b{n}{b}", "1-0") for n in range(1, 6) for b in range(4)]
    assert overlap(pairings(games), pairings(games[:8])) == (8, 20)


def test_five_pairings_in_common_are_chance():
    games = [(n, f"w{n}", f"b{n}", "1-0") for n in range(5)]
    assert overlap(pairings(games), pairings(games)) is None
    assert overlap(pairings(games), pairings([*games[:4], (9, "x", "y", "")]), one_day=True) is None


def test_few_pairings_of_one_day_are_one_event_if_all_are_equal():
    games = [(1, "ada", "bo", "1-0"), (2, "bo", "ada", "1/2-0")]
    turned = [(1, "bo", "ada", "0-1"), (2, "bo", "ada", "")]
    assert overlap(pairings(games), pairings(turned), one_day=True) == (2, 2)
    assert overlap(pairings(games), pairings(turned)) is None
    other = [(1, "ada", "bo", "1/2"), games[1]]
    assert overlap(pairings(games), pairings(other), one_day=True) is None
    assert overlap(pairings(games[:1]), pairings(games[:1]), one_day=True) is None


def test_a_small_event_is_not_written_twice_on_one_day_without_saying_so(arbiter_client, club):
    builders.make_event(club, "2026-03-03", GAMES[:2], name="Two boards")
    draft = _draft(club, GAMES[:2])
    answer = _press(arbiter_client, draft)
    assert (answer.status_code, "Two boards" in text(answer)) == (409, True)
    assert "2 of 2 pairings" in text(arbiter_client.get(_url(draft)))
    assert _press(arbiter_client, _draft(club, GAMES[:2], "2026-03-10")).status_code == 302


def test_somebody_not_known_pairs_with_nobody():
    assert pairings([(1, "", "b", "1-0"), (1, "w", "", "")]) == {}
