"""Laws of taking one change back (events.inverse), on random series of changes."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from events import edits
from events.checks import problems
from events.inverse import InTheWay, without
from events.results import GameKind, Result
from events.revisions import EntryContent, EventContent, GameContent, Tempo

TODAY = date(2030, 1, 1)
DAY = date(2026, 3, 3)
PEOPLE = 6
NAMES = {n: f"Player {n}" for n in range(1, 100)}
Edit = Callable[[EventContent], EventContent]

results = st.sampled_from(
    [
        (Result.WHITE_WINS, GameKind.PLAYED),
        (Result.BLACK_WINS, GameKind.PLAYED),
        (Result.DRAW, GameKind.PLAYED),
        (Result.WHITE_WINS, GameKind.FORFEIT),
        (Result.NONE, GameKind.OPEN),
    ]
)
picks = st.integers(0, 1000)
days = st.integers(0, 6).map(lambda n: DAY + timedelta(days=n))


@st.composite
def events(draw: st.DrawFn) -> EventContent:
    """Two or three rounds of six players; places as a file would state them, or none."""
    stated = draw(st.booleans())
    entries = [
        EntryContent(
            n, n, f"uid{n}" if draw(st.booleans()) else "", *((n, 9 - n) if stated else ())
        )
        for n in range(1, PEOPLE + 1)
    ]
    games = []
    rounds = draw(st.integers(2, 3))
    for number in range(1, rounds + 1):
        order = draw(st.permutations(range(1, PEOPLE + 1)))
        for board, at in enumerate((0, 2, 4), 1):
            result, kind = draw(results)
            games.append(GameContent(number, order[at], order[at + 1], result, kind, board))
    return EventContent(
        name="Evening", start=DAY, date=DAY + timedelta(days=6), sequence=1,
        rounds=rounds, round_days=(DAY, None, None), entries=tuple(entries), games=tuple(games),
    )  # fmt: skip


# -- Any changes in any order ---------------------------------------------------------------------


def change_line(content: EventContent, at: int, **changes: object) -> EventContent:
    entries = list(content.entries)
    entries[at] = replace(entries[at], **changes)
    return replace(content, entries=tuple(entries))


def reversed_numbers(content: EventContent) -> EventContent:
    """As a file does that lists the same people the other way round."""
    last = max(entry.number for entry in content.entries) + 1
    entries = [replace(entry, number=last - entry.number) for entry in reversed(content.entries)]
    games = [
        replace(g, white=last - g.white, black=None if g.black is None else last - g.black)
        for g in content.games
    ]
    return replace(content, entries=tuple(entries), games=tuple(games))


@st.composite
def any_edit(draw: st.DrawFn, content: EventContent) -> EventContent:
    """The content after one thing that an arbiter may do."""
    if not content.games or len(content.entries) < 3:
        return replace(content, name=draw(st.sampled_from("ABC")))
    number = draw(picks) % len(content.games) + 1
    line = draw(picks) % len(content.entries)
    result, kind = draw(results)
    one, other = content.entries[line].number, content.entries[line - 1].number
    new = max(entry.number for entry in content.entries) + 1
    choices: list[Edit] = [
        lambda c: edits.change_game(c, number, unrated=draw(st.sampled_from(["", "odds", "x"]))),
        lambda c: edits.change_game(c, number, board=draw(st.sampled_from([None, 1, 9]))),
        lambda c: edits.remove_game(c, number),
        lambda c: edits.add_game(c, GameContent(draw(st.integers(1, 5)), one, other, result, kind)),
        lambda c: edits.take_out(c, one),
        lambda c: change_line(c, line, confirmed=draw(st.sampled_from(["", "x", "y"]))),
        lambda c: change_line(c, line, typed_name=draw(st.sampled_from([20, 21]))),
        lambda c: change_line(c, line, asked_out=not c.entries[line].asked_out),
        lambda c: replace(c, entries=(*c.entries, EntryContent(new, 30 + new))),
        lambda c: replace(c, date=draw(days), start=DAY, sequence=draw(st.integers(1, 2))),
        lambda c: replace(c, round_days=(draw(st.none() | days), None, draw(st.none() | days))),
        lambda c: replace(c, tempo=draw(st.sampled_from(Tempo)), rounds=draw(st.integers(5, 7))),
        lambda c: replace(c, deleted=not c.deleted),
        reversed_numbers,
    ]
    if content.games[number - 1].black is not None:
        choices += [
            lambda c: edits.swap_colours(c, number),
            lambda c: edits.change_game(c, number, result=result, kind=kind),
        ]
    return draw(st.sampled_from(choices))(content)


@st.composite
def series(draw: st.DrawFn) -> list[EventContent]:
    """Versions of an event, each valid."""
    versions = [draw(events())]
    for _ in range(draw(st.integers(1, 6))):
        content = draw(any_edit(versions[-1]))
        assume(not problems(content, TODAY))
        versions.append(content)
    return versions


def back(versions: list[EventContent], n: int) -> EventContent:
    """The newest without what version `n` (from 0) changed."""
    later = list(enumerate(versions))[n + 1 :]
    return without(versions[n - 1], versions[n], later, NAMES)


@settings(max_examples=80)
@given(series())
def test_taking_back_the_newest_gives_the_one_before(versions):
    assert back(versions, len(versions) - 1) == versions[-2]


@settings(max_examples=80)
@given(series(), picks)
def test_taking_back_twice_gives_what_was_there(versions, pick):
    try:
        versions.append(back(versions, pick % (len(versions) - 1) + 1))
    except InTheWay:
        return
    assert back(versions, len(versions) - 1) == versions[-2]


# -- Nothing is overwritten in silence -------------------------------------------------------------


def flat(content: EventContent) -> dict[tuple[object, ...], object]:
    """Everything that a content states, piece by piece, lines by name and games by who met whom."""
    said: dict[tuple[object, ...], object] = {
        ("tempo",): content.tempo,
        ("day",): (content.date, content.sequence),
        ("deleted",): content.deleted,
        **{("round", n): day for n, day in enumerate(content.round_days, 1) if day},
    }
    name = {entry.number: entry.typed_name for entry in content.entries}
    for entry in content.entries:
        said["who", entry.typed_name] = entry.confirmed
        said["asked", entry.typed_name] = entry.asked_out
    for game in content.games:
        pair = sorted([name[game.white], name.get(game.black or 0, 0)])
        turned = name[game.white] != pair[0]
        key = (game.round, *pair)
        result = edits.mirrored(game.result) if turned else game.result
        said["result", *key] = (result, game.kind)
        said["white", *key] = (name[game.white], game.colours_known)
        said["board", *key] = game.board
        said["unrated", *key] = game.unrated
    return said


@settings(max_examples=200)
@given(series(), picks)
def test_each_fact_is_put_back_or_left_or_stands_in_the_way(versions, pick):
    n = pick % (len(versions) - 1) + 1
    names = {entry.typed_name for content in versions for entry in content.entries}
    assume(not names & {20, 21})  # renamed lines are not told by their names
    before, after, now = (flat(content) for content in (versions[n - 1], versions[n], versions[-1]))
    facts = before.keys() | after.keys() | now.keys()
    changed = {fact for fact in facts if before.get(fact) != after.get(fact)}
    again = {f for f in changed if now.get(f) not in (before.get(f), after.get(f))}
    try:
        taken = flat(back(versions, n))
    except InTheWay:
        return
    assert not again
    for fact in facts | taken.keys():
        left = now.get(fact) if fact not in changed else before.get(fact)
        assert taken.get(fact) == left, fact


@settings(max_examples=80)
@given(series(), picks)
def test_what_comes_out_can_be_saved_unless_two_lines_are_one_person_now(versions, pick):
    try:
        taken = back(versions, pick % (len(versions) - 1) + 1)
    except InTheWay:
        return
    for problem in problems(taken, TODAY):
        assert "same player" in str(problem.message) or "outside the event" in str(problem.message)


# -- Changes of different things ------------------------------------------------------------------


def number_of(content: EventContent, game: GameContent) -> int:
    """Where a game stands in the content, by who meets whom in which round."""
    wanted = game.round, {game.white, game.black}
    games = enumerate(content.games, 1)
    return next(n for n, g in games if (g.round, {g.white, g.black}) == wanted)


@st.composite
def separate_edits(draw: st.DrawFn, content: EventContent) -> list[Edit]:
    """Edits of which no two touch the same thing, in any order."""

    def of_game(game: GameContent, what: str) -> Edit:
        if what == "swap":
            return lambda c: edits.swap_colours(c, number_of(c, game))
        if what == "remove":
            return lambda c: edits.remove_game(c, number_of(c, game))
        result = Result.DRAW if game.result is not Result.DRAW else Result.WHITE_WINS
        changes = {
            "result": {"result": result, "kind": GameKind.PLAYED},
            "unrated": {"unrated": "odds game"},
            "day": {"day": DAY + timedelta(days=1)},
            "board": {"board": 17},
        }[what]
        return lambda c: edits.change_game(c, number_of(c, game), **changes)

    def of_line(number: int) -> Edit:
        def edit(c: EventContent) -> EventContent:
            at = [entry.number for entry in c.entries].index(number)
            return change_line(c, at, confirmed=f"other{number}")

        return edit

    *rest, gone = draw(st.permutations(content.entries))
    kinds = st.sampled_from(["swap", "remove", "result", "unrated", "day", "board"])
    free = [game for game in content.games if gone.number not in (game.white, game.black)]
    found: list[Edit] = [of_game(game, draw(kinds)) for game in free]
    found += [of_line(entry.number) for entry in rest[:2]]
    pair = rest[0].number, rest[1].number
    found += [
        lambda c: edits.take_out(c, gone.number),
        lambda c: edits.add_game(c, GameContent(6, *pair, Result.DRAW, GameKind.PLAYED)),
        lambda c: edits.add_game(c, GameContent(8, *pair, Result.DRAW, GameKind.PLAYED)),
        lambda c: replace(c, name="Another"),
        lambda c: replace(c, start=DAY - timedelta(days=3)),
        lambda c: replace(c, sequence=4),
        lambda c: replace(c, counts=False, counts_reason="friendly"),
        lambda c: replace(c, tempo=Tempo.BLITZ),
        lambda c: replace(c, deleted=True),
        lambda c: replace(c, round_days=(DAY, DAY + timedelta(days=1), *c.round_days[2:])),
        lambda c: replace(c, round_days=(*c.round_days[:2], DAY + timedelta(days=2))),
        lambda c: replace(c, entries=(*c.entries, EntryContent(50, 50))),
        lambda c: replace(c, entries=(*c.entries, EntryContent(51, 51))),
    ]
    return draw(st.permutations(found))[: draw(st.integers(2, 6))]


def played(first: EventContent, steps: list[Edit]) -> list[EventContent]:
    versions = [first]
    for step in steps:
        versions.append(step(versions[-1]))
    return versions


@settings(max_examples=120)
@given(st.data(), picks)
def test_of_separate_changes_one_taken_back_is_the_series_without_it(data, pick):
    first = data.draw(events())
    steps = data.draw(separate_edits(first))
    n = pick % len(steps) + 1
    versions = played(first, steps)
    assert listed(back(versions, n)) == listed(played(first, [*steps[: n - 1], *steps[n:]])[-1])


@settings(max_examples=80)
@given(st.data(), picks)
def test_and_brought_back_after_more_changes_it_is_the_whole_series(data, pick):
    first = data.draw(events())
    *steps, last = data.draw(separate_edits(first))
    assume(steps)
    versions = played(first, steps)
    taken = back(versions, pick % len(steps) + 1)
    versions += [taken, last(taken)]
    again = back(versions, len(versions) - 2)
    whole = played(first, [*steps, last])[-1]
    assert unplaced(listed(again)) == unplaced(listed(whole))


def listed(content: EventContent) -> EventContent:
    """In one order: a game that comes back may stand beside one that has replaced another since."""
    games = sorted(content.games, key=lambda g: (g.round, g.white, g.black or 0))
    return replace(content, games=tuple(games))


def unplaced(content: EventContent) -> EventContent:
    """Without stated places: where the results were changed twice, they are not known any more."""
    entries = tuple(replace(entry, place=None, half_points=None) for entry in content.entries)
    return replace(content, entries=entries)
