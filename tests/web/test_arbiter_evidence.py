"""What stands beside a proposal, and who cannot be meant; possible pairs after an event."""

from datetime import date

import pytest
from django.test import Client

from clubs.models import Club, User
from events.drafts import Answer, DraftEntry, DraftEvent, with_answer
from events.models import Draft
from events.results import GameKind, Result
from events.revisions import GameContent, Tempo
from events.services import drafts
from events.services.evidence import evidence
from tests import builders
from tests.web.arbiters import at, text
from tests.web.test_arbiter_review import card

TUESDAYS = ("2026-03-03", "2026-03-10", "2026-03-17")


@pytest.fixture
def regulars(club: Club) -> Club:
    """Three Tuesdays of rapid, and a tournament over two days."""
    for day in TUESDAYS:
        games = ["Kanárek Petr 1-0 Stehlíková Eva", "Skřivánek Ivo 1/2 Čížek Jan"]
        builders.make_event(club, day, games, tempo=Tempo.RAPID)
    builders.make_event(
        club, "2026-03-22", ["Kanárek Petr 1-0 Čížek Jan"], start="2026-03-21", tempo=Tempo.STANDARD
    )
    return club


def evening(
    club: Club, by: User, *names: str, pairs: tuple[tuple[int, int, int | None], ...]
) -> Draft:
    """A draft; `pairs` are round, white, black."""
    entries = tuple(DraftEntry(number, name) for number, name in enumerate(names, 1))
    games = tuple(
        GameContent(number, white, black, result=Result.DRAW, kind=GameKind.PLAYED)
        for number, white, black in pairs
    )
    content = DraftEvent(name="Evening", entries=entries, games=games, rounds=3)
    day = builders.replace_days(content, date(2026, 3, 24), date(2026, 3, 24))
    return drafts.start(club, day, by=by)


def said(draft: Draft, club: Club, number: int, name: str) -> None:
    uid = builders.player(club, name).uid
    drafts.change(
        draft, lambda content: with_answer(content, [number], Answer.MEMBER, uid), by=None
    )


def page(client: Client, draft: Draft) -> str:
    return client.get(at(draft, "review/")).content.decode()


def test_the_usual_evening_and_games(regulars: Club) -> None:
    petr, jan = (builders.player(regulars, name).uid for name in ("Kanárek Petr", "Čížek Jan"))
    found = evidence(regulars, [petr, jan])
    assert (found[petr].events, found[petr].games) == (4, 4)
    usual = found[petr].usual
    assert usual and (usual.weekday, usual.tempo, usual.events) == (2, "rapid", 3)


def test_two_events_have_no_usual_evening(club: Club) -> None:
    for day in TUESDAYS[:2]:
        builders.make_event(club, day, ["Kanárek Petr 1-0 Stehlíková Eva"])
    uid = builders.player(club, "Kanárek Petr").uid
    assert evidence(club, [uid])[uid].usual is None


def test_deleted_events_are_no_evidence(regulars: Club) -> None:
    uid = builders.player(regulars, "Kanárek Petr").uid
    regulars.events.filter(date="2026-03-22").update(deleted=True)
    assert (evidence(regulars, [uid])[uid].events, evidence(regulars, [uid])[uid].games) == (3, 3)


def test_whom_of_tonight_they_have_met(regulars: Club) -> None:
    uids = {name.name.text: name.uid for name in regulars.players.select_related("name")}
    found = evidence(regulars, [uids["Kanárek Petr"]], uids.values())[uids["Kanárek Petr"]]
    assert (found.met, found.tonight) == (2, 3)  # Eva and Jan, not Ivo
    guest = builders.make_player(regulars, "Kanarek P.")
    assert evidence(regulars, [guest.uid], uids.values())[guest.uid].met == 0


