"""The rulings of US Chess, ECF, Harkness, Ingo and DWZ as ladders, with the examples of their pages
in docs/rules/."""

import datetime as dt
import math
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from ladder.replay import Done, Timeline, replay
from ladder.systems import (
    About,
    BadSetting,
    Game,
    RatedEvent,
    Row,
    StartingRating,
    decode,
    exact,
    get,
    half_up,
    steps_in_order,
)

Facts = tuple[dt.date, str, dict[str, Any]]
NEW_YEAR = dt.date(2026, 1, 1)
BIRTHS = {"child": "2014-02-01"}


def event(*games: Game, day: int = 1, start: int | None = None, closed: bool = False) -> RatedEvent:
    """An event that ends, and perhaps starts, on a day of March 2026."""
    first, last = (dt.date(2026, 3, day if one is None else one) for one in (start, day))
    return RatedEvent(first, last, 1, games, about=About(closed=closed))


def run(
    system: str,
    events: Iterable[RatedEvent],
    starts: Mapping[str, StartingRating] = {},
    lists: Iterable[dt.date] = (),
    **values: object,
) -> list[Done]:
    known = [(NEW_YEAR, uid, {"birth": day}) for uid, day in BIRTHS.items()]
    steps = steps_in_order(
        events,
        [(NEW_YEAR, uid, start) for uid, start in starts.items()],
        known if get(system).needs else (),
        lists,
    )
    return list(replay(steps, Timeline.of(system, get(system).settings(values))))


def standing(done: Iterable[Done]) -> dict[str, Row]:
    return {row.uid: row for one in done for row in one.rows}


def told(system: str, done: list[Done], uid: str, number: int = -1, **values: object) -> list[str]:
    """The explanation of one row as text: the sentence, then the workings."""
    before = standing(one for one in done if one.step.place < done[number].step.read_at)
    now = standing(one for one in done if one.step.place < done[number].step.place)
    settings = get(system).settings(values)
    told = get(system).explain(done[number].step, before, uid, settings, now.get(uid))
    return [str(told.sentence), *map(str, told.workings)]


def test_ecf_an_event_says_which_list_its_games_enter() -> None:
    done = run("ecf", [event(("ann", "bob", 2))], {"ann": (120.0, None), "bob": (120.0, None)})
    before = standing(done[:-1])
    for settings, enters in (({}, True), ({"period": "event"}, False)):
        found = get("ecf").explain(done[-1].step, before, "ann", get("ecf").settings(settings))
        assert (found.enters is not None) is enters
        assert found.enters is None or found.enters > decode(done[-1].step.place).day


# -- US Chess -----------------------------------------------------------------------------------

FOUR_NEW = [("ann", "child", 2), ("cid", "dan", 0), ("ann", "dan", 1), ("child", "cid", 0)]
FOUR_NEW += [("ann", "cid", 2), ("dan", "child", 2)]


def test_uscf_four_newcomers_one_of_them_a_child() -> None:
    after = standing(run("uscf", [event(*FOUR_NEW)]))
    assert {uid: round(row.rating, 1) for uid, row in after.items()} == {
        "ann": 1433.3,
        "child": 623.5,
        "cid": 1033.3,
        "dan": 1433.3,
    }
    assert {row.change for row in after.values()} == {0.0}, "a first rating is no change"


def test_uscf_a_few_games_by_hand() -> None:
    starts = {"ann": (1500.0, 6), "a": (1400.0, 60), "b": (1550.0, 60), "c": (1650.0, 60)}
    done = run("uscf", [event(("ann", "a", 2), ("ann", "b", 1), ("ann", "c", 0))], starts)
    assert round(standing(done)["ann"].rating, 1) == 1510.1
    assert told("uscf", done, "ann")[-1] == (
        "By hand, about: (6 × 1500 + 4591.0 + 400 × (1 − 1)) / 9 = 1510.1"
    )


