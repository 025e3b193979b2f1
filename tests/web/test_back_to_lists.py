"""A ladder that comes back to a system with lists, or goes from one such system to another: until
the first list of the system in force no list is the last one; and what stands on a list of an
earlier day is ruled by that day."""

import re
from datetime import UTC, date, datetime

import pytest
from django.test import Client

from clubs.models import Club
from ladder.announced import announce
from ladder.rulebook import Filters
from ladder.services import change_rules
from players.models import Player
from tests.builders import make_event, make_rated, make_user, player, rebuild
from tests.web.reading import page, rows, text

PEOPLE = {"Adam Novak": 2000, "Bara Mala": 1900, "Cyril Dub": 1800, "Eva Kos": 1950}
THREE = ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1/2 Adam Novak"]
RESTING = "Not played for a year"


def _from(club: Club, system: str, day: date, group: str = "", **parameters: object) -> None:
    change_rules(
        club.ladders.get(), by=None, system=system, parameters=parameters,
        filters=Filters(group=group), valid_from=day,
    )  # fmt: skip


def _lines(client: Client, path: str) -> dict[str, list[str]]:
    """By label: rank, rating, change."""
    return {row[1]: [row[0], *row[2:4]] for row in rows(client, path) if len(row) > 3}


def _stands(club: Club, link: str, client: Client, name: str) -> str:
    """What the player's page says of the number."""
    shown = text(client, f"{link}player/{player(club, name).uid}/")
    return shown.partition(" Rating ")[2].partition(" Rank ")[0].strip()


