"""What members see of a ladder whose system has changed on a day: each number and each change in
the units and the words of the system that it is of."""

import re
from datetime import date, timedelta

import pytest
from django.test import Client

from clubs.models import Club
from events.models import Event
from events.revisions import Steps
from events.services import revising
from ladder.models import LadderStep, RatingRow
from ladder.queries import publish_effect, rounded_change, standings
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts
from ladder.systems import decode
from ladder.templatetags.figures import signed
from tests.builders import make_event, make_rated, player, rebuild
from tests.web.reading import main_part, page, rows, text, words
from tests.web.test_files import table

PEOPLE = {"Adam Novak": 2000, "Bara Mala": 1900, "Cyril Dub": 1800, "Dana Hora": 1700}
LOWER = "The lower the number, the better."
UNOFFICIAL = "computed from club games, unofficial."
ENDED = date(2025, 8, 5)


@pytest.fixture
def switched(club: Club) -> Club:
    """Club Elo; FIDE from 1 February 2025, after each event; Ingo from 1 July. An event that began
    under FIDE ended under Ingo, which computes all of it."""
    ladder = club.ladders.get()
    for person in make_rated(ladder, PEOPLE):
        give_facts(person, {"birth": "1987-05-31"}, by=None)
    for system, parameters, day in (
        ("fide", {"period": "event", "start": 1500}, date(2025, 2, 1)),
        ("ingo", {}, date(2025, 7, 1)),
    ):
        change_rules(
            ladder, by=None, system=system, parameters=parameters, filters=Filters(),
            valid_from=day,
        )  # fmt: skip
    four = ["Bara Mala 1-0 Adam Novak", "Cyril Dub 1/2 Dana Hora"]
    make_event(club, "2025-01-14", four, name="Winter")
    make_event(club, "2025-03-11", four, name="Spring")
    make_event(club, "2025-07-22", ["Adam Novak 1-0 Cyril Dub"], name="July")
    make_event(club, ENDED.isoformat(), four[:1], start="2025-06-10", name="Summer")
    rebuild(club)
    return club


def _words(client: Client, path: str) -> tuple[bool, bool]:
    """Whether a page says that lower is better, and that it is unofficial."""
    shown = text(client, path)
    return LOWER in shown, UNOFFICIAL in shown


def _event(club: Club, name: str) -> Event:
    return club.events.get(name=name)


@pytest.mark.parametrize(
    ("name", "said"),
    [("Winter", (False, False)), ("Spring", (False, True)), ("July", (True, True))],
)
def test_an_event_is_explained_in_the_words_of_its_own_system(
    name: str, said: tuple[bool, bool], switched: Club, link: str, client: Client
) -> None:
    event, adam = _event(switched, name), player(switched, "Adam Novak")
    assert _words(client, f"{link}event/{event.uid}/player/{adam.uid}/") == said
    assert _words(client, f"{link}event/{event.uid}/") == said


def test_performances_are_in_the_words_of_the_system_of_their_ratings(
    switched: Club, link: str, client: Client
) -> None:
    event = _event(switched, "Spring")
    assert _words(client, f"{link}event/{event.uid}/performance/") == (False, True)


def test_a_fide_calculation_stays_unofficial_where_the_club_went_back(
    switched: Club, link: str, client: Client
) -> None:
    change_rules(
        switched.ladders.get(), by=None, system="club_elo", parameters={}, filters=Filters(),
        valid_from=date(2025, 9, 1),
    )  # fmt: skip
    rebuild(switched)
    event, adam = _event(switched, "Spring"), player(switched, "Adam Novak")
    assert _words(client, f"{link}event/{event.uid}/player/{adam.uid}/") == (False, True)
    assert _words(client, f"{link}l/main/") == (False, False)