def test_uscf_opponents_stand_with_their_rating_before_and_what_they_count_as() -> None:
    starts = {"ann": (1500.0, 60), "a": (1400.0, 60)}
    done = run("uscf", [event(("ann", "a", 0), ("ann", "new", 2))], starts)
    before = standing(done[:-1])
    found = get("uscf").explain(done[-1].step, before, "ann", get("uscf").settings({}))
    assert [game.opponent_rating for game in found.played] == [1400.0, 0.0]
    for game in found.played:
        assert game.counts_as is not None and game.counts_as != game.opponent_rating
        assert game.expected == get("uscf").expected(1500.0, game.counts_as)
    assert "In brackets" in str(found.note)
    assert str(found.sentence).endswith("The rating moves by −21.8.")


def test_uscf_a_rating_of_an_event_begun_before_the_first_one_is_taken_together_by_games() -> None:
    starts = {"a": (1500.0, 60), "b": (1500.0, 60)}
    long = event(("new", "a", 1), ("new", "b", 1), day=20, start=1)
    short = event(("new", "a", 2), day=10)
    done = run("uscf", [long, short], starts)
    by_day = {decode(one.step.place).day.day: standing([one])["new"] for one in done[1:]}
    alone = standing(run("uscf", [long], starts))["new"].rating
    first = by_day[10].rating
    assert math.isclose(by_day[20].rating, (first + 2 * alone) / 3, abs_tol=1e-6)
    assert by_day[20].change == pytest.approx(by_day[20].rating - first, abs=1e-6)
    assert "taken together by games" in " ".join(told("uscf", done, "new"))


def test_uscf_nobody_falls_below_the_floor_of_an_established_peak() -> None:
    starts = {"ann": (1805.0, 60), "bob": (1000.0, 60)}
    lost = [event(*[("ann", "bob", 0)] * 8, day=day) for day in range(1, 12)]
    done = run("uscf", lost, starts)
    ann = [standing([one])["ann"] for one in done]
    assert ann[1].extra is not None and ann[1].extra["peak"] == ann[1].rating < 1805
    assert {row.extra["peak"] for row in ann[1:] if row.extra} == {ann[1].rating}
    floor = (round(ann[1].rating) - 200) // 100 * 100
    assert ann[-1].rating == floor
    assert told("uscf", done, "ann")[-1].startswith("Cut by a floor")
    assert ann[-1].change == 0.0


def test_uscf_the_absolute_floor_grows_with_the_career() -> None:
    starts = dict.fromkeys(("ann", "bob"), (105.0, 60))
    done = run("uscf", [event(*[("ann", "bob", 0)] * 3, ("ann", "bob", 1))], starts)
    assert standing(done)["ann"].rating == 103.0  # a draw and an event of three games or more


def test_uscf_only_an_established_rating_is_a_peak() -> None:
    starts = {"ann": (1800.0, 24), "bob": (1800.0, 25)}
    done = run("uscf", [event(("ann", "bob", 1))], starts)
    ann, bob = (standing(done)[uid].extra or {} for uid in ("ann", "bob"))
    assert (ann["games"], "peak" in ann) == (25, False)
    assert (bob["games"], "peak" in bob) == (26, True)


@pytest.mark.parametrize("half_points", [2, 0])
def test_uscf_who_has_always_won_or_lost_is_still_being_looked_for(half_points) -> None:
    starts = dict.fromkeys("abcdefghij", (1500.0, 60))
    first = event(*[("new", uid, half_points) for uid in "abcdefghi"])
    done = run("uscf", [first, event(("new", "j", 2 - half_points), day=2)], starts)
    before = standing(done[:2])["new"]
    moved = 400 if half_points == 0 else -400
    words = "won" if half_points else "lost"
    assert before.games == 9, "more than eight, and the special formula all the same"
    assert told("uscf", done, "new")[-1] == (
        f"All earlier games were {words}: they count as {words} against "
        f"{half_up(exact(before.rating + moved), 1)}."
    )


def test_uscf_the_multiplier_is_that_of_the_last_day() -> None:
    games = [("ann", uid, 2) for uid in "abc"]
    starts = {"ann": (1500.0, 60), **dict.fromkeys("abc", (1700.0, 60))}
    old = [(dt.date(2020, 1, 1), uid, start) for uid, start in starts.items()]

    def bonus(first: dt.date, last: dt.date) -> float:
        steps = steps_in_order([RatedEvent(first, last, 1, games)], old)
        done = list(replay(steps, Timeline.of("uscf")))
        return standing(done)["ann"].change

    before = bonus(dt.date(2024, 12, 1), dt.date(2024, 12, 31))
    assert bonus(dt.date(2024, 12, 1), dt.date(2025, 1, 1)) == pytest.approx(before + 4)


