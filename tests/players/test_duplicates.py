"""People who may stand in a roster twice: found, with evidence, and left to a person."""

from collections.abc import Iterable

import pytest

from clubs.models import Club
from events.models import IdentityDecision
from events.services.duplicates import Pair, open_pairs, possible_pairs
from players.models import Player, Status
from tests import builders

pytestmark = pytest.mark.django_db


def names(pairs: Iterable[Pair]) -> list[tuple[str, str]]:
    return [(pair.one.person.name, pair.other.person.name) for pair in pairs]


def decide(club: Club, kind: str, one: str, other: str) -> None:
    people = {"player": builders.player(club, one), "other": builders.player(club, other)}
    IdentityDecision.objects.create(club=club, kind=kind, **people)


@pytest.fixture
def roster(club: Club) -> Club:
    builders.make_event(club, "2026-03-03", ["Kanárek, Petr 1-0 Stehlíková, Eva"])
    builders.make_event(club, "2026-03-10", ["Kanárek, Petr 1-0 Skřivánek, Ivo"])
    builders.make_event(club, "2026-03-17", ["Kanarek Petr 1/2 Stehlíková, Eva"])
    builders.make_event(club, "2026-03-24", ["Stehlíková, Jana 0-1 Čížek, Jan"])
    return club


def test_a_pair_has_its_evidence(roster: Club) -> None:
    (pair,) = possible_pairs(roster)
    assert names([pair]) == [("Kanárek, Petr", "Kanarek Petr")]
    assert pair.possible and not pair.together
    assert (pair.one.evidence.events, pair.one.evidence.games) == (2, 2)
    assert (pair.other.evidence.events, pair.other.evidence.games) == (1, 1)
    assert str(pair.other.person.last_seen) == "2026-03-17"
    assert [str(reason) for reason in pair.reasons] == ["written without accents"]
    assert not pair.warnings


def test_two_who_sat_in_one_event_cannot_be_one(roster: Club) -> None:
    event = builders.make_event(roster, "2026-03-31", ["Kanárek, Petr 1-0 Kanarek Petr"])
    (pair,) = possible_pairs(roster)
    assert not pair.possible
    (met,) = pair.together
    assert (met.event, met.name, met.rounds) == (event.uid, event.name, (1,))
    assert open_pairs(roster) == 0


def test_sitting_in_one_event_is_enough_without_a_common_round(roster: Club) -> None:
    builders.make_event(roster, "2026-03-31", ["Čížek, Jan 1-0 Kanarek Petr", "Kanárek, Petr bye"])
    builders.make_event(
        roster,
        "2026-04-07",
        ["Čížek, Jan 1-0 Skřivánek, Ivo", "Čížek, Jan 1-0 Kanárek, Petr", "Kanarek Petr bye"],
    )
    (pair,) = possible_pairs(roster)
    latest, _ = pair.together
    assert (latest.one, latest.other, latest.rounds) == ((2,), (1,), ())


def test_the_count_of_an_event_is_of_its_people(roster: Club) -> None:
    with_him = builders.make_event(roster, "2026-03-31", ["Kanarek Petr 1-0 Čížek, Jan"])
    without = builders.make_event(roster, "2026-04-07", ["Skřivánek, Ivo 1-0 Čížek, Jan"])
    assert open_pairs(roster) == open_pairs(roster, with_him) == 1
    assert open_pairs(roster, without) == 0


def test_a_new_name_is_counted_at_once(roster: Club) -> None:
    assert open_pairs(roster) == 1
    builders.make_player(roster, "SKŘIVÁNEK Ivo")
    assert open_pairs(roster) == 2
    builders.make_player(roster, "Skřivánek, I.")
    assert open_pairs(roster) == 4
    assert len(possible_pairs(roster)) == 4


def test_decided_pairs_are_left_out(roster: Club) -> None:
    decide(roster, "never-same", "Kanarek Petr", "Kanárek, Petr")
    assert possible_pairs(roster) == ()
    assert open_pairs(roster) == 0


def test_merged_people_stand_once_under_all_their_names(roster: Club) -> None:
    decide(roster, "merge", "Kanarek Petr", "Kanárek, Petr")
    assert possible_pairs(roster) == ()
    builders.make_player(roster, "Kanarek, P.")
    (pair,) = possible_pairs(roster)
    assert "Kanarek Petr" in {*pair.one.person.spellings, *pair.other.person.spellings}


@pytest.mark.parametrize("gone", [{"status": Status.HIDDEN}, {"erased": "2026-03-20T00:00Z"}])
def test_hidden_and_erased_people_are_in_no_pair(roster: Club, gone: dict[str, str]) -> None:
    assert open_pairs(roster) == 1
    Player.objects.filter(name__text="Kanarek Petr").update(**gone)
    assert possible_pairs(roster) == ()
    assert open_pairs(roster) == 0


def test_another_club_is_another_matter(roster: Club) -> None:
    other = builders.make_club()
    builders.make_player(other, "Kanárek Petr")
    assert possible_pairs(other) == ()
    assert open_pairs(other) == 0
