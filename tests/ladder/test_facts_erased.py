"""A person with facts is erased: what others' numbers do not depend on goes, no number moves."""

from datetime import date, timedelta

import pytest
from django.db import transaction

from clubs.models import Club, User
from events.services.erasing import erase_person
from events.services.identity import merge
from ladder.erased_facts import _coarse, _tried
from ladder.models import Ladder, RatingRow
from ladder.queries import everything_about
from ladder.rebuild import rebuild
from ladder.rulebook import Filters, one_rule
from ladder.services import (
    change_rules,
    create_ladder,
    give_facts,
    give_starting_rating,
)
from ladder.systems.lok.formulas import age_on
from ladder.verify import verify
from players.models import AskedBy, PersonFact, Player
from tests import builders
from tests.cast import logged_in
from tests.web.arbiters import text

TODAY = date(2026, 11, 1)
BIRTH = "2010-08-17"


@pytest.fixture
def kid(club: Club, owner: User) -> Player:
    """A junior whose facts decide about other people's numbers."""
    for number in range(8):
        day = date(2025, 1, 10) + timedelta(days=40 * number)
        builders.make_event(
            club, day.isoformat(), ["Kid K 1-0 Bo Bravo", "Cy Charlie 1/2 Kid K",
                                    "Bo Bravo 0-1 Cy Charlie"], by=owner
        )  # fmt: skip
    player = builders.player(club, "Kid K")
    for name, ok in (("Bo Bravo", 1400), ("Cy Charlie", 1600)):
        give_facts(builders.player(club, name), {"lok_standard": ok, "fide_standard": ok}, by=owner)
    facts = {"birth": BIRTH, "sex": "F", "lok_standard": 1500, "fide_standard": 1550}
    give_facts(player, facts, by=owner, why="from her mother")
    return player


def erase(player: Player, owner: User) -> None:
    erase_person(player, by=owner, asked_by=AskedBy.PARENT, asked_on=TODAY)


def numbers(ladder: Ladder) -> list[tuple[object, ...]]:
    rebuild(ladder.pk)
    assert verify(ladder.pk).right
    rows = RatingRow.objects.filter(ladder=ladder).order_by("place", "player_id")
    return list(rows.values_list("place", "player_id", "rating", "games", "played", "change"))


def use(club: Club, system: str, **parameters: object) -> Ladder:
    ladder = club.ladders.get()
    change_rules(ladder, by=None, system=system, parameters=parameters, filters=Filters())
    return ladder


@pytest.mark.parametrize(
    ("system", "left"),
    [
        ("fide", {"birth": "2010-01-01", "fide_standard": 1550}),
        ("lok", {"birth": "2010-09-05", "lok_standard": 1500, "fide_standard": 1550}),
        ("club_elo", {}),
    ],
)
def test_nothing_moves_and_as_little_as_possible_stays(
    club: Club, kid: Player, owner: User, system: str, left: dict[str, object]
) -> None:
    ladder = use(club, system)
    before = numbers(ladder)
    without = PersonFact.objects.get(player=kid, name="birth")
    erase(kid, owner)
    assert numbers(ladder) == before
    said = PersonFact.objects.filter(player=kid)
    assert dict(said.values_list("name", "value")) == left
    assert set(said.values_list("by", "why", "press")) <= {(None, "", "")}
    assert not PersonFact.objects.filter(pk=without.pk).exists()
    assert BIRTH not in str(list(RatingRow.objects.filter(ladder=ladder).values_list("extra")))
    # That the numbers depend on the day at all: otherwise this would show nothing.
    if system == "lok":
        give_facts(kid, {"birth": "1980-01-01"}, by=owner)
        assert numbers(ladder) != before


def test_only_a_day_that_changes_no_number_is_taken(club: Club, kid: Player, owner: User) -> None:
    # DWZ asks how many years somebody has completed on the day of an event: 20, or already 21.
    ladder = use(club, "dwz")
    for name, rating in (("Bo Bravo", 1400), ("Cy Charlie", 1600), ("Kid K", 1500)):
        give_starting_rating(ladder, builders.player(club, name), rating, by=owner, why="list")
    give_facts(kid, {"birth": "2004-08-17"}, by=owner)
    before = numbers(ladder)
    with transaction.atomic():
        erase(kid, owner)
        assert births(kid) == ["2004-09-01"]
        assert numbers(ladder) == before
        transaction.set_rollback(True)
    # With an event on the day before and one on the birthday no coarser day gives the same.
    for day in ("2025-08-16", "2025-08-17"):
        builders.make_event(club, day, ["Kid K 1-0 Bo Bravo"], by=owner)
    before = numbers(ladder)
    erase(kid, owner)
    assert births(kid) == ["2004-08-17"] and numbers(ladder) == before


def births(player: Player) -> list[object]:
    facts = PersonFact.objects.filter(player=player, name="birth")
    return list(facts.values_list("value", flat=True))


def test_several_ladders_and_merged_people_are_kept_right(
    club: Club, kid: Player, owner: User
) -> None:
    ladder = use(club, "lok")
    other = create_ladder(club, by=owner, slug="fide", name="FIDE", system="fide")
    twin = builders.make_player(club, "Kiddy K")
    give_facts(twin, {"birth": "2010-08-18", "fide_rapid": 1400}, by=owner)
    merge(twin, kid, by=owner)
    before = [numbers(one) for one in (ladder, other)]
    erase(kid, owner)
    assert [numbers(one) for one in (ladder, other)] == before
    assert births(kid) == births(twin) == ["2010-09-05"]


def test_a_part_of_the_year_has_one_age_on_every_list_day() -> None:
    rules = one_rule("lok", {}, Filters()).timeline.rules[0]
    (parts, *_) = _tried([rules])
    days = rules.system.list_dates(rules.settings, date(2024, 1, 1), date(2027, 12, 31))
    leap_year = [date(2008, 1, 1) + timedelta(days=n) for n in range(366)]
    for born in leap_year:
        coarse = _coarse(born, parts)
        assert coarse.year == born.year
        assert [age_on(born, day) for day in days] == [age_on(coarse, day) for day in days]
    assert len({_coarse(born, parts) for born in leap_year}) == len(parts) + 1 < 10


def test_the_page_that_asks_says_what_stays(club: Club, kid: Player, owner: User) -> None:
    address = f"/c/{club.slug}/players/{kid.uid}/erase/"
    assert "Without a name" not in text(logged_in(owner, fresh=True).get(address))
    use(club, "lok")
    page = text(logged_in(owner, fresh=True).get(address))
    assert "computed with it: Day of birth; FIDE rating, standard; OK of the standard list" in page


def test_the_file_about_a_person_has_the_facts(club: Club, kid: Player) -> None:
    told = {one["fact"]: one for one in everything_about(kid)["facts_for_ratings"]}
    assert told["birth"]["value"] == BIRTH and told["birth"]["reason"] == "from her mother"
    assert told["sex"]["value"] == "F"
