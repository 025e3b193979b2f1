"""Norms and classes on arbiters' pages: the worked example of docs/rules/czech_classes.md in a club."""

from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import AuditEntry, Club
from events.models import Event
from events.queries import find_event
from events.revisions import EventKind, Tempo
from ladder.models import Ladder
from ladder.queries.norms import class_now, event_norms, norms_to_report
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts
from ladder.sources import BEGINNING
from tests import builders
from tests.web.arbiters import text

# Adam: 5 of 7 against 1250 five times and 1100 twice.
GAMES = [
    "Adam Novak 1-0 Bara Mala",
    "Adam Novak 1-0 Cyril Dub",
    "Adam Novak 1-0 Dana Hora",
    "Adam Novak 1-0 Emil Sova",
    "Adam Novak 1/2 Filip Kral",
    "Gita Vlk 1/2 Adam Novak",
    "Hana Ryba 1-0 Adam Novak",
]
THIRD = ("Bara Mala", "Cyril Dub", "Filip Kral", "Gita Vlk", "Hana Ryba")
FOURTH = ("Dana Hora", "Emil Sova")


@pytest.fixture
def event(club: Club) -> Event:
    change_rules(club.ladders.get(), by=None, system="lok", parameters={}, filters=Filters())
    made = builders.make_event(club, "2026-03-03", GAMES, name="Spring open")
    for name in THIRD:
        give_facts(builders.player(club, name), {"class": "III"}, by=None)
    for name in FOURTH:
        give_facts(builders.player(club, name), {"class": "IV"}, by=None)
    rebuild(club.ladders.get().pk)
    return made


def page_of(event: Event) -> str:
    return f"/c/rooks/events/{event.uid}/norms/"


def sheet_of(event: Event, name: str, norm: str) -> str:
    return f"{page_of(event)}{builders.player(event.club, name).uid}/{norm}/"


def test_the_worked_example_with_its_best_choice(event: Event, arbiter_client: Client) -> None:
    said = text(arbiter_client.get(page_of(event)))
    assert "5 of 7 games; no class so far; own coefficient 1000 (nothing known)" in said
    best = "without the own coefficient – average 1207, 64 %, needed 4½ of 7, scored 5 (+½)"
    plain = "With everything counted: average 1181, 70 %, needed 5 of 7, scored 5 (0)"
    assert best in said and plain in said
    assert "valid after registration" in said
    assert "thinking time is not entered" in said


def test_the_certificate_shows_every_game_and_the_computation(
    event: Event, arbiter_client: Client
) -> None:
    said = text(arbiter_client.get(sheet_of(event, "Adam Novak", "III")))
    for words in (
        "Norm for the performance class III Adam Novak achieved",
        "Computed, valid after registration with the federation.",
        "Bara Mala 1250 by the class 1 yes",
        "Hana Ryba 1250 by the class 0 yes",
        "Coefficients: 8450 ÷ 7 gives an average of 1207.",
        "Needed: 64 % of 7 games, 4.48, up to the next half: 4½.",
        "Coefficients: 9450 ÷ 8 gives an average of 1181.",
    ):
        assert words in said, words


def test_of_a_norm_that_was_missed_the_sheet_says_so(event: Event, arbiter_client: Client) -> None:
    said = text(arbiter_client.get(sheet_of(event, "Dana Hora", "III")))
    assert "not achieved" in said and "At least 7 games really played are needed." in said


def test_wins_that_are_left_out_are_named(club: Club, event: Event, arbiter_client: Client) -> None:
    """(1200 + 7 * 1340 + 1001) / 9 = 1287 needs 57 % of 8; without the win over 1001 the average is
    1323, which needs 50 % of 7."""
    eight = builders.make_event(club, "2026-03-10", [*GAMES, "Ivan Novy 1-0 Adam Novak"])
    strong = (*THIRD, "Emil Sova", "Ivan Novy")
    oks = {"Adam Novak": 1200, "Dana Hora": 1001, **dict.fromkeys(strong, 1340)}
    for name, ok in oks.items():
        give_facts(builders.player(club, name), {"lok_standard": ok}, by=None)
    page = text(arbiter_client.get(page_of(eight)))
    best = "without the wins over Dana Hora – average 1323, 50 %, needed 3½ of 7, scored 4 (+½)"
    plain = "With everything counted: average 1287, 57 %, needed 5 of 8, scored 5 (0)"
    assert best in page and plain in page
    sheet = text(arbiter_client.get(sheet_of(eight, "Adam Novak", "III")))
    assert "Dana Hora 1001 OK 1 left out" in sheet and "Emil Sova 1340 OK 1 yes" in sheet


