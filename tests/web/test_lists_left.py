"""Games that wait for a list when the ladder leaves the system of its lists: they enter none, and
every page that speaks of them says so."""

from datetime import date

import pytest
from django.test import Client

from clubs.models import Club
from events.revisions import Steps
from events.services import revising
from ladder.queries import Moved, Preview
from ladder.queries.ruling import rules_preview
from ladder.rulebook import Filters, Said
from ladder.services import change_rules
from ladder.systems import get
from ladder.verify import verify
from tests.builders import make_event, make_rated, player, rebuild
from tests.web.reading import page, rows, text, words
from tests.web.test_files import table

PEOPLE = {"Adam Novak": 2000, "Bara Mala": 1900, "Cyril Dub": 1800}
GAMES = ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1/2 Adam Novak"]


@pytest.fixture
def ecf(club: Club) -> Club:
    """ECF grades from February 2025, with a list on 1 July; events on both sides of June."""
    make_rated(club.ladders.get(), PEOPLE)
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
    said = [(one.day, one.system, one.games, one.players) for one in found.turning.dropped]
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


def test_what_was_let_go_of_does_not_come_back_with_the_system(
    ecf: Club, link: str, client: Client
) -> None:
    """Also where nobody played meanwhile."""
    _from(ecf, "club_elo", date(2025, 5, 1))
    _from(ecf, "ecf", date(2025, 5, 8))
    rebuild(ecf)
    shown = text(client, _explained(ecf, link, "Spring"))
    assert "entered no list: the system changed on 1 May 2025" in shown
    adam, cyril = (player(ecf, name).uid for name in ("Adam Novak", "Cyril Dub"))
    of_list = f"{link}l/main/list/2025-07-01/player/"
    assert "June" in text(client, f"{of_list}{adam}/")
    assert "Spring" not in text(client, f"{of_list}{adam}/")
    assert "No game of this player entered this list" in text(client, f"{of_list}{cyril}/")


def test_an_event_that_lasts_across_a_change_is_the_new_systems(
    ecf: Club, link: str, client: Client, owner_client: Client
) -> None:
    """And lets go of nothing that waits there."""
    make_event(ecf, "2025-02-20", GAMES, start="2025-01-21", name="Across")
    make_event(ecf, "2025-02-10", GAMES, name="While it lasted")
    rebuild(ecf)
    for name in ("Across", "While it lasted", "Spring"):
        shown = text(client, _explained(ecf, link, name))
        assert "The games entered the list of 1 July 2025." in shown, name
        assert ("The system changed on 1 February 2025" in shown) == (name == "Across")
    found = rules_preview(ecf.ladders.get(), [Said(date(2025, 2, 10), "fide")])
    assert found is not None
    assert [(one.day, one.system, one.events) for one in found.turning.taken] == [
        (date(2025, 2, 10), "FIDE", 1)
    ]
    said = {f"set_{name}": value for name, value in get("fide").settings().as_dict().items()}
    sent = {"system": "fide", "group": "", "day": "2025-02-10", **said}
    answer = owner_client.post("/c/rooks/ladders/main/rules/preview/", sent)
    shown = words(answer.content.decode())
    assert "1 event begins before 10 February 2025 and ends later" in shown


def test_a_list_names_no_event_that_another_system_computed(
    ecf: Club, link: str, client: Client
) -> None:
    adam = player(ecf, "Adam Novak").uid
    shown = text(client, f"{link}l/main/list/2025-07-01/player/{adam}/")
    assert "Spring" in shown and "June" in shown
    assert "Winter" not in shown


def _explained(club: Club, link: str, name: str) -> str:
    event = club.events.get(name=name)
    return f"{link}event/{event.uid}/player/{player(club, 'Adam Novak').uid}/"


