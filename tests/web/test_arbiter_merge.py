"""Two players who are one person, in the browser: evidence, what will change, one press, and back."""

import pytest
from django.test import Client

from clubs.models import AuditEntry, Club, User
from events.services import identity
from ladder.queries import preview_decision
from players import services
from players.identity import Kind
from players.models import Display
from tests import builders
from tests.web.arbiters import text
from tests.web.forms import forms
from tests.web.who import (
    OTHER,
    TWICE,
    at,
    filled,
    kinds,
    merge_page,
    plays,
    press,
    ratings,
    rooks,
    who,
)

__all__ = ["rooks"]


def test_both_stand_beside_each_other_with_the_evidence(
    arbiter_client: Client, rooks: Club
) -> None:
    identity.add_spelling(who(rooks, TWICE), "Nowak Jan", by=None)
    said = text(arbiter_client.get(merge_page(rooks)))
    assert f"{TWICE} {OTHER}" in said
    assert "Also written Nowak Jan –" in said
    assert "Last here 10 March 2026 17 March 2026" in said
    assert "Events 2 1 Games 2 1" in said
    assert "Rating 1239 1180" in said


def test_what_will_change_is_what_then_changes(arbiter_client: Client, rooks: Club) -> None:
    before = ratings(rooks)
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    (shown,) = (
        preview_decision(rooks, identity.planned(rooks, Kind.MERGE, other.uid, one.uid)) or ()
    )
    said = text(arbiter_client.get(merge_page(rooks)))
    assert f"1 event goes from {OTHER} to {TWICE} ." in said
    assert f"{len(shown.moves)} ratings change" in said
    assert kinds(rooks) == [], "looking decides nothing"
    assert press(arbiter_client, merge_page(rooks), "/save/").status_code == 302
    after = ratings(rooks)
    assert other.uid not in after
    moved = {move.uid: move.after for move in shown.moves}
    assert {uid: after.get(uid) for uid in before if before[uid] != after.get(uid)} == moved


@pytest.mark.parametrize("closed", [TWICE, OTHER])
def test_that_initials_remain_is_said_before_and_after_choosing_who(
    arbiter_client: Client, rooks: Club, closed: str
) -> None:
    said = "Readers will see only the initials of the player who remains"
    page, goes = merge_page(rooks), who(rooks, closed)
    keep = OTHER if closed == TWICE else TWICE
    data = filled(arbiter_client, page, "/save/") | {"keep": who(rooks, keep).uid}
    assert said not in text(arbiter_client.post(page + "preview/", data))
    services.change_display(goes, Display.INITIALS, by=None)
    assert said in text(arbiter_client.post(page + "preview/", data))


def test_one_press_saves_with_who_and_why(
    arbiter_client: Client, rooks: Club, arbiter: User
) -> None:
    answer = press(arbiter_client, merge_page(rooks), "/save/", why="the same handwriting")
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    assert answer["Location"] == at(rooks, f"players/{one.uid}/")
    (row,) = rooks.decisions.all()
    assert (row.kind, row.player, row.other) == (Kind.MERGE, other, one)
    assert (row.by, row.why) == (arbiter, "the same handwriting")
    assert plays(rooks.events.get(date="2026-03-17"))[OTHER] == one.uid
    log = AuditEntry.objects.get(action="identity.merge")
    assert (log.by, log.object_uid, log.details) == (arbiter, other.uid, {"decision": 1})


def test_the_one_with_more_games_remains_unless_the_other_is_chosen(
    arbiter_client: Client, rooks: Club
) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    for page in (merge_page(rooks), merge_page(rooks, OTHER, TWICE)):
        assert filled(arbiter_client, page, "/save/")["keep"] == one.uid
    answer = press(arbiter_client, merge_page(rooks), "/save/", keep=other.uid)
    assert answer["Location"] == at(rooks, f"players/{other.uid}/")
    assert plays(rooks.events.get(date="2026-03-03"))[TWICE] == other.uid


def test_the_panel_alone_for_a_page_that_asks_by_script(
    arbiter_client: Client, rooks: Club
) -> None:
    data = filled(arbiter_client, merge_page(rooks), "/save/") | {"keep": who(rooks, OTHER).uid}
    page = arbiter_client.post(merge_page(rooks) + "preview/", data, headers={"HX-Request": "true"})
    body = page.content.decode()
    assert body.strip().startswith("<section")
    assert "2 events go from" in body
    whole = arbiter_client.post(merge_page(rooks) + "preview/", data)
    assert "2 events go from" in text(whole)
    assert kinds(rooks) == []


def test_two_who_met_cannot_be_one_and_the_event_is_named(
    arbiter_client: Client, rooks: Club
) -> None:
    builders.make_event(
        rooks, "2026-03-24", [f"{TWICE} 1-0 Malá Eva", f"{OTHER} 1-0 {TWICE}"], name="Cup"
    )
    page = arbiter_client.get(merge_page(rooks))
    why = "Both were paired in “Cup” (24 March 2026, rounds: 2), so they cannot be one player."
    assert why in text(page)
    assert "It is one person" not in text(page)
    one = who(rooks, TWICE)
    data = {"keep": one.uid, "based_on": 0}
    answer = arbiter_client.post(merge_page(rooks) + "save/", data)
    assert answer.status_code == 422
    assert why in text(answer)
    assert kinds(rooks) == []


def test_never_the_same_is_in_the_way_and_named(arbiter_client: Client, rooks: Club) -> None:
    identity.never_same(who(rooks, TWICE), who(rooks, OTHER), by=None)
    page = arbiter_client.get(merge_page(rooks))
    assert "two different people (decision 1); undo that decision first." in text(page)
    assert f'href="{at(rooks, "decisions/1/")}"' in page.content.decode()


