"""The simulated season: nobody is wrongly joined, and the few who are split are found again."""

import csv
from datetime import date

import pytest

from clubs.models import Club, User
from config.demo.season import season_events
from events.importers import read_event
from tests.season_names import TRUTH, play, truth


def test_the_truth_covers_every_name_that_is_typed() -> None:
    typed = {
        player.name
        for event in season_events()
        for player in read_event(
            event.pairings_csv(), filename=f"{event.key}.csv", today=date(2026, 6, 1)
        ).players
    }
    assert typed == truth().keys()


def test_a_person_is_called_by_one_of_their_spellings() -> None:
    with TRUTH.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    plain = {", ".join(part.strip() for part in row["typed"].split(",")) for row in rows}
    assert {row["person"] for row in rows} <= plain
    assert sum(row["differs"] not in ("", "blank") for row in rows) > 25


@pytest.mark.django_db
def test_whoever_confirms_only_the_sure_ones_joins_nobody_wrongly(
    club: Club, arbiter: User
) -> None:
    outcome = play(club, arbiter)
    assert (outcome.events, outcome.here_already) == (57, 4)
    assert outcome.joined == {}
    assert (outcome.people, outcome.members) == (403, 405)
    # A first given name that is missing may be another child; a line that was never paired sat in
    # the same event as the other one. Both are offered to a person afterwards.
    assert outcome.split == {
        "Bedrich, Provy Cathleen": [["Bedrich,Cathleen"], ["Bedrich,Provy Cathleen"]],
        "Lijn, Jnaom": [["Jnaom,Lijn"], ["Lijn,Jnaom"]],
    }
    assert outcome.wrongly_split == outcome.found == 2
