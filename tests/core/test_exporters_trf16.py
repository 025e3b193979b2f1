"""A report file that goes out comes back as the same event."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.exporters.event import ExportedEvent, ExportedPlayer
from events.exporters.trf16 import cut_names, trf16
from events.importers import ImportedEvent, ImportedGame, read_event
from events.results import GameKind, Result, bye_result
from events.revisions import GameContent
from tests.trf_files import ACCEPTED, TODAY, read

PLAYED = [
    (kind, result)
    for kind, results in {
        GameKind.PLAYED: [r for r in Result if r is not Result.NONE],
        GameKind.FORFEIT: [Result.WHITE_WINS, Result.BLACK_WINS, Result.BOTH_LOSE],
        GameKind.SHORT: [Result.WHITE_WINS, Result.BLACK_WINS, Result.DRAW],
        GameKind.OPEN: [Result.NONE],
    }.items()
    for result in results
]
BYES = [GameKind.PAIRING_BYE, GameKind.FULL_BYE, GameKind.HALF_BYE, GameKind.ZERO_BYE]
NAMES = st.sampled_from(
    ["Novák, Jan", "Nováková, Eva", "Свидлер, Пётр", "Bye", "=x", "Łoś, Ania", "O'Neill P.", "X 1"]
)


def reread(event: ExportedEvent) -> ImportedEvent:
    return read_event(trf16(event), filename="x.trf", today=TODAY)


def game_of(game: ImportedGame | GameContent) -> tuple[object, ...]:
    """A pairing without what a report file does not carry; without colours the order means nothing."""
    pair = (game.round, game.white, game.black, game.result, game.kind, game.colours_known)
    if game.colours_known or game.black is None or game.white < game.black:
        return pair
    mirrored = {
        Result.WHITE_WINS: Result.BLACK_WINS,
        Result.BLACK_WINS: Result.WHITE_WINS,
        Result.WHITE_HALF: Result.BLACK_HALF,
        Result.BLACK_HALF: Result.WHITE_HALF,
    }
    result = mirrored.get(game.result, game.result)
    return (game.round, game.black, game.white, result, game.kind, game.colours_known)


@st.composite
def events(draw: st.DrawFn) -> ExportedEvent:
    numbers = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=7, unique=True))
    players = tuple(
        ExportedPlayer(
            number,
            draw(NAMES),
            draw(st.none() | st.integers(1, 9999)),
            draw(st.none() | st.integers(0, 199)),
        )
        for number in numbers
    )
    games = []
    rounds = draw(st.integers(0, 4))
    for round_ in range(1, rounds + 1):
        order = list(draw(st.permutations(numbers)))
        while order:
            white = order.pop()
            what = draw(st.sampled_from(["game", "game", "bye", "nothing"]))
            if what == "game" and order:
                kind, result = draw(st.sampled_from(PLAYED))
                known = draw(st.booleans())
                games.append(
                    GameContent(round_, white, order.pop(), result, kind, colours_known=known)
                )
            elif what == "bye":
                bye = draw(st.sampled_from(BYES))
                games.append(GameContent(round_, white, None, bye_result(bye), bye))
    start = draw(st.none() | st.dates(date(2000, 1, 1), date(2026, 5, 1)))
    end = start + timedelta(draw(st.integers(0, 30))) if start else None
    name = draw(st.sampled_from(["Club night", "", "Žďár 2026", "012 in the name"]))
    return ExportedEvent(name, players, tuple(games), start, end, rounds=rounds)


@given(events())
def test_export_then_import_is_the_identity(event: ExportedEvent) -> None:
    again = reread(event)
    assert (again.name, again.start, again.end) == (event.name, event.start, event.end)
    assert [(p.number, p.name, p.place, p.half_points) for p in again.players] == [
        (p.number, p.name, p.place, p.half_points) for p in event.players
    ]
    assert {game_of(g) for g in again.games} == {game_of(g) for g in event.games}
    assert len(again.games) == len(event.games)
    assert again.planned_rounds == event.rounds


@pytest.mark.parametrize("file", ACCEPTED)
def test_every_real_file_survives_going_out_and_in(file: tuple[str, str, str]) -> None:
    name, page, encoding = file
    first = read(name, encoding or None, page)
    event = ExportedEvent(
        first.name,
        tuple(ExportedPlayer(p.number, p.name, p.place, p.half_points) for p in first.players),
        tuple(
            GameContent(g.round, g.white, g.black, g.result, g.kind, colours_known=g.colours_known)
            for g in first.games
        ),
        first.start,
        first.end,
        first.planned_rounds,
        first.round_days,
    )
    again = reread(event)
    lines = (first.players, again.players)
    assert len({tuple(replace(p, line=None) for p in players) for players in lines}) == 1
    assert {game_of(g) for g in again.games} == {game_of(g) for g in first.games}
    assert (again.start, again.end, again.name) == (first.start, first.end, first.name)
    assert again.round_days == first.round_days


def test_every_field_stands_in_its_columns() -> None:
    event = ExportedEvent(
        "Club night",
        (ExportedPlayer(1, "Novák, Jan", 1, 3), ExportedPlayer(12, "Bob", None, None)),
        (
            GameContent(1, 12, 1, Result.BLACK_WINS, GameKind.PLAYED),
            GameContent(2, 1, None, Result.WHITE_HALF, GameKind.HALF_BYE),
        ),
        date(2026, 3, 7),
        date(2026, 3, 8),
        3,
        (date(2026, 3, 7), date(2026, 3, 8)),
    )
    lines = trf16(event).decode().split("\r\n")
    assert lines[:4] == ["012 Club night", "042 2026/03/07", "052 2026/03/08", "062 2"]
    assert (lines[4][91:99], lines[4][101:109], lines[5]) == ("26/03/07", "26/03/08", "XXR 3")
    anna, bob = lines[6], lines[7]
    assert (anna[:8], anna[14:24], anna[80:84], anna[85:89]) == (
        "001    1",
        "Novák, Jan",
        " 1.5",
        "   1",
    )
    assert (anna[91:99], anna[101:109]) == ("  12 b 1", "0000 - H")
    assert bob == "001   12      Bob".ljust(91) + "   1 w 0"


def test_what_the_format_cannot_say() -> None:
    long_name = "A" * 40
    event = ExportedEvent(
        "",
        (ExportedPlayer(1, long_name), ExportedPlayer(2, "Bob")),
        (GameContent(1, 1, 2, Result.NONE, GameKind.ADJOURNED),),
    )
    assert cut_names(event.players) == [1]
    again = reread(event)
    assert again.players[0].name == "A" * 33
    assert again.games[0].kind is GameKind.OPEN
    with pytest.raises(ValueError, match="1 to 9999"):
        trf16(ExportedEvent("", (ExportedPlayer(10_000, "Anna"),), ()))