def test_two_arbiters_at_one_time(
    arbiter_client: Client, owner_client: Client, rooks: Club, owner: User
) -> None:
    """The other one has merged one of the two with somebody else meanwhile."""
    builders.make_event(rooks, "2026-03-24", ["Host Karel 1-0 Král Petr"])
    builders.rebuild(rooks)
    data = filled(arbiter_client, merge_page(rooks), "/save/") | {"why": "mine"}
    press(owner_client, merge_page(rooks, OTHER, "Host Karel"), "/save/")
    answer = arbiter_client.post(merge_page(rooks) + "save/", data)
    assert answer.status_code == 409
    said = text(answer)
    assert "Something was decided about these players meanwhile, so nothing was saved." in said
    assert f"is one person with {OTHER}" in said and owner.email in said
    assert 'value="mine"' in answer.content.decode(), "what was typed is kept"
    assert kinds(rooks) == ["merge"]
    (form,) = [f for f in forms(answer.content.decode(), "/") if f.action.endswith("/save/")]
    assert arbiter_client.post(form.action, form.fields).status_code == 302
    assert kinds(rooks) == ["merge", "merge"]


def test_a_decision_about_others_is_no_conflict(
    arbiter_client: Client, owner_client: Client, rooks: Club
) -> None:
    data = filled(arbiter_client, merge_page(rooks), "/save/")
    identity.never_same(who(rooks, "Dub Ivo"), who(rooks, "Malá Eva"), by=None)
    assert arbiter_client.post(merge_page(rooks) + "save/", data).status_code == 302


def test_pressing_twice_decides_once(
    arbiter_client: Client, owner_client: Client, rooks: Club
) -> None:
    data = filled(arbiter_client, merge_page(rooks), "/save/")
    for _ in range(2):
        assert arbiter_client.post(merge_page(rooks) + "save/", data).status_code == 302
    assert kinds(rooks) == ["merge"]
    # Somebody else's press is told what has happened.
    assert owner_client.post(merge_page(rooks) + "save/", data).status_code == 409


def test_whoever_is_one_already_leads_on(arbiter_client: Client, rooks: Club) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    identity.merge(other, one, by=None)
    answer = arbiter_client.get(merge_page(rooks))
    assert answer["Location"] == at(rooks, f"players/{one.uid}/")
    dub = who(rooks, "Dub Ivo")
    answer = arbiter_client.get(merge_page(rooks, OTHER, "Dub Ivo"))
    assert answer["Location"] == at(rooks, f"players/{one.uid}/one/{dub.uid}/")


def test_nobody_is_one_with_themselves_or_with_a_third(arbiter_client: Client, rooks: Club) -> None:
    one = who(rooks, TWICE)
    same = at(rooks, f"players/{one.uid}/one/{one.uid}/save/")
    assert arbiter_client.post(same, {"keep": one.uid, "based_on": 0}).status_code == 404
    third = press(arbiter_client, merge_page(rooks), "/save/", keep=who(rooks, "Dub Ivo").uid)
    assert third.status_code == 422
    assert "Choose one of the two." in text(third)
    assert kinds(rooks) == []


def test_the_other_one_is_looked_for_by_name(arbiter_client: Client, rooks: Club) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    page = at(rooks, f"players/{one.uid}/one/")
    answer = press(arbiter_client, page, "/search/", name="novak")
    assert f'href="{merge_page(rooks)}"' in answer.content.decode()
    assert f"/one/{one.uid}/" not in answer.content.decode()
    nobody = press(arbiter_client, page, "/search/", name="Xaver")
    assert "Nobody else in the club has such a name." in text(nobody)
    assert 'value="novak"' in answer.content.decode()
    identity.merge(one, other, by=None)
    assert arbiter_client.get(page)["Location"] == at(rooks, f"players/{other.uid}/one/")


def test_the_ladder_that_is_being_recomputed_says_so(arbiter_client: Client, rooks: Club) -> None:
    builders.make_event(rooks, "2026-03-31", ["Malá Eva 1-0 Dub Ivo"])
    said = text(arbiter_client.get(merge_page(rooks)))
    assert "What the ladder makes of it cannot be said just now" in said


def test_two_of_one_name_are_told_apart(arbiter_client: Client, rooks: Club) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    identity.rename(other, TWICE, by=None)
    page = at(rooks, f"players/{one.uid}/one/{other.uid}/")
    said = text(arbiter_client.get(page))
    assert "member · 2 events, last on 10 March 2026" in said
    assert "member · 1 event, last on 17 March 2026" in said
    assert f"1 event goes from {TWICE} (1 event, last on 17 March 2026) to {TWICE} (2 ev" in said
    identity.merge(other, one, by=None)
    builders.make_event(rooks, "2026-03-24", [f"{TWICE} 1-0 Dub Ivo"])
    number = rooks.decisions.get(kind=Kind.MERGE).number
    assert "Both have one name" in text(arbiter_client.get(at(rooks, f"decisions/{number}/")))


def test_the_record_of_which_more_is_known_remains(arbiter_client: Client, rooks: Club) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    assert filled(arbiter_client, merge_page(rooks), "/save/")["keep"] == one.uid
    rooks.players.filter(pk=other.pk).update(junior=True, label="Jay", group="Tuesday")
    said = text(arbiter_client.get(merge_page(rooks)))
    assert "Junior – yes Label – Jay Group – Tuesday Starting rating – –" in said
    assert filled(arbiter_client, merge_page(rooks), "/save/")["keep"] == other.uid
    rooks.players.filter(pk=other.pk).update(status="guest")
    assert filled(arbiter_client, merge_page(rooks), "/save/")["keep"] == one.uid