def test_forfeits_are_no_games_and_unknown_opponents_count_as_nothing_known(
    club: Club, event: Event
) -> None:
    games = ["Adam Novak +/- Bara Mala", "Adam Novak 1-0 Nekdo Cizi"]
    other = builders.make_event(club, "2026-03-10", games, unknown=["Nekdo Cizi"])
    (found,) = event_norms(club, [find_event(club, other.uid)])
    assert [(game.opponent, game.coefficient.value) for game in found.games] == [("", 1000)]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"tempo": Tempo.BLITZ}, "at least 10 minutes"),
        ({"minutes": 9}, "at least 10 minutes"),
        ({"kind": EventKind.SIMUL}, "Events of this kind give no norms"),
    ],
)
def test_events_that_give_no_norms_say_why(
    club: Club, event: Event, arbiter_client: Client, fields: dict[str, object], words: str
) -> None:
    quick = builders.make_event(club, "2026-03-10", GAMES, **fields)
    assert words in text(arbiter_client.get(page_of(quick)))
    found = norms_to_report(club, date(2026, 3, 9), date(2026, 3, 11))
    assert not found


def test_facts_count_from_their_day_on(club: Club, event: Event) -> None:
    adam = builders.player(club, "Adam Novak")
    give_facts(adam, {"class": "III"}, by=None, valid_from=date(2026, 3, 4))
    assert [one.norm for one in norms_to_report(club, date(2026, 3, 1), date(2026, 4, 1))] == [
        "III"
    ]
    give_facts(adam, {"class": "III"}, by=None, valid_from=date(2026, 3, 1))
    assert norms_to_report(club, date(2026, 3, 1), date(2026, 4, 1)) == []


def test_a_class_is_reported_once(club: Club, event: Event) -> None:
    builders.make_event(club, "2026-03-10", GAMES)
    found = norms_to_report(club, date(2026, 3, 1), date(2026, 4, 1))
    assert [(one.event.uid, one.norm) for one in found] == [(event.uid, "III")]


def test_the_list_to_report_and_its_file(club: Club, event: Event, arbiter_client: Client) -> None:
    span = {"from": "2026-03-01", "until": "2026-03-31"}
    said = text(arbiter_client.get("/c/rooks/norms/", span))
    assert "Adam Novak III no class so far Spring open 3 March 2026" in said
    assert "No norm in this time" in text(
        arbiter_client.get("/c/rooks/norms/", {"from": "2026-04-01", "until": "2026-04-30"})
    )
    answer = arbiter_client.post("/c/rooks/norms/export/", span)
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[1] == (
        '2026-03-03,Spring open,Adam Novak,III,,7,5,"computed, valid after registration"'
    )
    entry = AuditEntry.objects.get(action="norms.export")
    assert "Adam" not in str(entry.details)


def test_the_persons_page_shows_the_class_and_what_it_rests_on(
    club: Club, event: Event, arbiter_client: Client
) -> None:
    adam = builders.player(club, "Adam Novak")
    address = f"/c/rooks/players/{adam.uid}/"
    said = text(arbiter_client.get(address))
    assert "Class III" in said and "valid after registration" in said and "Spring open" in said
    give_facts(adam, {"lok_standard": 1810, "sex": "F"}, by=None)
    assert class_now(club, adam.pk, adam.uid).name == "I"
    give_facts(adam, {"sex": "M"}, by=None)
    assert class_now(club, adam.pk, adam.uid).name == "II"
    give_facts(adam, {"class": "kandidat_mistra"}, by=None)
    assert "Class candidate master" in text(arbiter_client.get(address))