def test_of_several_systems_on_one_page_each_calculation_has_its_own_words(
    switched: Club, link: str, client: Client
) -> None:
    games = ["Adam Novak 1-0 Bara Mala", "Adam Novak 0-1 Cyril Dub"]
    event = make_event(switched, "2025-07-08", games, start="2025-06-24", steps=Steps.DAY)
    revising.correct_game(event, 1, {"day": date(2025, 6, 24)}, by=None)
    rebuild(switched)
    path = f"{link}event/{event.uid}/player/{player(switched, 'Adam Novak').uid}/"
    _, fide, ingo = map(words, main_part(page(client, path)).split("<h2>"))
    assert "2025 FIDE " in fide and "2025 Ingo " in ingo
    over = re.search(r"taken over from FIDE: \(2840 − (\d+)\) / 8 = ([\d.]+)\.", ingo)
    assert over and f"New rating {over[1]} " in fide and f"Rating before {over[2]}" in ingo
    assert UNOFFICIAL in fide and LOWER not in fide
    assert ingo.count(UNOFFICIAL) == ingo.count(LOWER) == 1


def test_the_list_shows_changes_in_the_units_of_its_numbers(
    switched: Club, link: str, client: Client
) -> None:
    ladder = switched.ladders.get().pk
    before, after = (
        {line.player: line for line in standings(switched, ladder, day).listing.ordered}
        for day in (date(2025, 8, 4), date(2025, 8, 20))
    )
    for name, better in (("Adam Novak", False), ("Bara Mala", True)):
        pk = player(switched, name).pk
        change = after[pk].change
        assert change is not None and (change < 0) is better  # the lower the better
        assert change == pytest.approx(after[pk].rating - before[pk].rating)
    assert after[player(switched, "Cyril Dub").pk].change is None
    for path in (f"{link}l/main/", f"{link}l/main/?on=2025-08-20"):
        found = {row[1]: row[3] for row in rows(client, path) if len(row) > 3}
        assert re.fullmatch(r"−\d+\.\d", found["B. M."]) and found["C. D."] == "–"


def test_before_anybody_has_played_under_the_new_system_too(
    switched: Club, link: str, client: Client
) -> None:
    """Of the last day of FIDE, on a list of Ingo."""
    path = f"{link}l/main/?on=2025-07-02"
    found = {row[1]: row[2:4] for row in rows(client, path) if len(row) > 3}
    under_fide = {
        row[1]: row[2:4] for row in rows(client, f"{link}l/main/?on=2025-06-30") if len(row) > 3
    }
    assert found["B. M."][1].startswith("−") and under_fide["B. M."][1].startswith("+")
    assert int(found["B. M."][0]) < 200 < int(under_fide["B. M."][0])


def _changes(client: Client, path: str) -> dict[str, str]:
    """By event, the change as a player's page lists it."""
    body = main_part(page(client, path))
    found = re.findall(
        r'class="event".*?<span class="title"><bdi>(.*?)</bdi>.*?<span class="end">(.*?)</a>',
        body,
        re.DOTALL,
    )
    return {name: words(change) for name, change in found}


def test_a_player_s_page_shows_changes_in_the_units_of_its_number(
    switched: Club, link: str, client: Client
) -> None:
    adam, dana = (player(switched, name) for name in ("Adam Novak", "Dana Hora"))
    listed = {row[1]: row[2] for row in rows(client, f"{link}l/main/") if len(row) > 3}
    path = f"{link}player/{adam.uid}/"
    (summer,) = _changes(client, path).items()
    assert summer[0] == "Summer" and re.fullmatch(r"\+\d+\.\d", summer[1])
    found = _changes(client, f"{path}?season=2024")
    assert found.pop("July").startswith("−")
    assert found == {"Winter": "Club Elo −12.8", "Spring": "FIDE −12"}
    assert f"Rating {listed['A. N.']} " in text(client, path)
    # Who has not played under the new system stands as its list shows; the last change is FIDE's.
    shown = text(client, f"{link}player/{dana.uid}/")
    assert f"Rating {listed['D. H.']} FIDE +3 on 11 March 2025 Rank" in shown


# -- An event whose playing days lie on both sides of a change --------------------------------------


