"""The order of an event: stated, or computed by points and Buchholz."""

from hypothesis import given
from hypothesis import strategies as st

from events.importers import ImportedGame, ImportedPlayer
from events.results import GameKind, Result, bye_result
from events.standings import StandingsRow, standings
from tests.trf_files import read

WON, LOST, DRAWN = Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW


def people(count: int, **stated: tuple[int | None, ...]) -> list[ImportedPlayer]:
    nothing: tuple[int | None, ...] = (None,) * count
    places, points = stated.get("places", nothing), stated.get("points", nothing)
    return [
        ImportedPlayer(n, f"Player {n}", None, places[n - 1], points[n - 1])
        for n in range(1, count + 1)
    ]


def game(round_: int, white: int, black: int, result: Result) -> ImportedGame:
    kind = GameKind.PLAYED if result else GameKind.OPEN
    return ImportedGame(round_, white, black, result, kind)


def bye(round_: int, number: int, kind: GameKind) -> ImportedGame:
    return ImportedGame(round_, number, None, bye_result(kind), kind)


def brief(rows: tuple[StandingsRow, ...]) -> list[tuple[int, int, int, int]]:
    return [(row.place, row.number, row.half_points, row.buchholz) for row in rows]


def test_points_then_buchholz_by_hand() -> None:
    """1 beats 2 and 3; 3 beats 4; 2 beats 4. Points in halves: 4, 2, 2, 0."""
    games = [game(1, 1, 2, WON), game(1, 3, 4, WON), game(2, 3, 1, LOST), game(2, 4, 2, LOST)]
    order = standings(people(4), games)
    assert not order.stated
    assert brief(order.rows) == [(1, 1, 4, 4), (2, 2, 2, 4), (2, 3, 2, 4), (4, 4, 0, 4)]


def test_buchholz_decides_between_equal_points() -> None:
    games = [game(1, 1, 2, WON), game(1, 3, 4, WON), game(2, 1, 3, DRAWN), game(2, 2, 4, WON)]
    order = standings(people(4), games)
    # points 3 2 3 0; Buchholz 1: 2+3, 3: 0+3
    assert brief(order.rows) == [(1, 1, 3, 5), (2, 3, 3, 3), (3, 2, 2, 3), (4, 4, 0, 5)]


def test_a_round_without_an_opponent_counts_the_own_points() -> None:
    """Bye, forfeit and a round missed are a dummy with the player's own points."""
    forfeit = ImportedGame(2, 1, 3, WON, GameKind.FORFEIT)
    games = [
        game(1, 1, 2, WON),
        bye(1, 3, GameKind.HALF_BYE),
        forfeit,
        bye(2, 2, GameKind.PAIRING_BYE),
    ]
    order = standings(people(4), games)
    # points 4 2 1 0; Buchholz 1: 2+4, 2: 4+2, 3: 1+1, 4: 0+0
    assert brief(order.rows) == [(1, 1, 4, 6), (2, 2, 2, 6), (3, 3, 1, 2), (4, 4, 0, 0)]
    first, second, third, fourth = order.rows
    assert (first.played, first.byes, first.wins) == (1, 0, 2)
    assert (second.played, second.byes) == (1, 1)
    assert (third.played, third.byes) == (0, 1)
    assert (fourth.played, fourth.byes) == (0, 0)


def test_a_game_without_a_result_gives_nothing_yet() -> None:
    order = standings(people(2), [game(1, 1, 2, WON), game(2, 2, 1, Result.NONE)])
    assert brief(order.rows) == [(1, 1, 2, 0), (2, 2, 0, 2)]
    assert [row.played for row in order.rows] == [1, 1]


def test_a_zero_bye_is_no_bye_that_gave_points() -> None:
    order = standings(people(2), [bye(1, 1, GameKind.ZERO_BYE), bye(1, 2, GameKind.FULL_BYE)])
    assert brief(order.rows) == [(1, 2, 2, 0), (2, 1, 0, 0)]
    assert [row.byes for row in order.rows] == [1, 0]


def test_stated_places_are_the_order() -> None:
    players = people(3, places=(3, 1, 1), points=(2, 3, 3))
    order = standings(players, [game(1, 1, 2, WON)])
    assert order.stated
    assert [(r.place, r.number, r.half_points, r.computed) for r in order.rows] == [
        (1, 2, 3, 0),
        (1, 3, 3, 0),
        (3, 1, 2, 2),
    ]
    assert [row.differs for row in order.rows] == [True, True, False]


def test_places_that_are_not_stated_for_all_are_not_used() -> None:
    players = people(2, places=(2, None), points=(None, 1))
    order = standings(players, [game(1, 1, 2, WON)])
    assert not order.stated
    assert [(r.place, r.number, r.half_points) for r in order.rows] == [(1, 1, 2), (2, 2, 1)]


def test_after_a_correction_nothing_stated_is_used() -> None:
    players = people(2, places=(2, 1), points=(0, 2))
    order = standings(players, [game(1, 1, 2, WON)], use_stated=False)
    assert not order.stated
    assert [(r.place, r.number, r.half_points) for r in order.rows] == [(1, 1, 2), (2, 2, 0)]


def test_nobody() -> None:
    assert standings([], []).rows == ()
    assert not standings([], []).stated


def test_real_files() -> None:
    stated = read("sanichi-icu_tournament/valid.tab")
    order = standings(stated.players, stated.games)
    assert order.stated
    assert [row.number for row in order.rows] == list(range(1, 13))
    assert not any(row.differs for row in order.rows)
    hidden = read("sanichi-icu_tournament/bunratty_masters_2011.tab")
    rows = standings(hidden.players, hidden.games).rows
    assert {row.number for row in rows if row.differs} == {16, 18, 19, 25, 34}
    # Without ranks: points first, in a file that lists its players in another order.
    loose = read("sanichi-icu_tournament/latin-1.tab")
    assert [row.number for row in standings(loose.players, loose.games).rows] == [2, 1, 3]


def test_computed_points_are_those_that_careful_files_state() -> None:
    for name in ("large_15p9r_mixed", "misc_edge_case_3", "stress_50p31r_manybyes"):
        event = read(f"pypi-caissify_pairings-0.5.0/{name}.trf")
        by_number = {player.number: player.half_points for player in event.players}
        for row in standings(event.players, event.games, use_stated=False).rows:
            assert row.half_points == by_number[row.number]


RESULTS = st.sampled_from([WON, LOST, DRAWN, Result.NONE, Result.BOTH_LOSE])


@st.composite
def events(draw: st.DrawFn) -> tuple[list[ImportedPlayer], list[ImportedGame]]:
    count = draw(st.integers(1, 7))
    games = []
    for round_ in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(range(1, count + 1)))
        for white, black in zip(order[::2], order[1::2], strict=False):
            games.append(game(round_, white, black, draw(RESULTS)))
    return people(count), games


@given(events())
def test_the_order_of_players_and_games_changes_nothing(
    event: tuple[list[ImportedPlayer], list[ImportedGame]],
) -> None:
    players, games = event
    order = standings(players, games)
    assert standings(players[::-1], games[::-1]) == order
    assert len(order.rows) == len(players)
    assert sum(row.half_points for row in order.rows) == sum(
        {WON: 2, LOST: 2, DRAWN: 2}.get(g.result, 0) for g in games
    )
    keys = [(row.half_points, row.buchholz) for row in order.rows]
    assert keys == sorted(keys, reverse=True)
    for row in order.rows:
        better = sum(
            (r.half_points, r.buchholz) > (row.half_points, row.buchholz) for r in order.rows
        )
        assert row.place == better + 1