def test_uscf_matches() -> None:
    starts = {"ann": (1500.0, 60), "bob": (1500.0, 60), "new": (1500.0, 5)}
    games = [("ann", "bob", 2)] * 9
    assert standing(run("uscf", [event(*games)], starts))["ann"].change > 50
    limited = run("uscf", [event(*games)], starts, match="yes")
    assert standing(limited)["ann"].change == 50
    unrated = run("uscf", [event(("new", "ann", 2))], starts, match="yes")
    assert (standing(unrated)["ann"].rating, standing(unrated)["ann"].played) == (1500.0, 1)
    assert told("uscf", unrated, "ann", match="yes") == ["This match is not rated."]


# -- ECF ----------------------------------------------------------------------------------------

ECF = {"ann": (150.0, None), "a": (130.0, None), "b": (230.0, None), "c": (90.0, None)}
THREE = event(("ann", "a", 2), ("b", "ann", 1), ("ann", "c", 0))
JULY, NEXT = dt.date(2026, 7, 1), dt.date(2027, 1, 1)


def test_ecf_points_wait_for_the_list() -> None:
    done = run("ecf", [THREE], ECF, [JULY])
    ann = [standing([one])["ann"] for one in done]
    assert [row.rating for row in ann] == [150.0, 150.0, 143.0]
    assert [row.change for row in ann] == [0.0, 0.0, -7.0]
    waits = get("ecf").waiting(ann[1], get("ecf").settings())
    assert str(waits) == "games that wait for the next list: 3"
    assert told("ecf", done, "ann", 1)[1:] == [
        "won against 130: 130 + 50 = 180",
        "drawn with 230: 190",
        "lost against 90: 110 − 50 = 60",
    ]
    assert told("ecf", done, "ann")[1:] == [
        "Games of this cycle: 3, with 430 points in all",
        "430 / 3 = 143.33, as a grade 143",
    ]


def test_ecf_the_next_list_is_filled_up_with_games_of_this_one() -> None:
    autumn = RatedEvent(dt.date(2026, 10, 1), dt.date(2026, 10, 1), 1, [("ann", "a", 2)])
    done = run("ecf", [THREE, autumn], ECF, [JULY, NEXT])
    # 143 meets 180, who won against 150 by then counts as 130 + 50: cut to 143 - 40 + 50
    assert standing(done)["a"].extra is not None
    ann = standing(done)["ann"]
    assert (ann.extra or {})["earlier"][1:] == [190.0, 180.0, 60.0]
    assert (
        told("ecf", done, "ann")[2]
        == "The latest games before, up to 30: 3, with 430 points in all"
    )


def test_ecf_a_game_of_an_event_that_ends_after_a_list_waits_for_the_next() -> None:
    long = RatedEvent(dt.date(2026, 6, 1), dt.date(2026, 7, 5), 1, [("ann", "a", 2)])
    done = run("ecf", [long], ECF, [JULY, NEXT])
    assert [decode(one.step.place).day for one in done if one.rows] == [
        NEW_YEAR,
        dt.date(2026, 7, 5),
        NEXT,
    ]


def test_ecf_lists_have_dates() -> None:
    system = get("ecf")
    first, last = dt.date(2026, 1, 1), dt.date(2027, 6, 30)
    assert list(system.list_dates(system.settings(), first, last)) == [NEW_YEAR, JULY, NEXT]
    assert list(system.list_dates(system.settings({"period": "year"}), first, last)) == [JULY]
    assert not system.list_dates(system.settings({"period": "event"}), first, last)


