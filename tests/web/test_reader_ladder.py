"""The list that members see: who stands where, what is said of it, how current it is."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from clubs.models import Club
from ladder.models import Ladder, RatingRow
from ladder.rebuild import rebuild as rebuild_ladder
from ladder.rulebook import Filters
from ladder.services import change_rules, give_starting_rating
from ladder.verify import verify
from players.models import Player, Status
from tests.builders import make_event, make_link, make_player, player, rebuild
from tests.web.reading import main_part, page, rows, text

FOUR = ("Adam Novak", "Bara Mala", "Cyril Dub", "Dana Hora")  # A. N., B. M., C. D., D. H.


def established(club: Club, **ratings: float) -> None:
    """People with an opening list behind them: initials -> rating, thirty counted games each."""
    ladder = Ladder.objects.get(club=club)
    names = {name[0].lower(): name for name in FOUR}
    for letter, rating in ratings.items():
        person = make_player(club, names[letter])
        give_starting_rating(ladder, person, rating, games=30, by=None, why="opening list")


@pytest.fixture
def four(club: Club) -> Club:
    """Four established members after one evening on 3 March."""
    established(club, a=1500, b=1400, c=1300, d=1200)
    make_event(club, "2026-03-03", ["Adam Novak 1/2 Bara Mala", "Cyril Dub 1-0 Dana Hora"])
    rebuild(club)
    return club


def test_established_stand_by_rating_with_rank_change_and_counted_games(
    four: Club, link: str, client: Client
) -> None:
    # E(1500 against 1400) = 0.640: 20 * (0.5 - 0.640) = -2.8; E(1300, 1200) the same: +7.2
    assert rows(client, link + "l/main/") == [
        ["1", "A. N.", "1497", "−2.8", "31 of 31"],
        ["2", "B. M.", "1403", "+2.8", "31 of 31"],
        ["3", "C. D.", "1307", "+7.2", "31 of 31"],
        ["4", "D. H.", "1193", "−7.2", "31 of 31"],
    ]
    assert "Change on 3 March" in text(client, link + "l/main/")


def test_the_home_shows_the_same_list(four: Club, link: str, client: Client) -> None:
    assert rows(client, link) == rows(client, link + "l/main/")


def test_provisional_stand_below_without_a_rank_and_with_the_reason(
    four: Club, link: str, client: Client
) -> None:
    make_event(four, "2026-03-10", ["Eva Lis 1-0 Adam Novak"])
    rebuild(four)
    found = rows(client, link + "l/main/")
    assert [row[0] for row in found[:4]] == ["1", "2", "3", "4"]
    why = "Until 5 counted games the number moves a lot, then it settles. That is how it should be."
    assert found[4] == [f"Provisional {why}"]
    assert found[5][:2] == ["", "E. L."]
    assert found[5][4] == "1 of 1"
    assert found[0] == ["1", "A. N.", "1497", "0.0", "31 of 32"]  # did not count for him
    assert 'class="is-provisional"' in main_part(page(client, link))


def test_who_did_not_play_on_the_last_day_has_no_change(
    four: Club, link: str, client: Client
) -> None:
    make_event(four, "2026-03-10", ["Adam Novak 1-0 Bara Mala"])
    rebuild(four)
    changes = {row[1]: row[3] for row in rows(client, link)}
    assert changes["C. D."] == changes["D. H."] == "–"
    assert changes["A. N."].startswith("+")


def test_two_events_of_one_day_change_together(four: Club, link: str, client: Client) -> None:
    adam = player(four, "Adam Novak").pk
    before = _ratings(four)[adam]
    make_event(four, "2026-03-10", ["Adam Novak 1-0 Bara Mala"])
    make_event(four, "2026-03-10", ["Adam Novak 0-1 Dana Hora"])
    rebuild(four)
    shown = {row[1]: row[3] for row in rows(client, link)}["A. N."]
    change = _ratings(four)[adam] - before
    assert float(shown.replace("−", "-")) == pytest.approx(change, abs=0.05)


def _ratings(club: Club) -> dict[int, float]:
    """What everybody has now, by player id."""
    found = RatingRow.objects.filter(ladder__club=club).order_by("place")
    return dict(found.values_list("player_id", "rating"))


def test_in_the_first_weeks_all_are_ranked_and_the_page_says_why(
    club: Club, link: str, client: Client
) -> None:
    make_event(club, "2026-03-03", ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1/2 Dana Hora"])
    rebuild(club)
    found = rows(client, link)
    assert [row[0] for row in found] == ["1", "2", "3", "4"]
    assert found[0][:3] == ["1", "A. N.", "1220"]
    assert "fewer than three players have 5 counted games" in text(client, link)
    assert "is-provisional" not in main_part(page(client, link))


def test_guests_former_and_hidden_people_are_computed_but_not_listed(
    four: Club, link: str, client: Client
) -> None:
    make_event(four, "2026-03-10", ["Gast Velky 1-0 Adam Novak"], guests=["Gast Velky"])
    Player.objects.filter(name__text="Bara Mala").update(status=Status.FORMER)
    Player.objects.filter(name__text="Cyril Dub").update(status=Status.HIDDEN)
    rebuild(four)
    assert {row[1] for row in rows(client, link)} == {"A. N.", "D. H."}
    guest = player(four, "Gast Velky")
    assert "G. V. guest provisional Rating 1234 +33.9" in text(client, f"{link}player/{guest.uid}/")


def test_a_member_without_a_rated_game_is_on_the_players_page_only(
    four: Club, link: str, client: Client
) -> None:
    make_player(four, "Felix Novy")
    make_event(four, "2026-03-10", ["Felix Novy +/- Adam Novak"])
    rebuild(four)
    assert "F. N." not in {row[1] for row in rows(client, link)}
    assert ["F. N.", "–"] in rows(client, link + "players/")


def test_who_has_no_counted_game_for_a_year_stands_apart(
    club: Club, link: str, client: Client
) -> None:
    established(club, a=1500, b=1400, c=1300, d=1200)
    make_event(club, "2025-03-03", ["Adam Novak 1/2 Bara Mala", "Cyril Dub 1-0 Dana Hora"])
    make_event(club, "2026-03-03", ["Adam Novak 1-0 Bara Mala", "Cyril Dub 1/2 Adam Novak"])
    rebuild(club)
    assert "Not played for a year" not in text(client, link)  # 3 March is within the year
    make_event(club, "2026-03-10", ["Adam Novak 1/2 Bara Mala"])
    rebuild(club)
    found = rows(client, link)
    assert [row[1] for row in found[:3]] == ["A. N.", "B. M.", "C. D."]
    assert found[3][0].startswith("Not played for a year")
    assert found[4][:2] == ["", "D. H."]


def test_how_current_the_list_is_in_words(four: Club, link: str, client: Client) -> None:
    assert "Up to date as of 3 March 2026, built from 1 event." in text(client, link)
    Ladder.objects.filter(club=four).update(built_version=0)
    shown = text(client, link)
    assert "Being recomputed. The numbers are from 1 event." in shown
    assert "Up to date" not in shown
    fingerprint = Ladder.objects.get(club=four).fingerprint
    assert bytes(fingerprint).hex()[:8] not in page(client, link).content.decode()


def test_a_list_date_that_has_come_makes_it_stale(four: Club, link: str, client: Client) -> None:
    Ladder.objects.filter(club=four).update(next_due=date(2026, 4, 1))
    assert "Being recomputed." in text(client, link)


def test_a_list_known_to_be_wrong_says_so_from_the_moment_it_is_known(
    four: Club, link: str, client: Client
) -> None:
    paths = [link, link + "l/main/", link + "l/main/?on=2026-03-03"]
    paths.append(f"{link}player/{player(four, 'Adam Novak').uid}/")
    paths.append(f"{link}event/{four.events.get().uid}/player/{player(four, 'Adam Novak').uid}/")
    paths.append(f"{link}event/{four.events.get().uid}/")
    checked = "These numbers are being checked."
    for path in paths:  # and keeps the page
        assert checked not in text(client, path)
    ladder = Ladder.objects.get(club=four)
    RatingRow.objects.filter(ladder=ladder).update(rating=1)
    assert verify(ladder.pk).drift
    for path in paths:
        shown = text(client, path)
        assert checked in shown and "Up to date" not in shown, path
    rebuild_ladder(ladder.pk, full=True)
    for path in paths:
        assert checked not in text(client, path)


def test_a_comparison_that_finds_nothing_new_leaves_kept_pages_alone(four: Club) -> None:
    before = Club.objects.get(pk=four.pk).view_version
    ladder = Ladder.objects.get(club=four)
    assert verify(ladder.pk).right
    assert Club.objects.get(pk=four.pk).view_version == before
    RatingRow.objects.filter(ladder=ladder).update(rating=1)
    for _ in range(2):
        assert verify(ladder.pk).drift
        assert Club.objects.get(pk=four.pk).view_version == before + 1


def test_a_ladder_that_was_never_built_says_so(club: Club, link: str, client: Client) -> None:
    assert "being computed for the first time" in text(client, link)
    rebuild(club)
    assert "Nobody is ranked yet" in text(client, link)


def test_the_list_as_it_stood_on_a_day(four: Club, link: str, client: Client) -> None:
    then = rows(client, link)
    make_event(four, "2026-03-10", ["Dana Hora 1-0 Adam Novak"])
    rebuild(four)
    assert rows(client, link + "l/main/?on=2026-03-09") == then
    assert rows(client, link + "l/main/?on=2026-03-10") == rows(client, link)
    assert "As it stood on 9 March 2026" in text(client, link + "l/main/?on=2026-03-09")
    assert "Nobody is ranked yet" in text(client, link + "l/main/?on=2026-03-02")


@pytest.mark.parametrize("on", ["", "x", "2026-13-01", "0001-01-01", "9999-12-31", "%00", "１"])
def test_nonsense_for_a_day_is_today(four: Club, link: str, client: Client, on: str) -> None:
    assert rows(client, f"{link}l/main/?on={on}") == rows(client, link)


def test_another_club_s_ladder_is_not_here(
    four: Club, other_club: Club, link: str, client: Client
) -> None:
    Ladder.objects.filter(club=other_club).update(slug="theirs")
    page(client, link + "l/theirs/", status=404)
    page(client, make_link(other_club) + "l/theirs/")


def test_more_rows_ask_no_more_queries(club: Club, link: str, client: Client) -> None:
    def queries(evening: int, size: int) -> int:
        games = [f"P{n:03} Q 1-0 R{n:03} S" for n in range(size // 2)]
        make_event(club, f"2026-03-{evening:02}", games)
        rebuild(club)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert len(rows(client, link)) >= size
        return len(asked)

    page(client, link)
    assert queries(3, 30) == queries(10, 60) <= 16


def test_in_czech_the_numbers_are_czech(four: Club, link: str, client: Client) -> None:
    client.cookies["django_language"] = "cs"
    assert rows(client, link)[1][3] == "+2,8"
    with translation.override("cs"):
        assert "3. března" in text(client, link)


def test_an_empty_list_says_whether_the_ladder_has_events(
    four: Club, link: str, client: Client
) -> None:
    begins = "The ladder begins with the first event that has rated games."
    nobody = "There are rated games, but of nobody whom this list shows."
    shown = text(client, link + "l/main/?on=2026-03-02")
    assert begins in shown and nobody not in shown
    change_rules(
        four.ladders.get(), by=None, system="club_elo", parameters={},
        filters=Filters(only_juniors=True),
    )  # fmt: skip
    rebuild(four)
    shown = text(client, link + "l/main/")
    assert "built from 1 event" in shown
    assert nobody in shown and begins not in shown


def test_a_day_to_come_or_no_day_is_said_and_the_ladder_is_that_of_today(
    club: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    make_event(club, "2025-01-14", ["Adam Novak 1-0 Bara Mala"])
    rebuild(club)
    day = date.today() + timedelta(days=400)
    for who, path in ((client, f"{link}l/main/"), (arbiter_client, "/c/rooks/ladder/main/")):
        ahead = text(who, f"{path}?on={day}")
        assert "is still to come: this is the ladder as it stands today." in ahead
        assert "As it stood" not in ahead
        for bad in ("xx", "2025-02-30", "0001-01-01"):
            assert "Enter a valid date." in text(who, f"{path}?on={bad}")
        assert "valid date" not in text(who, f"{path}?on=") + text(who, f"{path}?on=2025-01-20")