def test_the_card_says_it(arbiter_client: Client, arbiter: User, regulars: Club) -> None:
    draft = evening(regulars, arbiter, "Kanárek P.", "Eva", "Ivo", pairs=((1, 1, 2),))
    said(draft, regulars, 2, "Stehlíková Eva")
    said(draft, regulars, 3, "Skřivánek Ivo")
    words = card(page(arbiter_client, draft), 1)
    assert "last here on 22 March 2026 · 4 events · mostly Tuesday, rapid" in words
    assert "has played 1 of the 2 here before" in words


def test_the_card_says_who_has_met_nobody(
    arbiter_client: Client, arbiter: User, regulars: Club
) -> None:
    draft = evening(regulars, arbiter, "Kanárek P.", "Ivo", pairs=((1, 1, 2),))
    said(draft, regulars, 2, "Skřivánek Ivo")
    assert "has never played anybody who is here" in card(page(arbiter_client, draft), 1)


def test_who_is_paired_elsewhere_in_the_round_cannot_be_meant(
    arbiter_client: Client, arbiter: User, regulars: Club
) -> None:
    draft = evening(
        regulars, arbiter, "Kanárek P.", "Kanárek Petr", "Ivo", pairs=((1, 1, 3), (1, 2, None))
    )
    said(draft, regulars, 2, "Kanárek Petr")
    source = page(arbiter_client, draft)
    words = card(source, 1)
    assert "Not Kanárek Petr sits at line 2 of this event and is paired there in round 1" in words
    assert f"member-{builders.player(regulars, 'Kanárek Petr').uid}" not in source


def test_who_sits_at_another_line_without_a_common_round_may_be_meant(
    arbiter_client: Client, arbiter: User, regulars: Club
) -> None:
    draft = evening(
        regulars, arbiter, "Kanárek P.", "Kanárek Petr", "Ivo", pairs=((1, 1, 3), (2, 2, 3))
    )
    said(draft, regulars, 2, "Kanárek Petr")
    words = card(page(arbiter_client, draft), 1)
    assert "It is Kanárek Petr" in words and "sits at line 2 already" in words


def test_a_published_event_refuses_who_has_a_line_in_it(
    arbiter_client: Client, regulars: Club
) -> None:
    event = builders.make_event(
        regulars, "2026-03-31", ["Kanárek Petr 1-0 Čížek Jan", "Kanárek P. bye"],
        unknown=["Kanárek P."],
    )  # fmt: skip
    words = card(arbiter_client.get(f"/c/rooks/events/{event.uid}/names/").content.decode(), 3)
    assert "Not Kanárek Petr sits at line 1 of this event" in words
    assert "It is Kanárek Petr" not in words


def test_a_search_brings_the_evidence_too(
    arbiter_client: Client, arbiter: User, regulars: Club
) -> None:
    draft = evening(regulars, arbiter, "Somebody", pairs=())
    data = {"number": 1, "name": "kanar"}
    words = text(arbiter_client.post(at(draft, "review/search/"), data))
    assert "It is Kanárek Petr" in words and "mostly Tuesday, rapid" in words


def test_pairs_are_counted_below_the_event_and_at_home(
    arbiter_client: Client, regulars: Club
) -> None:
    assert "possible pair" not in text(arbiter_client.get("/c/rooks/"))
    event = builders.make_event(regulars, "2026-03-31", ["Kanarek Petr 1-0 Čížek Jan"])
    other = builders.make_event(regulars, "2026-04-07", ["Skřivánek Ivo 1-0 Čížek Jan"])
    here = text(arbiter_client.get(f"/c/rooks/events/{event.uid}/"))
    assert "1 possible pair: settle it tonight, while you know who is who." in here
    assert "possible pair" not in text(arbiter_client.get(f"/c/rooks/events/{other.uid}/"))
    home = arbiter_client.get("/c/rooks/")
    assert "possible pair: one person, twice?" in text(home)
    assert 'href="/c/rooks/players/pairs/"' in home.content.decode()
