"""Everything decided about who is who: in words, and each taken back at any time, in any order."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, User
from events.models import Event
from events.services import identity
from events.services.erasing import erase_person
from players.identity import DecisionRefused
from players.models import AskedBy, Player
from tests import builders
from tests.web.arbiters import text
from tests.web.forms import forms
from tests.web.who import (
    OTHER,
    TWICE,
    at,
    filled,
    kinds,
    line,
    plays,
    press,
    ratings,
    rooks,
    who,
)

__all__ = ["rooks"]


def page(club: Club, number: int) -> str:
    return at(club, f"decisions/{number}/")


def merged(club: Club, by: User | None = None, why: str = "") -> tuple[Player, Player]:
    """The second of the two is one with the first."""
    one, other = who(club, TWICE), who(club, OTHER)
    identity.merge(other, one, by=by, why=why)
    return one, other


def evening(club: Club, day: str, name: str = TWICE) -> Event:
    """An evening played after the merge, when only the one who remained could be chosen."""
    return builders.make_event(club, day, [f"{name} 1-0 Dub Ivo"])


def test_each_stands_there_in_words_the_newest_first(
    arbiter_client: Client, rooks: Club, owner: User
) -> None:
    one, _ = merged(rooks, owner, "the same hand")
    identity.never_same(one, who(rooks, "Dub Ivo"), by=owner)
    identity.rename(who(rooks, "Malá Eva"), "Velká Eva", by=owner)
    event = rooks.events.get(date="2026-03-10")
    identity.split(one, [(event.uid, 1)], None, by=owner)
    identity.undo(rooks, 2, by=owner, why="a misclick")
    said = text(arbiter_client.get(at(rooks, "decisions/")))
    expected = [
        f"Undone, decision 2: {TWICE} and Dub Ivo are two different people No. 6",
        f"1 event of {TWICE} belongs to {TWICE} No. 5",
        "Malá Eva is called Velká Eva No. 3",
        f"{TWICE} and Dub Ivo are two different people No. 2",
        f"{OTHER} is one person with {TWICE} No. 1",
    ]
    assert [said.index(one) for one in expected] == sorted(said.index(one) for one in expected)
    assert "Reason: a misclick" in said and "undone by 6" in said
    assert said.count(owner.email) == 5
    assert "is a spelling of" not in said
    spellings = text(arbiter_client.get(at(rooks, "decisions/?about=spellings")))
    assert "Malá Eva is a spelling of Velká Eva No. 4" in spellings
    assert arbiter_client.get(at(rooks, "decisions/?about=x")).status_code == 404


def test_a_long_list_has_pages(arbiter_client: Client, rooks: Club) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    for _ in range(41):
        identity.never_same(one, other, by=None)
    assert "Page 1 of 2" in text(arbiter_client.get(at(rooks, "decisions/")))
    last = text(arbiter_client.get(at(rooks, "decisions/?page=2")))
    assert "No. 1 " in last and "No. 2 " not in last


def test_names_are_looked_up_and_never_stored(arbiter_client: Client, rooks: Club) -> None:
    merged(rooks)
    identity.rename(who(rooks, TWICE), "Starý Jan", by=None)
    said = text(arbiter_client.get(at(rooks, "decisions/")))
    assert f"{OTHER} is one person with Starý Jan" in said
    assert OTHER not in str(list(rooks.decisions.values()))


def test_a_merge_is_undone_with_a_preview_and_brought_back(
    arbiter_client: Client, rooks: Club
) -> None:
    apart = ratings(rooks)
    _, other = merged(rooks)
    together = ratings(rooks)
    said = text(arbiter_client.get(page(rooks, 1)))
    assert f"1 event goes from {TWICE} to {OTHER} ." in said
    assert "ratings change" in said
    answer = press(arbiter_client, page(rooks, 1), "/undo/", why="they are twins")
    assert answer["Location"] == at(rooks, f"players/{other.uid}/")
    assert ratings(rooks) == apart
    assert rooks.decisions.get(number=2).why == "they are twins"
    said = text(arbiter_client.get(page(rooks, 1)))
    assert "Bring this decision back?" in said
    assert "No. 2: undone" in said
    press(arbiter_client, page(rooks, 1), "/undo/")
    assert ratings(rooks) == together
    assert "No. 3: brought back" in text(arbiter_client.get(page(rooks, 1)))
    press(arbiter_client, page(rooks, 1), "/undo/")
    assert ratings(rooks) == apart
    assert kinds(rooks) == ["merge", "undo", "undo", "undo"]


def test_the_page_of_an_undo_leads_to_what_it_undoes(arbiter_client: Client, rooks: Club) -> None:
    merged(rooks)
    identity.undo(rooks, 1, by=None)
    assert arbiter_client.get(page(rooks, 2))["Location"] == page(rooks, 1)


def test_events_published_since_go_to_whom_the_arbiter_says(
    arbiter_client: Client, rooks: Club
) -> None:
    one, other = merged(rooks)
    events = [evening(rooks, day) for day in ("2026-03-24", "2026-03-31", "2026-04-07")]
    builders.rebuild(rooks)
    said = text(arbiter_client.get(page(rooks, 1)))
    assert "Published since: whose are they?" in said
    assert said.count(f"written {TWICE}") == 3
    data = filled(arbiter_client, page(rooks, 1), "/undo/")
    keys = [line(event, TWICE) for event in events]
    data |= {"asked": keys, "belong": [keys[0], keys[2]]}
    seen = text(arbiter_client.post(page(rooks, 1) + "preview/", data))
    assert f"3 events go from {TWICE} to {OTHER} ." in seen
    assert kinds(rooks) == ["merge"]
    assert arbiter_client.post(page(rooks, 1) + "undo/", data).status_code == 302
    assert [plays(event)[TWICE] for event in events] == [other.uid, one.uid, other.uid]
    assert plays(rooks.events.get(date="2026-03-17"))[OTHER] == other.uid
    assert kinds(rooks) == ["merge", "undo", "split"]


def test_what_was_confirmed_as_the_other_one_may_stay(arbiter_client: Client, rooks: Club) -> None:
    """The evening was reviewed before the merge and written after it: confirmed is the one whose
    page is gone."""
    one, other = merged(rooks)
    event = evening(rooks, "2026-03-24", OTHER)
    assert plays(event)[OTHER] == one.uid
    body = arbiter_client.get(page(rooks, 1)).content.decode()
    key = line(event, OTHER)
    assert f'name="belong" value="{key}" checked' in body
    data = filled(arbiter_client, page(rooks, 1), "/undo/") | {"asked": key}
    del data["belong"]
    seen = text(arbiter_client.post(page(rooks, 1) + "preview/", data))
    assert f"1 event goes from {TWICE} to {OTHER} ." in seen
    arbiter_client.post(page(rooks, 1) + "undo/", data)
    assert plays(event)[OTHER] == one.uid
    assert plays(rooks.events.get(date="2026-03-17"))[OTHER] == other.uid


def test_confirmed_as_the_other_one_it_goes_along_by_itself(
    arbiter_client: Client, rooks: Club
) -> None:
    _, other = merged(rooks)
    event = evening(rooks, "2026-03-24", OTHER)
    press(arbiter_client, page(rooks, 1), "/undo/")
    assert plays(event)[OTHER] == other.uid
    assert kinds(rooks) == ["merge", "undo"]


def test_an_event_published_while_the_page_is_open_is_asked_about(
    arbiter_client: Client, rooks: Club
) -> None:
    merged(rooks)
    data = filled(arbiter_client, page(rooks, 1), "/undo/")
    event = evening(rooks, "2026-03-24")
    answer = arbiter_client.post(page(rooks, 1) + "undo/", data)
    assert answer.status_code == 422
    assert "Events were published since." in text(answer) and event.name in text(answer)
    assert kinds(rooks) == ["merge"]


def test_a_merge_under_another_merge_is_undone_first(arbiter_client: Client, rooks: Club) -> None:
    """In any order: undoing the first of two leaves what the second alone would have given."""
    builders.make_event(rooks, "2026-03-24", ["Host Karel 1-0 Malá Eva"])
    third = who(rooks, "Host Karel")
    one, other = merged(rooks)
    identity.merge(one, third, by=None)
    press(arbiter_client, page(rooks, 1), "/undo/")
    assert plays(rooks.events.get(date="2026-03-17"))[OTHER] == other.uid
    assert plays(rooks.events.get(date="2026-03-10"))[TWICE] == third.uid
    press(arbiter_client, page(rooks, 2), "/undo/")
    assert plays(rooks.events.get(date="2026-03-10"))[TWICE] == one.uid


def test_what_contradicts_a_later_decision_is_refused_plainly(
    arbiter_client: Client, rooks: Club
) -> None:
    one, other = merged(rooks)
    identity.undo(rooks, 1, by=None)
    data = filled(arbiter_client, page(rooks, 1), "/undo/")
    identity.never_same(one, other, by=None)
    answer = arbiter_client.get(page(rooks, 1))
    why = (
        "It was decided that these are two different people (decision 3); undo that decision first."
    )
    assert why in text(answer)
    assert page(rooks, 3) in answer.content.decode()
    refused = arbiter_client.post(page(rooks, 1) + "undo/", data)
    assert refused.status_code == 422
    assert why in text(refused)
    press(arbiter_client, page(rooks, 3), "/undo/")
    assert press(arbiter_client, page(rooks, 1), "/undo/").status_code == 302


def test_a_merge_cannot_come_back_where_the_two_have_met_since(
    arbiter_client: Client, rooks: Club
) -> None:
    merged(rooks)
    identity.undo(rooks, 1, by=None)
    builders.make_event(rooks, "2026-03-24", [f"{TWICE} 1-0 {OTHER}"], name="Cup")
    assert "Both were paired in “Cup”" in text(arbiter_client.get(page(rooks, 1)))


def test_two_arbiters_undo_at_one_time(
    arbiter_client: Client, owner_client: Client, rooks: Club, owner: User
) -> None:
    """The second press must not bring back what the first one took back."""
    merged(rooks)
    data = filled(arbiter_client, page(rooks, 1), "/undo/") | {"why": "mine"}
    press(owner_client, page(rooks, 1), "/undo/")
    answer = arbiter_client.post(page(rooks, 1) + "undo/", data)
    assert answer.status_code == 409
    assert owner.email in text(answer) and "Undone, decision 1" in text(answer)
    assert kinds(rooks) == ["merge", "undo"]


def test_pressing_twice_undoes_once(arbiter_client: Client, rooks: Club) -> None:
    merged(rooks)
    data = filled(arbiter_client, page(rooks, 1), "/undo/")
    for _ in range(2):
        answer = arbiter_client.post(page(rooks, 1) + "undo/", data, follow=True)
        assert "It is undone." in answer.content.decode()
    assert kinds(rooks) == ["merge", "undo"]


def test_somebody_decided_about_them_meanwhile(
    arbiter_client: Client, owner_client: Client, rooks: Club
) -> None:
    builders.make_event(rooks, "2026-03-24", ["Host Karel 1-0 Malá Eva"])
    one, _ = merged(rooks)
    data = filled(arbiter_client, page(rooks, 1), "/undo/")
    identity.merge(one, who(rooks, "Host Karel"), by=None)
    answer = arbiter_client.post(page(rooks, 1) + "undo/", data)
    assert answer.status_code == 409
    (form,) = [f for f in forms(answer.content.decode(), "/") if f.action.endswith("/undo/")]
    assert arbiter_client.post(form.action, form.fields).status_code == 302
    assert kinds(rooks) == ["merge", "merge", "undo"]


def test_an_unknown_number(arbiter_client: Client, rooks: Club) -> None:
    for what in ("", "undo/", "preview/"):
        ask = arbiter_client.get if not what else arbiter_client.post
        assert ask(page(rooks, 77) + what).status_code == 404
        assert ask(page(rooks, 10**20) + what).status_code == 404


def test_twice_the_decisions_cost_the_same_number_of_queries(
    arbiter_client: Client, rooks: Club
) -> None:
    def count(path: str) -> int:
        with CaptureQueriesContext(connection) as queries:
            assert arbiter_client.get(at(rooks, path)).status_code == 200
        return len(queries)

    eva = who(rooks, "Malá Eva")
    paths = ["decisions/", f"players/{eva.uid}/", "players/pairs/"]
    count("decisions/")  # the first page of a session changes its key
    for name in ("Velká Eva", "Malá Eva", "Stará Eva", "Mladá Eva"):
        identity.rename(eva, name, by=None)
        identity.never_same(eva, who(rooks, OTHER), by=None)
        if name == "Velká Eva":
            few = [count(path) for path in paths]
    assert [count(path) for path in paths] == few


def test_what_was_decided_about_somebody_erased_stays_as_it_is(
    arbiter_client: Client, rooks: Club, owner: User
) -> None:
    one, _ = merged(rooks)
    identity.never_same(who(rooks, "Dub Ivo"), who(rooks, "Malá Eva"), by=None)
    erase_person(one, by=owner, asked_by=AskedBy.PERSON, asked_on=date(2026, 3, 20))
    source = arbiter_client.get(at(rooks, "decisions/")).content.decode()
    assert f'href="{page(rooks, 1)}' not in source
    assert f'href="{page(rooks, 2)}' in source
    shown = arbiter_client.get(page(rooks, 1))
    assert "Somebody in this decision was erased." in text(shown)
    assert "Undo the decision" not in text(shown)
    data = {"last": 1, "based_on": 2}
    answer = arbiter_client.post(page(rooks, 1) + "undo/", data)
    assert answer.status_code == 422
    with pytest.raises(DecisionRefused):
        identity.undo(rooks, 1, by=owner)
    assert kinds(rooks) == ["merge", "never-same"]