def test_ecf_a_first_grade_may_need_games() -> None:
    games = [("new", "a", 1), ("new", "b", 1)]
    more = RatedEvent(dt.date(2026, 10, 1), dt.date(2026, 10, 1), 1, [("new", "a", 1)])
    values = {"first_games": 3}
    done = run("ecf", [event(*games), more], ECF, [JULY, NEXT], **values)
    middle = standing(done[:3])["new"]
    settings = get("ecf").settings(values)
    assert not get("ecf").is_rated(middle)
    assert str(get("ecf").waiting(middle, settings)) == "2 of 3 games towards the first grade"
    assert told("ecf", done, "new", 2, **values)[0] == (
        "Games so far: 2; needed for the first grade: 3."
    )
    assert standing(done)["new"].rating == 163.0  # 130, 230 and 130, as "a" then has 130


def test_ecf_nobody_waiting_is_not_explained_at_a_list() -> None:
    done = run("ecf", [THREE], ECF | {"idle": (99.0, None)}, [JULY])
    with pytest.raises(KeyError, match="idle"):
        told("ecf", done, "idle")


# -- Harkness -----------------------------------------------------------------------------------


def test_harkness_the_example_of_the_text() -> None:
    starts = {"ann": (1600.0, None), **{f"o{n:02}": (1850.0, None) for n in range(11)}}
    games = [("ann", f"o{n:02}", 2 if n < 2 else 1 if n == 2 else 0) for n in range(11)]
    done = run("harkness", [event(*games)], starts)
    assert standing(done)["ann"].rating == 1577.272727
    assert told("harkness", done, "ann") == [
        (
            "You scored 2.5 of 11 against a mean of 1850. The result of the event, 1577.3, is the "
            "new rating."
        ),
        "Mean rating of the opponents: 20350 / 11 = 1850",
        "Score in per cent: 100 × 2.5 / 11 = 22.7",
        "1850 + 10 × (22.7 − 50) = 1577.3",
    ]


def test_harkness_replaces_what_the_player_has_at_the_end_of_the_event() -> None:
    starts = {"ann": (1600.0, None), "bob": (1700.0, None)}
    long = event(("ann", "bob", 1), day=20, start=1)
    short = event(("ann", "bob", 2), day=10)
    done = run("harkness", [long, short], starts)
    assert [standing([one])["ann"].rating for one in done] == [1600.0, 2200.0, 1700.0]
    assert standing(done)["ann"].change == -500.0


def test_harkness_opponents_without_a_rating_are_left_out_unless_nobody_has_one() -> None:
    games = [("ann", "bob", 2), ("ann", "new", 0)]
    after = standing(run("harkness", [event(*games)], {"bob": (1700.0, None)}))
    assert (after["ann"].rating, after["ann"].games, after["ann"].played) == (2200.0, 1, 2)
    assert not get("harkness").is_rated(after["new"]), "met nobody with a rating"
    assert str(get("harkness").waiting(after["new"], get("harkness").settings())) == (
        "no game against a rated opponent yet"
    )
    all_new = standing(run("harkness", [event(*games)]))
    assert {uid: row.rating for uid, row in all_new.items()} == {
        "ann": 1200.0,
        "bob": 700.0,
        "new": 1700.0,
    }
    strict = standing(run("harkness", [event(*games)], start=0))
    assert not any(get("harkness").is_rated(row) for row in strict.values())


# -- Ingo ---------------------------------------------------------------------------------------

INGO = {"ann": (120.0, None), "bob": (100.0, None), "cid": (80.0, None)}
MET = [("ann", "bob", 2), ("ann", "cid", 1)]


def test_ingo_counts_the_opponents_met_and_in_a_round_robin_everybody() -> None:
    swiss, closed = (
        standing(run("ingo", [event(*MET, closed=all_meet)], INGO)) for all_meet in (False, True)
    )
    assert swiss["ann"].rating == 90 - 25
    assert closed["ann"].rating == 100 - 25
    assert closed["bob"].rating == 100 + 50, "the higher the worse"


def test_ingo_newcomers_have_230_and_a_weight_keeps_some_of_the_old_number() -> None:
    done = run("ingo", [event(("ann", "new", 0))], INGO, weight=0.25)
    after = standing(done)
    assert after["new"].rating == 0.75 * 230 + 0.25 * (120 - 50)
    assert after["ann"].rating == 0.75 * 120 + 0.25 * (230 + 50)
    assert told("ingo", done, "ann", weight=0.25)[-1] == "0.75 × 120 + 0.25 × 280 = 160"


