"""Games that wait for a list when the ladder leaves the system of its lists: they enter none, and
every page that speaks of them says so."""

from datetime import date

import pytest
from django.test import Client

from clubs.models import Club
from ladder.queries.ruling import rules_preview
from ladder.rulebook import Filters, Said
from ladder.services import change_rules, give_starting_rating
from tests.builders import make_event, make_player, player, rebuild
from tests.web.reading import text

PEOPLE = {"Adam Novak": 2000, "Bara Mala": 1900, "Cyril Dub": 1800}
GAMES = ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1/2 Adam Novak"]


@pytest.fixture
def ecf(club: Club) -> Club:
    """ECF grades from February 2025, with a list on 1 July; events on both sides of June."""
    for name, rating in PEOPLE.items():
        person = make_player(club, name)
        give_starting_rating(club.ladders.get(), person, rating, games=30, by=None, why="list")
    _from(club, "ecf", date(2025, 2, 1))
    make_event(club, "2025-01-14", GAMES, name="Winter")
    make_event(club, "2025-03-11", GAMES, name="Spring")
    make_event(club, "2025-06-10", GAMES[:1], name="June")
    rebuild(club)
    return club


def _from(club: Club, system: str, day: date) -> None:
    change_rules(
        club.ladders.get(), by=None, system=system, parameters={}, filters=Filters(),
        valid_from=day,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("day", "dropped"),
    [(date(2025, 5, 1), (4, 3)), (date(2025, 7, 1), (6, 3)), (date(2025, 7, 2), None)],
    ids=["before June", "on the day of the list", "after it"],
)
def test_the_preview_counts_what_waits_when_lists_end(
    day: date, dropped: tuple[int, int] | None, ecf: Club
) -> None:
    found = rules_preview(ecf.ladders.get(), [Said(day, "club_elo")])
    assert found is not None
    said = [(one.day, one.system, one.games, one.players) for one in found.dropped]
    assert said == ([] if dropped is None else [(day, "ECF grades (Clarke)", *dropped)])


def test_the_explanation_says_that_the_games_entered_no_list(
    ecf: Club, link: str, client: Client
) -> None:
    path = _explained(ecf, link, "Spring")
    assert "The games entered the list of 1 July 2025." in text(client, path)
    _from(ecf, "club_elo", date(2025, 5, 1))
    rebuild(ecf)
    shown = text(client, path)
    assert "entered no list: the system changed on 1 May 2025" in shown
    assert "Until that list" not in shown and "wait for the list" not in shown
    assert "the list of" not in text(client, _explained(ecf, link, "June"))


def test_what_waited_while_the_system_was_away_enters_its_next_list(
    ecf: Club, link: str, client: Client
) -> None:
    """Nobody played meanwhile: nothing was let go of."""
    _from(ecf, "club_elo", date(2025, 5, 1))
    _from(ecf, "ecf", date(2025, 5, 8))
    rebuild(ecf)
    assert "The games entered the list of 1 July" in text(client, _explained(ecf, link, "Spring"))


def _explained(club: Club, link: str, name: str) -> str:
    event = club.events.get(name=name)
    return f"{link}event/{event.uid}/player/{player(club, 'Adam Novak').uid}/"