def test_before_the_first_list_an_event_changes_no_number(
    ecf: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    for path in (f"{link}l/main/?on=2025-06-12", "/c/rooks/ladder/main/?on=2025-06-12"):
        who = arbiter_client if path.startswith("/c/") else client
        changes = [row[3] for row in rows(who, path) if len(row) > 3]
        assert changes == ["–"] * 3
        assert "Change on" not in text(who, path)
    shown = text(client, f"{link}l/main/?on=2025-06-12")
    assert "An event changes no number by itself" in shown and "who was not there" not in shown
    after = [row[3] for row in rows(client, f"{link}l/main/?on=2025-07-02") if len(row) > 3]
    assert set(after) != {"–"} and "Change on 1 July" in text(
        client, f"{link}l/main/?on=2025-07-02"
    )


def test_a_file_has_a_column_for_a_system_of_lists_too(
    ecf: Club, link: str, client: Client
) -> None:
    event = make_event(ecf, "2025-02-11", GAMES, start="2025-01-21", steps=Steps.DAY, name="Across")
    revising.correct_game(event, 1, {"day": date(2025, 1, 21)}, by=None)
    rebuild(ecf)
    heading, *lines = table(page(client, f"{link}event/{event.uid}/table.csv"))
    assert heading[-2:] == ["Change (Club Elo)", "Change (ECF grades (Clarke))"]
    assert any(line[-2] for line in lines) and not any(line[-1] for line in lines)


def test_what_entered_no_list_is_not_among_the_counted_games(
    ecf: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    def counted() -> list[str]:
        lines = {row[1]: row for row in rows(client, f"{link}l/main/") if len(row) > 3}
        people = text(client, f"{link}player/{player(ecf, 'Adam Novak').uid}/")
        return [lines[one][4] for one in ("A. N.", "C. D.")] + [
            people.partition("Counted games ")[2].split()[0]
        ]

    assert counted() == ["35 of 35", "32 of 32", "35"]
    _from(ecf, "club_elo", date(2025, 5, 1))
    rebuild(ecf)
    # Adam has played in June, Cyril not since; neither has had a list for the two evenings before.
    assert counted() == ["33 of 35", "31 of 32", "33"]
    _from(ecf, "ecf", date(2025, 5, 8))
    rebuild(ecf)
    assert counted() == ["33 of 35", "31 of 32", "33"], "it does not come back with the system"


def test_the_rules_page_says_where_a_system_of_lists_was_left(
    ecf: Club, arbiter_client: Client
) -> None:
    path = "/c/rooks/ladders/main/rules/"
    said = "Games that then waited for a list of ECF grades (Clarke)"
    assert said not in text(arbiter_client, path)
    _from(ecf, "club_elo", date(2025, 5, 1))
    assert text(arbiter_client, path).count(said) == 1


def test_of_two_moves_as_far_the_one_up_is_the_biggest() -> None:
    down, up = (Moved("", "", 1500.0, 1500.0 + by, by, by, 0.0, False, False) for by in (-5.5, 5.5))
    assert Preview("", [down, up], []).summary.biggest == 5.5


def test_other_rules_are_compared_for_everybody(ecf: Club) -> None:
    """Also for those who have not played since the day from which they hold."""
    for day in (date(2025, 6, 20), date(2025, 9, 20)):
        found = rules_preview(ecf.ladders.get(), [Said(day, "ingo")])
        assert found is not None and found.two_scales
        assert {move.name for move in found.moves} == {*PEOPLE}


def test_who_becomes_provisional_by_other_rules_is_counted_without_a_game(club: Club) -> None:
    make_rated(club.ladders.get(), PEOPLE)
    make_event(club, "2025-01-14", GAMES)
    rebuild(club)
    said = Said(date(2025, 9, 20), "club_elo", {"provisional": 60})
    found = rules_preview(club.ladders.get(), [said])
    assert found is not None and len(found.moves) == len(PEOPLE)
    assert all(move.provisional for move in found.moves)


def test_a_preview_says_of_losses_only_what_is_new(ecf: Club) -> None:
    ladder = ecf.ladders.get()
    _from(ecf, "club_elo", date(2025, 5, 1))
    rebuild(ecf)
    for said in (
        Said(date(2025, 5, 1), "club_elo", {"k": 30}),
        Said(date(2025, 5, 1), "dwz"),
        Said(date(2025, 1, 1), "club_elo"),
    ):
        found = rules_preview(ladder, [said])
        assert found is not None and found.turning.dropped == []
    found = rules_preview(ladder, [Said(date(2025, 5, 1))])  # taken back
    assert found is not None and found.turning.dropped == []
    assert [(one.day, one.games, one.players) for one in found.turning.kept] == [
        (date(2025, 5, 1), 4, 3)
    ]


def test_where_settings_end_the_lists_a_last_one_takes_in_what_waits(
    ecf: Club, link: str, client: Client
) -> None:
    change_rules(
        ecf.ladders.get(), by=None, system="ecf", parameters={"period": "event"},
        filters=Filters(), valid_from=date(2025, 5, 2),
    )  # fmt: skip
    make_event(ecf, "2025-05-20", GAMES, start="2025-04-20", name="Across")
    rebuild(ecf)
    shown = text(client, _explained(ecf, link, "Spring"))
    assert "The games entered the list of 2 May 2025." in shown
    adam = player(ecf, "Adam Novak").uid
    assert "Spring" in text(client, f"{link}l/main/list/2025-05-02/player/{adam}/")
    assert "wait" not in text(client, _explained(ecf, link, "Across")), "it is a list of its own"
    assert verify(ecf.ladders.get().pk).right


def _changes(client: Client, path: str) -> dict[str, str]:
    return {row[1]: row[3] for row in rows(client, path) if len(row) > 3}


def test_after_lists_have_ended_the_page_tells_the_last_one(
    club: Club, link: str, client: Client
) -> None:
    """By settings of the system: nothing has moved since."""
    make_rated(club.ladders.get(), PEOPLE)
    for parameters, day in (({}, date(2025, 1, 1)), ({"period": "event"}, date(2025, 5, 15))):
        change_rules(
            club.ladders.get(), by=None, system="fide", parameters=parameters,
            filters=Filters(), valid_from=day,
        )  # fmt: skip
    make_event(club, "2025-05-06", GAMES)
    rebuild(club)
    shown = text(client, f"{link}l/main/")
    assert "Changes are those of the list of 15 May 2025" in shown
    assert sum(change[0] in "+−" for change in _changes(client, f"{link}l/main/").values()) >= 2
    make_event(club, "2025-05-20", GAMES[:1])
    rebuild(club)
    assert "Changes are those of 20 May 2025" in text(client, f"{link}l/main/")


@pytest.mark.parametrize("system", ["club_elo", "ingo"])
def test_an_event_of_a_system_of_lists_has_no_change_on_the_list_of_the_next_system(
    system: str, ecf: Club, link: str, client: Client
) -> None:
    _from(ecf, system, date(2025, 9, 1))
    rebuild(ecf)
    assert set(_changes(client, f"{link}l/main/").values()) == {"–"}


def test_a_list_that_never_came_is_not_waited_for(club: Club, link: str, client: Client) -> None:
    make_rated(club.ladders.get(), PEOPLE)
    for system, parameters, day in (
        ("lok", {}, date(2025, 1, 1)),
        ("lok", {"list": "rapid"}, date(2025, 5, 2)),
        ("club_elo", {}, date(2025, 5, 20)),
    ):
        change_rules(
            club.ladders.get(), by=None, system=system, parameters=parameters,
            filters=Filters(), valid_from=day,
        )  # fmt: skip
    make_event(club, "2025-04-29", GAMES, name="Spring")
    rebuild(club)
    shown = text(client, _explained(club, link, "Spring"))
    assert "entered no list: the system changed on 20 May 2025" in shown and "wait for" not in shown


def test_a_turn_that_moves_to_an_earlier_day_keeps_nothing(ecf: Club) -> None:
    _from(ecf, "club_elo", date(2025, 5, 1))
    rebuild(ecf)
    found = rules_preview(ecf.ladders.get(), [Said(date(2025, 4, 1), "club_elo")])
    assert found is not None and found.turning.kept == []