@pytest.fixture
def across(switched: Club) -> Event:
    """Three playing days: FIDE computes the first, Ingo the two others; Dana plays on the first
    only."""
    games = [
        "Adam Novak 1-0 Bara Mala", "Cyril Dub 1-0 Dana Hora", "Adam Novak 0-1 Cyril Dub",
        "Adam Novak 1/2 Bara Mala",
    ]  # fmt: skip
    event = make_event(
        switched, "2025-07-15", games, start="2025-06-24", steps=Steps.DAY, name="Across"
    )
    for number, day in enumerate((24, 24, 30 + 8), 1):
        revising.correct_game(
            event, number, {"day": date(2025, 6, 1) + timedelta(days=day - 1)}, by=None
        )
    rebuild(switched)
    return event


def _by_system(event: Event, name: str) -> dict[str, float]:
    """What each step of the ladder gave the player, added up by the system of its day."""
    who = player(event.club, name).pk
    ladder = event.club.ladders.get().pk
    steps = LadderStep.objects.filter(ladder=ladder, event_id=event.pk)
    found: dict[str, float] = {}
    for place in steps.values_list("place", flat=True):
        for row in RatingRow.objects.filter(ladder=ladder, place=place, player=who):
            system = "FIDE" if decode(place).day < date(2025, 7, 1) else "Ingo"
            found[system] = found.get(system, 0.0) + row.change
    return found


def _said(changes: dict[str, float]) -> str:
    return " ".join(
        f"{system} {signed(change, system == 'FIDE')}" for system, change in changes.items()
    )


def test_an_event_across_a_change_shows_the_changes_of_each_system_apart(
    across: Event, link: str, client: Client
) -> None:
    path = f"{link}event/{across.uid}/"
    found = {row[1]: row[4] for row in rows(client, path)}
    for name, label in (("Adam Novak", "A. N."), ("Cyril Dub", "C. D."), ("Dana Hora", "D. H.")):
        changes = _by_system(across, name)
        assert list(changes) == (["FIDE"] if name == "Dana Hora" else ["FIDE", "Ingo"])
        assert found[label] == _said(changes)
    shown = text(client, path)
    assert "changed its system between the playing days" in shown
    assert shown.count(LOWER) == 1 and shown.count(UNOFFICIAL) == 2
    assert "changed its system" not in text(
        client, f"{link}event/{_event(across.club, 'July').uid}/"
    )


def test_an_event_across_a_change_has_a_column_for_each_system_in_its_file(
    across: Event, link: str, client: Client
) -> None:
    heading, *lines = table(page(client, f"{link}event/{across.uid}/table.csv"))
    assert heading[-2:] == ["Change (FIDE)", "Change (Ingo)"]
    found = {line[2]: line[-2:] for line in lines}
    for name, label in (("Adam Novak", "A. N."), ("Dana Hora", "D. H.")):
        changes = _by_system(across, name)
        said = [rounded_change(changes.get(system)) for system in ("FIDE", "Ingo")]
        assert found[label] == ["" if one is None else str(one) for one in said]


def test_a_player_s_page_and_file_keep_the_units_of_an_event_across_a_change_apart(
    across: Event, link: str, client: Client
) -> None:
    adam = player(across.club, "Adam Novak")
    changes = _by_system(across, "Adam Novak")
    listed = _changes(client, f"{link}player/{adam.uid}/?season=2024")
    assert listed["Across"] == _said(changes)
    heading, *lines = table(page(client, f"{link}player/{adam.uid}/table.csv"))
    systems = ["Club Elo", "FIDE", "Ingo"]
    assert heading[4:] == [
        *(f"Change ({one})" for one in systems), *(f"Rating ({one})" for one in systems),
    ]  # fmt: skip
    found = {line[1]: line[4:] for line in lines}
    filled = {name: [bool(cell) for cell in cells] for name, cells in found.items()}
    assert filled["Winter"] == [True, False, False] * 2
    assert filled["Across"] == [False, True, True] * 2
    assert found["Across"][1:3] == [str(rounded_change(changes[one])) for one in ("FIDE", "Ingo")]
    assert int(found["Across"][4]) > 1000 and int(found["Across"][5]) < 200


def test_how_many_an_event_across_a_change_moves_counts_people_once(across: Event) -> None:
    (effect,) = publish_effect(across.club, across.pk).changes
    assert effect.changed == 4