def test_ingo_opponents_far_away_may_be_moved() -> None:
    after = standing(run("ingo", [event(("ann", "new", 1))], INGO, cut="yes"))
    assert (after["ann"].rating, after["new"].rating) == (160.0, 190.0)


def test_ingo_the_lowest_number_leads_the_list() -> None:
    rows = standing(run("ingo", [event(*MET)], INGO))
    order = sorted(
        rows, key=lambda uid: get("ingo").list_key(uid, rows[uid], get("ingo").settings())
    )
    assert order == ["ann", "cid", "bob"]


# -- DWZ ----------------------------------------------------------------------------------------

DWZ = {"ann": (1530.0, 110), "bob": (1930.0, 60)}


def test_dwz_an_evaluation_by_hand() -> None:
    done = run("dwz", [event(("ann", "bob", 2))], DWZ)
    ann = standing(done)["ann"]
    assert (ann.rating, (ann.extra or {})["index"]) == (1563.858429, 23)
    assert told("dwz", done, "ann")[1:] == [
        "How slowly the rating moves: E = 20.5",
        "800 / (20.5 + 1) = 37.2",
        "37.2 × (1 − 0.09) = +33.9",
    ]


def test_dwz_a_young_players_rating_moves_faster() -> None:
    starts = {"child": (1530.0, 110), **DWZ}
    after = standing(run("dwz", [event(("child", "bob", 2), ("ann", "bob", 2))], starts))
    assert after["child"].change > after["ann"].change


def test_dwz_the_first_one_needs_five_games_that_say_something() -> None:
    first = event(("new", "bob", 2), ("new", "ann", 2))
    second = event(("new", "bob", 2), ("new", "ann", 2), ("new", "bob", 2), day=2)
    done = run("dwz", [first, second, event(("new", "bob", 0), day=3)], DWZ)
    rows = [standing([one])["new"] for one in done[1:]]
    settings = get("dwz").settings()
    assert [get("dwz").is_rated(row) for row in rows] == [False, False, True]
    assert str(get("dwz").waiting(rows[0], settings)) == "2 of 5 games towards the first DWZ"
    assert told("dwz", done, "new", 2)[0].startswith("Games towards the first DWZ: 5; it needs 5")
    assert rows[2].change == 0.0 and (rows[2].extra or {})["index"] == 1
    assert told("dwz", done, "new")[0] == (
        f"These results would be expected at {rows[2].rating:.1f}, which is the first DWZ."
    )
    expected = [1 / (1 + 10 ** ((other - rows[2].rating) / 400)) for other in (1930, 1530)]
    assert 4 * expected[0] + 2 * expected[1] == pytest.approx(5, abs=1e-6)


def test_dwz_games_of_an_event_begun_before_the_first_one_are_evaluated_at_its_end() -> None:
    long = event(("new", "bob", 2), day=20, start=1)
    short = event(*[("new", "bob", 1)] * 5, day=10)
    done = run("dwz", [long, short], DWZ)
    rows = [standing([one])["new"] for one in done[1:]]
    assert rows[0].rating == 1930.0
    assert rows[1].change > 0 and (rows[1].extra or {})["index"] == 2


# -- Settings -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "values", "name"),
    [
        ("uscf", {"dual": "perhaps"}, "dual"),
        ("uscf", {"match": ""}, "match"),
        ("ecf", {"period": "month"}, "period"),
        ("ecf", {"first_games": 0}, "first_games"),
        ("ecf", {"first_games": 31}, "first_games"),
        ("ecf", {"start": -1}, "start"),
        ("harkness", {"start": float("nan")}, "start"),
        ("ingo", {"start": 501}, "start"),
        ("ingo", {"weight": 0}, "weight"),
        ("ingo", {"weight": 1.5}, "weight"),
        ("ingo", {"cut": True}, "cut"),
        ("dwz", {"first_games": 2.5}, "first_games"),
        ("dwz", {"start": "1200"}, "start"),
    ],
)
def test_settings_that_are_refused(system: str, values: dict[str, object], name: str) -> None:
    with pytest.raises(BadSetting) as refused:
        get(system).settings(values)
    assert refused.value.name == name
