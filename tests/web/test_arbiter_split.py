"""One profile that is two people, in the browser: tick, say whose, see, press."""

from django.test import Client

from clubs.models import Club
from events.services import identity
from players import services
from players.identity import Kind
from players.models import Display, Status
from players.services import hide
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
    split_page,
    who,
)

__all__ = ["rooks"]


def test_every_line_stands_there_as_typed_with_its_result(
    arbiter_client: Client, rooks: Club
) -> None:
    identity.merge(who(rooks, OTHER), who(rooks, TWICE), by=None)
    said = text(arbiter_client.get(split_page(rooks)))
    assert f"Tue, 17 March 2026 · standard · won 0, drawn 0, lost 1 written {OTHER}" in said
    assert f"Tue, 3 March 2026 · standard · won 1, drawn 0, lost 0 written {TWICE}" in said
    assert said.index("17 March") < said.index("10 March") < said.index("3 March 2026 ·")


def test_to_a_new_player_named_as_typed(arbiter_client: Client, rooks: Club) -> None:
    event = rooks.events.get(date="2026-03-10")
    more = {"lines": line(event, TWICE), "to": "guest", "why": "another child"}
    answer = press(arbiter_client, split_page(rooks), "/save/", **more)
    row = rooks.decisions.get()
    assert row.kind == Kind.SPLIT and row.why == "another child"
    assert row.other
    assert answer["Location"] == at(rooks, f"players/{row.other.uid}/")
    assert (row.other.name.text, row.other.status) == (TWICE, Status.GUEST)
    assert plays(event)[TWICE] == row.other.uid
    assert plays(rooks.events.get(date="2026-03-03"))[TWICE] == row.player.uid  # type: ignore[union-attr]


def test_that_a_new_player_is_shown_by_initials_is_said_before(
    arbiter_client: Client, rooks: Club
) -> None:
    said = "Readers will see only the initials of the new player"
    event, known = rooks.events.get(date="2026-03-10"), who(rooks, TWICE)
    data = filled(arbiter_client, split_page(rooks), "/save/")
    data |= {"lines": line(event, TWICE), "to": "member"}
    assert said not in text(arbiter_client.post(split_page(rooks) + "preview/", data))
    services.change_display(known, Display.INITIALS, by=None)
    assert said in text(arbiter_client.post(split_page(rooks) + "preview/", data))
    data["to"] = who(rooks, OTHER).uid
    assert said not in text(arbiter_client.post(split_page(rooks) + "preview/", data))


def test_to_somebody_who_is_looked_for_and_the_ticks_stay(
    arbiter_client: Client, rooks: Club
) -> None:
    event = rooks.events.get(date="2026-03-03")
    key, other = line(event, TWICE), who(rooks, OTHER)
    data = filled(arbiter_client, split_page(rooks), "/save/") | {"lines": key, "name": "novak"}
    page = arbiter_client.post(split_page(rooks) + "search/", data)
    body = page.content.decode()
    assert f'value="{key}" checked' in body
    assert f'name="to" value="{other.uid}"' in body
    assert who(rooks, "Dub Ivo").uid not in body
    data["to"] = other.uid
    seen = text(arbiter_client.post(split_page(rooks) + "preview/", data))
    assert f"1 event goes from {TWICE} to {OTHER} ." in seen
    assert "ratings change" in seen
    assert kinds(rooks) == []
    assert arbiter_client.post(split_page(rooks) + "save/", data).status_code == 302
    assert plays(event)[TWICE] == other.uid


def test_a_search_without_a_hit_or_without_a_name(arbiter_client: Client, rooks: Club) -> None:
    data = filled(arbiter_client, split_page(rooks), "/save/")
    page = arbiter_client.post(split_page(rooks) + "search/", data | {"name": "Xaver"})
    assert "Nobody else in the club has such a name." in text(page)
    page = arbiter_client.post(split_page(rooks) + "search/", data | {"name": ""})
    assert "Type a part of a name to look for." in page.content.decode()


