"""Possible duplicates over the whole roster: the evidence, two buttons, and the way back."""

from anyascii import anyascii
from django.test import Client

from clubs.models import Club, User
from events.services import identity
from events.services.duplicates import open_pairs
from players.identity import Kind
from tests import builders
from tests.web.arbiters import text
from tests.web.forms import forms
from tests.web.who import OTHER, TWICE, at, kinds, merge_page, press, rooks, who

__all__ = ["rooks"]

PAIRS = "players/pairs/"


def pairs(client: Client, club: Club) -> str:
    return text(client.get(at(club, PAIRS)))


def test_the_pair_stands_there_with_reasons_and_evidence(
    arbiter_client: Client, rooks: Club
) -> None:
    page = arbiter_client.get(at(rooks, PAIRS))
    said = text(page)
    assert "1 possible pair: settle it tonight, while you know who is who." in said
    assert f"{TWICE} {OTHER} Also written" in said
    assert "Last here 10 March 2026 17 March 2026 Events 2 1 Games 2 1" in said
    assert "written without accents" in said
    assert f'href="{merge_page(rooks)}?from=pairs"' in page.content.decode()


def test_two_different_people_by_one_press_and_back_by_one(
    arbiter_client: Client, rooks: Club, arbiter: User
) -> None:
    page = at(rooks, PAIRS)
    answer = press(arbiter_client, page, "/apart/")
    assert answer["Location"] == page
    row = rooks.decisions.get()
    assert (row.kind, row.by) == (Kind.NEVER_SAME, arbiter)
    assert {row.player, row.other} == {who(rooks, TWICE), who(rooks, OTHER)}
    said = pairs(arbiter_client, rooks)
    assert "No two players of the club look like one person." in said
    assert "are two different people" in said
    assert open_pairs(rooks) == 0
    answer = press(arbiter_client, page, "/undo/")
    assert answer["Location"] == page
    assert kinds(rooks) == ["never-same", "undo"]
    said = pairs(arbiter_client, rooks)
    assert "1 possible pair" in said
    assert "Just decided" not in said


def test_one_person_by_one_press_and_back_by_one(arbiter_client: Client, rooks: Club) -> None:
    answer = press(arbiter_client, merge_page(rooks) + "?from=pairs", "/save/")
    assert answer["Location"] == at(rooks, PAIRS)
    said = pairs(arbiter_client, rooks)
    assert f"{OTHER} is one person with {TWICE}" in said
    assert "No two players" in said
    press(arbiter_client, at(rooks, PAIRS), "/undo/")
    assert "1 possible pair" in pairs(arbiter_client, rooks)


def test_an_undo_asks_if_an_event_came_between(arbiter_client: Client, rooks: Club) -> None:
    identity.merge(who(rooks, OTHER), who(rooks, TWICE), by=None)
    builders.make_event(rooks, "2026-03-24", [f"{TWICE} 1-0 Dub Ivo"], name="Easter")
    answer = press(arbiter_client, at(rooks, PAIRS), "/undo/")
    assert answer.status_code == 422
    said = text(answer)
    assert "nothing was saved yet" in said
    assert "Easter" in said
    assert kinds(rooks) == ["merge"]
    (form,) = [f for f in forms(answer.content.decode(), "/") if f.action.endswith("/undo/")]
    assert arbiter_client.post(form.action, form.fields)["Location"] == at(rooks, PAIRS)
    assert kinds(rooks) == ["merge", "undo", "split"]  # the box was ticked by `forms`


def test_two_who_met_stand_apart_with_the_event(arbiter_client: Client, rooks: Club) -> None:
    builders.make_event(rooks, "2026-03-24", [f"{OTHER} 1-0 {TWICE}"], name="Cup")
    said = pairs(arbiter_client, rooks)
    assert "No two players of the club look like one person." in said
    assert f"{TWICE} – {OTHER} Cup , 24 March 2026 (round 1)" in said


def test_a_press_that_comes_too_late_is_told(arbiter_client: Client, rooks: Club) -> None:
    one, other = who(rooks, TWICE), who(rooks, OTHER)
    identity.merge(other, one, by=None)
    data = {"one": one.uid, "other": other.uid}
    answer = arbiter_client.post(at(rooks, PAIRS + "apart/"), data, follow=True)
    assert "These two are merged into one player; undo the merge first." in answer.content.decode()
    assert kinds(rooks) == ["merge"]
    answer = arbiter_client.post(at(rooks, PAIRS + "apart/"), {"one": "x"}, follow=True)
    assert "That was no answer." in answer.content.decode()


def test_a_club_without_pairs(arbiter_client: Client, club: Club) -> None:
    assert "Everybody stands here once" in pairs(arbiter_client, club)


def test_many_pairs_have_pages(arbiter_client: Client, club: Club) -> None:
    for surname in [
        "Kučera",
        "Dvořák",
        "Procházka",
        "Veselý",
        "Němec",
        "Pospíšil",
        "Hájek",
        "Růžička",
    ]:
        for given in ["Bedřich", "Vilém", "Matouš", "Zdeněk"]:
            builders.make_player(club, f"{surname} {given}")
            builders.make_player(club, anyascii(f"{surname} {given}"))
    total = open_pairs(club)
    assert 30 < total <= 60
    said = pairs(arbiter_client, club)
    assert f"{total} possible pairs: settle them tonight" in said
    assert said.count("It is one person") == 30
    assert "Page 1 of 2" in said
    last = text(arbiter_client.get(at(club, PAIRS + "?page=2")))
    assert last.count("It is one person") == total - 30