@pytest.fixture(
    params=[("lok", "5 January 2023"), ("fide", "1 December 2022")], ids=["lok", "fide"]
)
def last_list(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A system with lists, and the last one of its first reign."""
    system: tuple[str, str] = request.param
    return system


@pytest.fixture
def back(last_list: tuple[str, str], club: Club) -> Club:
    """A system with lists until January 2023 and again from June 2025 on, club Elo in between."""
    make_rated(club.ladders.get(), PEOPLE)
    _from(club, last_list[0], date(2022, 1, 1))
    _from(club, "club_elo", date(2023, 2, 1))
    _from(club, last_list[0], date(2025, 6, 1))
    make_event(club, "2022-11-15", ["Eva Kos 1-0 Adam Novak", "Bara Mala 1-0 Cyril Dub"])
    make_event(club, "2025-03-11", THREE, name="March")
    make_event(club, "2025-05-13", THREE, name="May")
    rebuild(club)
    return club


def test_a_list_of_an_earlier_reign_is_not_the_last_one(
    back: Club, link: str, client: Client
) -> None:
    """What was the last day with events stays it, in the units of the numbers of today."""
    ladder = f"{link}l/main/"
    under_elo = _lines(client, f"{ladder}?on=2025-05-31")
    for path in (f"{ladder}?on=2025-06-01", ladder):
        shown = text(client, path)
        assert "Changes are those of 13 May 2025, when the club last played" in shown
        lines = _lines(client, path)
        assert lines["E. K."] == ["", under_elo["E. K."][1], "–"]
        assert shown.index(RESTING) < shown.index("E. K.")
        for label in ("A. N.", "B. M.", "C. D."):
            rank, rating, change = lines[label]
            assert [rank, rating] == under_elo[label][:2]
            assert change[0] == under_elo[label][2][0]
        assert "/list/" not in page(client, path).content.decode().partition("All lists")[0]


def test_then_an_event_changes_no_number_until_the_first_list(
    back: Club, last_list: tuple[str, str], link: str, client: Client
) -> None:
    make_event(back, "2025-06-10", THREE, name="June")
    rebuild(back)
    path = f"{link}l/main/?on=2025-06-12"
    assert {change for *_, change in _lines(client, path).values()} == {"–"}
    assert "An event changes no number by itself" in text(client, path)
    first = "1 July 2025" if last_list[0] == "fide" else "5 September 2025"
    assert f"Changes are those of the list of {first}" in text(client, f"{link}l/main/")
    changes = {label: change for label, (*_, change) in _lines(client, f"{link}l/main/").items()}
    for name, label in (("Adam Novak", "A. N."), ("Bara Mala", "B. M.")):
        stands = _stands(back, link, client, name)
        assert stands.endswith(f" {changes[label]} in the list of {first}")


def test_the_last_change_on_a_player_s_page_is_one_that_nothing_has_moved_since(
    back: Club, last_list: tuple[str, str], link: str, client: Client
) -> None:
    rated = {label: cells[1] for label, cells in _lines(client, f"{link}l/main/").items()}
    under_elo = _lines(client, f"{link}l/main/?on=2025-05-31")
    for name, label in (("Adam Novak", "A. N."), ("Cyril Dub", "C. D.")):
        said = f"{rated[label]} Club Elo {under_elo[label][2]} on 13 May 2025"
        assert _stands(back, link, client, name) == said
    # Nothing has moved Eva's number since that list.
    eva = re.fullmatch(
        rf"(\d+) \+\d+ in the list of {last_list[1]}", _stands(back, link, client, "Eva Kos")
    )
    assert eva and eva[1] == rated["E. K."]


def test_lists_of_the_same_system_that_it_did_not_issue_for_a_while(
    club: Club, link: str, client: Client
) -> None:
    """FIDE by the month, after each event, and by the month again."""
    make_rated(club.ladders.get(), PEOPLE)
    for period, day in (("month", 2022), ("event", 2023), ("month", 2026)):
        _from(club, "fide", date(day, 1, 1), period=period)
    for day in ("2022-11-15", "2025-05-13"):
        make_event(club, day, THREE)
    rebuild(club)
    assert "Changes are those of 13 May 2025" in text(client, f"{link}l/main/")
    change = _lines(client, f"{link}l/main/")["A. N."][2]
    assert change != "–"
    assert _stands(club, link, client, "Adam Novak").endswith(f" {change} on 13 May 2025")


def test_the_list_of_another_system_is_told_as_its_own(
    club: Club, link: str, client: Client
) -> None:
    """ECF grades with a list on 1 July 2025, LOK from 10 July."""
    make_rated(club.ladders.get(), PEOPLE)
    _from(club, "ecf", date(2025, 2, 1))
    make_event(club, "2025-06-10", THREE, name="June")
    rebuild(club)
    graded = _lines(client, f"{link}l/main/")
    _from(club, "lok", date(2025, 7, 10))
    rebuild(club)
    path = f"{link}l/main/"
    lines = _lines(client, path)
    assert {change for *_, change in lines.values()} == {"–"}
    assert "Change on" not in text(client, path)
    for name, label in (("Adam Novak", "A. N."), ("Bara Mala", "B. M.")):
        gave = f"ECF grades (Clarke) {graded[label][2]} in the list of 1 July 2025"
        assert _stands(club, link, client, name) == f"{lines[label][1]} {gave}"


def test_what_was_only_entered_under_another_system_is_no_last_change(
    club: Club, link: str, client: Client
) -> None:
    make_rated(club.ladders.get(), PEOPLE)
    _from(club, "lok", date(2020, 1, 1))
    today = datetime.now(UTC).date()
    make_event(club, today.isoformat(), THREE)
    rebuild(club)
    assert _stands(club, link, client, "Adam Novak") == "2000"


# -- Whom a list shows ------------------------------------------------------------------------------


def test_the_list_of_a_day_shows_whom_the_rules_of_that_day_show(
    club: Club, link: str, client: Client
) -> None:
    ladder = club.ladders.get()
    make_rated(ladder, PEOPLE)
    Player.objects.filter(pk=player(club, "Adam Novak").pk).update(group="A")
    make_event(club, "2025-03-01", THREE)
    rebuild(club)
    announce(ladder, date(2025, 3, 5), by=make_user())
    _from(club, "club_elo", date(2025, 6, 1), group="A")
    rebuild(club)
    everybody = {"A. N.", "B. M.", "C. D."}
    for path in ("?on=2025-03-05", "list/2025-03-05/", "?on=2025-05-31"):
        assert _lines(client, f"{link}l/main/{path}").keys() == everybody, path
        assert "Later corrections" not in text(client, f"{link}l/main/{path}")
    for path in ("", "?on=2025-06-01"):
        assert _lines(client, f"{link}l/main/{path}").keys() == {"A. N."}, path


def test_a_grade_of_0_is_a_grade(club: Club, link: str, client: Client) -> None:
    ladder = club.ladders.get()
    change_rules(ladder, by=None, system="ecf", parameters={}, filters=Filters())
    make_rated(ladder, {"Adam Novak": 0, "Bara Mala": 10, "Cyril Dub": 20})
    make_event(club, "2025-06-10", THREE)
    rebuild(club)
    lines = _lines(client, f"{link}l/main/")
    change = lines["A. N."][2]
    assert change.startswith("+")
    assert _stands(club, link, client, "Adam Novak").endswith(
        f" {change} in the list of 1 July 2025"
    )
