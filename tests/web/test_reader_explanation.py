"""How a change came out: the sentence, each game, the sum, and when none of it counts."""

from datetime import date

import pytest
from django.test import Client

from clubs.models import Club
from events.models import Event
from events.results import GameKind, Result
from events.revisions import EventKind, Steps
from events.services import revising
from ladder.models import Ladder, RatingRow
from ladder.services import give_starting_rating
from players.models import Player
from tests.builders import make_event, make_player, player, rebuild
from tests.web.reading import page, rows, text

# The worked example of docs/rules/club_elo.md.
OPPONENTS = {"Bert Bily": 1500, "Cyril Cerny": 1300, "Dana Dub": 1600, "Emil Els": 1350}
GAMES = [
    "Ann Ada 1-0 Bert Bily",
    "Cyril Cerny 0-1 Ann Ada",
    "Ann Ada 1/2 Dana Dub",
    "Emil Els 1-0 Ann Ada",
]


@pytest.fixture
def rated(club: Club) -> Club:
    """Ann and her opponents, established."""
    _start(club, "Ann Ada", 1400)
    for name, rating in OPPONENTS.items():
        _start(club, name, rating)
    return club


def _start(club: Club, name: str, rating: float, games: int | None = 30) -> Player:
    person = make_player(club, name)
    ladder = Ladder.objects.get(club=club)
    give_starting_rating(ladder, person, rating, games=games, by=None, why="opening list")
    return person


def address(link: str, event: Event, name: str = "Ann Ada") -> str:
    return f"{link}event/{event.uid}/player/{player(event.club, name).uid}/"


def test_the_worked_example(rated: Club, link: str, client: Client) -> None:
    event = make_event(rated, "2026-03-03", GAMES, name="Club night")
    rebuild(rated)
    shown = text(client, address(link, event))
    assert "The ladder expected 1.8 of 4; you scored 2.5. The rating changes by +13.8 ." in shown
    assert rows(client, address(link, event)) == [
        ["B. B.", "1", "1500.0", "1", "0.360", "20", "+12.8"],
        ["C. C.", "2", "1300.0", "1", "0.640", "20", "+7.2"],
        ["D. D.", "3", "1600.0", "½", "0.240", "20", "+5.2"],
        ["E. E.", "4", "1350.0", "0", "0.571", "20", "−11.4"],
    ]
    assert "Sum of 4 counted games 2½ 1.812 +13.8" in shown
    assert "Rating before 1400.0 Change +13.8 New rating 1413.8" in shown
    assert "rounded for reading" not in shown
    assert "lasted longer" not in shown