def test_a_number_that_another_system_left_is_no_ok(club: Club) -> None:
    """1940 by club Elo is no OK on the day of the change, nor on the days before it."""
    ladder = club.ladders.get()
    adam, bara = builders.make_rated(ladder, {"Adam Novak": 1940, "Bara Mala": 1600})
    cyril = builders.make_rated(ladder, {"Cyril Dub": 1700})[0]  # has never played here
    builders.make_event(club, "2026-01-13", ["Adam Novak 1-0 Bara Mala"])
    rules = {"system": "lok", "parameters": {}, "filters": Filters(), "by": None}
    change_rules(ladder, valid_from=date(2026, 2, 1), **rules)
    other = builders.make_event(club, "2026-03-03", ["Adam Novak 1-0 Cyril Dub"])
    builders.rebuild(club)
    found = event_norms(club, [find_event(club, other.uid)])
    assert {one.uid: one.own.value for one in found} == {adam.uid: 1000, cyril.uid: 1000}
    assert class_now(club, bara.pk, bara.uid).name is None
    # The same numbers on a ladder that has had the Czech list from the beginning are OKs.
    change_rules(ladder, valid_from=BEGINNING, **rules)
    builders.rebuild(club)
    found = event_norms(club, [find_event(club, other.uid)])
    assert {one.uid: one.own.value for one in found} == {adam.uid: 1940, cyril.uid: 1700}
    assert class_now(club, bara.pk, bara.uid).name == "II"


def test_more_events_cost_no_more_queries(club: Club, event: Event) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            assert norms_to_report(club, date(2026, 3, 1), date(2026, 4, 1))
        return len(found)

    of_one = queries()
    for day in ("2026-03-10", "2026-03-17"):
        builders.make_event(club, day, [*GAMES, "Ivan Novy 1-0 Jan Tich"])
    assert queries() == of_one


def test_where_no_ladder_asks_for_such_facts_there_are_no_such_pages(
    season: Club, arbiter_client: Client
) -> None:
    event = season.events.earliest("pk")
    for address in (page_of(event), "/c/rooks/norms/", sheet_of_first(event)):
        assert arbiter_client.get(address).status_code == 404
    assert "Norms" not in text(arbiter_client.get(f"/c/rooks/events/{event.uid}/"))


def sheet_of_first(event: Event) -> str:
    return f"{page_of(event)}{event.entries.get(number=1).player.uid}/III/"


# -- Titles -------------------------------------------------------------------------------------

TEN = [
    f"Anna Prvni {'1-0' if at < 7 else '0-1'} Souper {letter}"
    for at, letter in enumerate("ABCDEFGHI")
]


@pytest.fixture
def strong(club: Club) -> Event:
    """The worked example of docs/rules/performance.md: 7 of 9 against 2380 nine times."""
    ladder: Ladder = club.ladders.get()
    change_rules(ladder, by=None, system="fide", parameters={}, filters=Filters())
    made = builders.make_event(club, "2026-03-03", TEN, name="Masters")
    for letter in "ABCDEFGHI":
        give_facts(builders.player(club, f"Souper {letter}"), {"fide_standard": 2380}, by=None)
    rebuild(ladder.pk)
    return made


def test_title_norms_are_arithmetic_and_say_what_is_not_checked(
    club: Club, strong: Event, arbiter_client: Client
) -> None:
    page = text(arbiter_client.get(page_of(strong)))
    assert "Anna Prvni GM 9 2380 2600 nothing" in page
    assert "titles and federations of the opponents" in page
    assert "Czech performance classes" not in page  # no ladder asks for what they rest on
    sheet = text(arbiter_client.get(sheet_of(strong, "Anna Prvni", "GM")))
    assert "Average 2380, score 78 %, so 220 by table 8.1.1: performance 2600." in sheet
    assert "not checked" in sheet and "achieved" in sheet
    assert arbiter_client.get(sheet_of(strong, "Anna Prvni", "III")).status_code == 404
    found = norms_to_report(club, date(2026, 3, 1), date(2026, 4, 1))
    assert [one.norm for one in found] == ["GM"]