def test_nothing_ticked_is_told(arbiter_client: Client, rooks: Club) -> None:
    data = filled(arbiter_client, split_page(rooks), "/save/") | {"to": "member"}
    del data["lines"]
    for what in ("save/", "preview/"):
        answer = arbiter_client.post(split_page(rooks) + what, data)
        assert answer.status_code == 422
        assert "Tick at least one event that belongs to somebody else." in text(answer)
    assert kinds(rooks) == []


def test_the_one_who_takes_over_must_not_have_sat_there(
    arbiter_client: Client, rooks: Club
) -> None:
    event = rooks.events.get(date="2026-03-10")
    data = filled(arbiter_client, split_page(rooks), "/save/")
    data |= {"lines": line(event, TWICE), "to": who(rooks, "Dub Ivo").uid}
    why = "Both were paired in"
    assert why in text(arbiter_client.post(split_page(rooks) + "preview/", data))
    answer = arbiter_client.post(split_page(rooks) + "save/", data)
    assert answer.status_code == 422
    assert why in text(answer) and event.name in text(answer)
    assert kinds(rooks) == []


def test_two_arbiters_at_one_time(
    arbiter_client: Client, owner_client: Client, rooks: Club
) -> None:
    event = rooks.events.get(date="2026-03-10")
    more = {"lines": line(event, TWICE), "to": "member"}
    data = filled(arbiter_client, split_page(rooks), "/save/") | more
    press(owner_client, split_page(rooks), "/save/", lines=more["lines"], to="guest")
    answer = arbiter_client.post(split_page(rooks) + "save/", data)
    assert answer.status_code == 409
    said = text(answer)
    assert f"1 event of {TWICE} belongs to {TWICE}" in said
    assert "Not all of these events belong to this player any more. Look again." in said
    assert kinds(rooks) == ["split"]


def test_pressing_twice_makes_one_player(arbiter_client: Client, rooks: Club) -> None:
    event = rooks.events.get(date="2026-03-10")
    data = filled(arbiter_client, split_page(rooks), "/save/")
    data |= {"lines": line(event, TWICE), "to": "member"}
    where = {arbiter_client.post(split_page(rooks) + "save/", data)["Location"] for _ in range(2)}
    assert len(where) == 1
    assert rooks.players.filter(name__text=TWICE).count() == 2


def test_undone_the_new_player_is_hidden_and_shown_again_if_brought_back(
    arbiter_client: Client, rooks: Club
) -> None:
    before = ratings(rooks)
    event = rooks.events.get(date="2026-03-10")
    press(arbiter_client, split_page(rooks), "/save/", lines=line(event, TWICE), to="member")
    made = rooks.decisions.get().other
    assert made
    with_it = ratings(rooks)
    page = at(rooks, "decisions/1/")
    assert press(arbiter_client, page, "/undo/").status_code == 302
    made.refresh_from_db()
    assert made.status == Status.HIDDEN
    assert ratings(rooks) == before
    assert press(arbiter_client, page, "/undo/").status_code == 302
    made.refresh_from_db()
    assert made.status == Status.MEMBER
    assert ratings(rooks) == with_it


def test_who_was_hidden_on_purpose_stays_so(rooks: Club) -> None:
    event = rooks.events.get(date="2026-03-10")
    place = (event.uid, event.entries.get(typed_name__text=TWICE).number)
    made = identity.split(who(rooks, TWICE), [place], None, by=None).other
    assert made
    hide(made, by=None)
    first = identity.undo(rooks, 1, by=None)
    made.refresh_from_db()
    hidden_at = made.hidden_at
    assert hidden_at and hidden_at < first.at
    identity.undo(rooks, first.number, by=None)
    made.refresh_from_db()
    assert (made.status, made.hidden_at) == (Status.HIDDEN, hidden_at)


def test_a_profile_without_events(arbiter_client: Client, rooks: Club) -> None:
    builders.make_player(rooks, "Host Karel")
    said = text(arbiter_client.get(split_page(rooks, "Host Karel")))
    assert "There is nothing to split." in said
    page = arbiter_client.get(split_page(rooks)).content.decode()
    assert [f for f in forms(page, "/") if f.action.endswith("/split/save/")]
