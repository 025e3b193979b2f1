"""Merges are pointers: undone in any order they leave nothing behind."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.identity import (
    Decision,
    DecisionRefused,
    Identities,
    Kind,
    Line,
    check,
    concerned,
    group,
    in_force,
    kept_apart,
    now,
    resolve,
    twice,
    undo_target,
)

PEOPLE = "abcdef"


def merge(number: int, source: str, target: str) -> Decision:
    return Decision(number, Kind.MERGE, source, target)


def apart(number: int, source: str, target: str) -> Decision:
    return Decision(number, Kind.NEVER_SAME, source, target)


def undo(number: int, undoes: int) -> Decision:
    return Decision(number, Kind.UNDO, undoes=undoes)


@st.composite
def histories(draw: st.DrawFn, undos: bool = True) -> list[Decision]:
    """Decisions that were each acceptable when they were made."""
    history: list[Decision] = []
    for number in range(1, draw(st.integers(1, 14)) + 1):
        kind = draw(st.sampled_from([Kind.MERGE, Kind.MERGE, Kind.NEVER_SAME, Kind.UNDO]))
        if kind == Kind.UNDO and undos:
            decision = undo(number, draw(st.integers(1, max(1, number - 1))))
        else:
            pair = draw(st.permutations(PEOPLE))[:2]
            chosen = Kind.MERGE if kind == Kind.UNDO else kind
            decision = Decision(number, chosen, pair[0], pair[1])
        try:
            check(decision, history)
        except DecisionRefused:
            continue
        history.append(decision)
    return history


def test_a_chain_of_merges_ends_at_the_last() -> None:
    assert resolve([merge(1, "a", "b"), merge(2, "b", "c")]) == {"a": "c", "b": "c"}


@pytest.mark.parametrize(
    ("undone", "left"),
    [(1, {"b": "c"}), (2, {"a": "b"})],
    ids=["the first", "the second"],
)
def test_either_of_two_merges_is_undone_alone(undone: int, left: dict[str, str]) -> None:
    assert resolve([merge(1, "a", "b"), merge(2, "b", "c"), undo(3, undone)]) == left


def test_an_undo_can_be_undone() -> None:
    assert resolve([merge(1, "a", "b"), undo(2, 1), undo(3, 2)]) == {"a": "b"}


def test_what_was_brought_back_is_undone_by_its_last_undo() -> None:
    history = [merge(1, "a", "b"), undo(2, 1)]
    assert undo_target(1, history) is None
    history.append(undo(3, 2))
    assert undo_target(1, history) == 3
    assert resolve([*history, undo(4, 3)]) == {}


def test_opposite_merges_make_no_cycle() -> None:
    history = [merge(1, "a", "b"), undo(2, 1), merge(3, "b", "a"), undo(4, 2)]
    assert resolve(history) == {"a": "b"}


def test_the_order_number_goes_before_the_id() -> None:
    first = Decision(9, Kind.MERGE, "a", "b", order=1)
    second = Decision(3, Kind.MERGE, "b", "a", order=2)
    assert resolve([second, first]) == {"a": "b"}


def test_plain_words_of_kind_are_understood() -> None:
    assert resolve([Decision(1, "merge", "a", "b"), Decision(2, "confirm", "c", None)]) == {
        "a": "b"
    }


@given(histories())
def test_undo_gives_the_state_without_the_decision(history: list[Decision]) -> None:
    taken_back = {one.undoes for one in history if one.kind == Kind.UNDO}
    for decision in history:
        if decision.kind == Kind.UNDO or decision.id in taken_back:
            continue
        with_undo = [*history, undo(100, decision.id)]
        without = [one for one in history if one.id != decision.id]
        assert resolve(with_undo) == resolve(without)
        assert kept_apart(with_undo) == kept_apart(without)


@given(histories(), st.permutations(range(20)))
def test_all_undone_in_any_order_leaves_nothing(history: list[Decision], order: list[int]) -> None:
    active = [one.id for one in in_force(history)]
    active.sort(key=lambda number: order[number % 20])
    for at, number in enumerate(active):
        decision = undo(100 + at, undo_target(number, history) or 0)
        check(decision, history)
        history = [*history, decision]
        assert undo_target(number, history) is None
    assert resolve(history) == {}
    assert kept_apart(history) == {}


@given(histories())
def test_nobody_points_to_somebody_who_points_on(history: list[Decision]) -> None:
    mapping = resolve(history)
    assert not set(mapping) & set(mapping.values())
    for uid in PEOPLE:
        assert now(now(uid, mapping), mapping) == now(uid, mapping)


@given(histories())
def test_people_are_the_components_of_the_merges_in_force(
    history: list[Decision],
) -> None:
    together = {uid: {uid} for uid in PEOPLE}
    for one in in_force(history):
        if one.kind == Kind.MERGE:
            both = together[str(one.source)] | together[str(one.target)]
            for uid in both:
                together[uid] = both
    mapping = resolve(history)
    for uid in PEOPLE:
        assert group(uid, mapping) == together[uid]


@given(histories(), st.randoms(use_true_random=False))
def test_the_order_of_rows_is_irrelevant(history: list[Decision], random: Random) -> None:
    shuffled = list(history)
    random.shuffle(shuffled)
    assert resolve(shuffled) == resolve(history)


@given(histories())
def test_accepted_decisions_never_join_two_who_are_kept_apart(
    history: list[Decision],
) -> None:
    assert all(len(pair) == 2 for pair in kept_apart(history))


@pytest.mark.parametrize(
    ("decision", "history", "words"),
    [
        (merge(5, "a", "a"), [], "already one"),
        (merge(5, "b", "a"), [merge(1, "a", "b")], "already one"),
        (merge(5, "a", "c"), [merge(1, "a", "b"), merge(2, "b", "c")], "already one"),
        (merge(5, "b", "a"), [apart(1, "a", "b")], "different people"),
        (
            merge(5, "c", "b"),
            [merge(1, "a", "c"), apart(2, "b", "a")],
            "different people",
        ),
        (apart(5, "a", "b"), [merge(1, "a", "b")], "merged into one"),
        (Decision(5, Kind.MERGE, "a"), [], "two players"),
        (undo(5, 4), [merge(1, "a", "b")], "no decision 4"),
        (undo(5, 1), [merge(1, "a", "b"), undo(2, 1)], "already undone"),
        (
            undo(5, 2),
            [merge(1, "a", "b"), undo(2, 1), apart(3, "a", "b")],
            "different people",
        ),
        (
            undo(5, 2),
            [apart(1, "a", "b"), undo(2, 1), merge(3, "a", "b")],
            "different people",
        ),
    ],
)
def test_contradictions_are_refused(
    decision: Decision, history: list[Decision], words: str
) -> None:
    with pytest.raises(DecisionRefused, match=words):
        check(decision, history)


def test_an_undone_never_the_same_no_longer_holds() -> None:
    check(merge(5, "a", "b"), [apart(1, "a", "b"), undo(2, 1)])


# -- Splits ----------------------------------------------------------------------------------


def line(event: str, confirmed: str) -> Line:
    return Line(event, 1, confirmed)


def split(number: int, source: str, target: str, *lines: Line) -> Decision:
    return Decision(number, Kind.SPLIT, source, target, lines=lines)


def test_a_split_gives_its_lines_and_no_others() -> None:
    who = Identities([split(1, "a", "b", line("x", "a"))])
    assert who.at(line("x", "a")) == "b"
    assert who.at(line("y", "a")) == "a"


def test_a_line_that_was_answered_otherwise_since_is_not_its_business() -> None:
    who = Identities([split(1, "a", "b", line("x", "a"))])
    assert who.at(line("x", "c")) == "c"


def test_of_two_splits_of_a_line_the_later_holds_until_it_is_undone() -> None:
    first, second = split(1, "a", "b", line("x", "a")), split(2, "b", "c", line("x", "a"))
    assert Identities([first, second]).at(line("x", "a")) == "c"
    assert Identities([first, second, undo(3, 2)]).at(line("x", "a")) == "b"
    assert Identities([first, second, undo(3, 1)]).at(line("x", "a")) == "c"


def test_what_was_split_off_is_merged_along() -> None:
    who = Identities([split(1, "a", "b", line("x", "a")), merge(2, "b", "d")])
    assert who.at(line("x", "a")) == "d"


def test_a_split_keeps_the_two_apart() -> None:
    made = [split(1, "a", "b", line("x", "a"))]
    with pytest.raises(DecisionRefused, match="different people"):
        check(merge(2, "b", "a"), made)
    check(merge(3, "b", "a"), [*made, undo(2, 1)])


@pytest.mark.parametrize(
    "wrong",
    [
        split(2, "a", "b", line("x", "c")),
        split(2, "a", "b"),
        split(2, "a", "a", line("x", "a")),
    ],
    ids=["somebody else's line", "no line", "to himself"],
)
def test_a_split_that_says_nothing_is_refused(wrong: Decision) -> None:
    with pytest.raises(DecisionRefused):
        check(wrong, [])


def test_whoever_was_merged_with_one_of_the_two_is_concerned() -> None:
    made = [merge(1, "x", "a"), merge(2, "a", "b"), merge(3, "b", "d")]
    assert concerned(undo(4, 2), made) == {"x", "a", "b", "d"}
    assert concerned(undo(5, 4), [*made, undo(4, 2)]) == {"x", "a", "b", "d"}
    assert concerned(merge(4, "p", "q"), made) == {"p", "q"}


def test_lines_in_one_event_are_found() -> None:
    who = Identities([merge(1, "a", "b")])
    both = [Line("x", 1, "a"), Line("x", 2, "b"), Line("y", 1, "a")]
    assert twice(both, who) == ((both[0], both[1]),)
    assert twice(both, Identities()) == ()