def test_the_explanation_is_the_change_that_stands_in_the_ladder(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(rated, "2026-03-03", GAMES)
    ladder = rebuild(rated)
    row = RatingRow.objects.filter(ladder=ladder, player=player(rated, "Dana Dub")).last()
    assert row is not None
    RatingRow.objects.filter(ladder=ladder, place=row.place).update(change=row.change + 1)
    Ladder.objects.filter(pk=ladder.pk).update(fingerprint=b"moved")
    shown = text(client, address(link, event, "Dana Dub"))
    assert "The event was changed a moment ago." in shown
    assert "The ladder expected" not in shown


def test_a_game_with_a_provisional_opponent_does_not_count_and_says_why(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(rated, "2026-03-03", ["Ann Ada 1-0 Nova Nina", "Ann Ada 1-0 Bert Bily"])
    rebuild(rated)
    shown = text(client, address(link, event))
    assert rows(client, address(link, event))[0] == [
        "N. N. provisional",
        "1",
        "1200.0",
        "1",
        "Does not count: the opponent is provisional: the game counts for them only.",
    ]
    assert "A whole evening with newcomers can end without any change" in shown
    assert "of 1; you scored 1." in shown
    assert "Until 5 counted games" not in shown
    assert "Until 5 counted games" in text(client, address(link, event, "Nova Nina"))


def test_an_evening_with_newcomers_only_changes_nothing(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(rated, "2026-03-03", ["Ann Ada 1-0 Nova Nina"])
    rebuild(rated)
    shown = text(client, address(link, event))
    assert "No game counted for you, so nothing changed." in shown
    assert "The rating changes" not in shown
    assert "Rating before 1400.0 Change 0.0 New rating 1400.0" in shown


def test_an_event_that_lasts_names_both_days_and_both_ratings(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(rated, "2026-03-31", GAMES, start="2026-03-01", name="Long one")
    make_event(rated, "2026-03-10", ["Ann Ada 1-0 Dana Dub"])
    rebuild(rated)
    shown = text(client, address(link, event))
    assert "all ratings are those of its beginning, 1 March 2026" in shown
    assert "the change was added at its end, 31 March 2026" in shown
    assert "Rating at the start, 1 March 2026 1400.0" in shown
    assert "Rating at the end, 31 March 2026, after other events 1415.2" in shown
    assert "New rating 1429.0" in shown
    assert rows(client, address(link, event))[2][:3] == ["D. D.", "3", "1600.0"]


def test_playing_days_that_are_steps_are_explained_one_by_one(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(
        rated, "2026-03-08", GAMES, start="2026-03-01", steps=Steps.DAY, name="Two days"
    )
    for number in (1, 2):
        revising.correct_game(event, number, {"day": date(2026, 3, 1)}, by=None)
    rebuild(rated)
    shown = text(client, address(link, event))
    assert shown.index("1 March 2026 The ladder expected") < shown.index("8 March 2026 The ladder")
    assert [row[0] for row in rows(client, address(link, event), table=0)] == ["B. B.", "C. C."]
    assert [row[0] for row in rows(client, address(link, event), table=1)] == ["D. D.", "E. E."]


def test_games_that_are_not_rated_are_listed_with_the_reason(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(
        rated,
        "2026-03-03",
        ["Ann Ada 1-0 Bert Bily", "Ann Ada +/- Dana Dub", "Ann Ada bye", "Ann Ada 1-0 Kdo Vi"],
        unknown=["Kdo Vi"],
    )
    rebuild(rated)
    assert rows(client, address(link, event), table=1) == [
        ["D. D.", "2", "+ : −", "forfeit"],
        ["–", "3", "1", "bye"],
        ["player not known yet", "4", "1 : 0", "waits until it is known who played"],
    ]


def test_an_event_that_does_not_count_explains_that(rated: Club, link: str, client: Client) -> None:
    event = make_event(
        rated, "2026-03-03", GAMES, kind=EventKind.SIMUL, counts=False, counts_reason="a simul"
    )
    rebuild(rated)
    shown = text(client, address(link, event))
    assert "This event is not rated. a simul" in shown
    assert "The ladder expected" not in shown


def test_who_only_had_a_bye_has_no_change_to_explain(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(rated, "2026-03-03", ["Ann Ada bye", "Bert Bily 1-0 Dana Dub"])
    rebuild(rated)
    assert "No rated game in this event, so nothing changed." in text(client, address(link, event))


def test_while_the_ladder_is_behind_the_page_says_so(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(rated, "2026-03-03", GAMES)
    rebuild(rated)
    revising.set_result(event, 1, Result.BLACK_WINS, GameKind.PLAYED, by=None, why="misread")
    shown = text(client, address(link, event))
    assert "Being recomputed. The numbers are from 1 event." in shown
    assert "The ladder expected" not in shown
    rebuild(rated)
    assert "The ladder expected 1.8 of 4; you scored 1.5." in text(client, address(link, event))


def test_only_who_took_part_has_an_explanation(
    rated: Club, other_club: Club, link: str, client: Client
) -> None:
    event = make_event(rated, "2026-03-03", ["Ann Ada 1-0 Bert Bily"])
    page(client, address(link, event, "Dana Dub"), status=404)
    page(client, f"{link}event/{event.uid}/player/nobody/", status=404)
    theirs = make_event(other_club, "2026-03-03", ["Ann Ada 1-0 Bert Bily"])
    mine = player(rated, "Ann Ada").uid
    page(client, f"{link}event/{theirs.uid}/player/{mine}/", status=404)
    hers = player(other_club, "Ann Ada").uid
    page(client, f"{link}event/{event.uid}/player/{hers}/", status=404)


@pytest.mark.parametrize("ladder", ["none", "%00", "x" * 300, "../"])
def test_a_ladder_that_is_not_there(rated: Club, link: str, client: Client, ladder: str) -> None:
    event = make_event(rated, "2026-03-03", GAMES)
    page(client, f"{address(link, event)}?ladder={ladder}", status=404)


def test_sums_that_look_wrong_are_said_to_be_rounded(
    rated: Club, link: str, client: Client
) -> None:
    event = make_event(rated, "2026-03-03", ["Ann Ada 1-0 Emil Els"] * 3)
    rebuild(rated)
    # Three times 8.5707 is 25.712, but three times 8.6 is 25.8.
    assert [row[-1] for row in rows(client, address(link, event))] == ["+8.6"] * 3
    shown = text(client, address(link, event))
    assert "Sum of 3 counted games 3 1.714 +25.7" in shown
    assert "Each figure is rounded for reading." in shown
