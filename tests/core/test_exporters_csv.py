"""A table of pairings that goes out comes back as the same pairings."""

import csv
import io
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.exporters.csv_pairings import COLUMNS, pairings_csv
from events.exporters.event import ExportedEvent, ExportedPlayer
from events.importers import ImportedEvent, read_event
from events.results import BYES, UNFINISHED, GameKind, Result, bye_result
from events.revisions import GameContent
from players.names import NameRefused, clean_name
from tests.trf_files import TODAY, read


def reread(event: ExportedEvent, delimiter: str = ",") -> ImportedEvent:
    data = pairings_csv(event, delimiter=delimiter)
    return read_event(data, filename="night.csv", today=TODAY)


def content_of(event: ExportedEvent) -> set[tuple[object, ...]]:
    """What the table carries, by names instead of numbers."""
    names = {player.number: player.name for player in event.players}
    return {
        (g.round, names[g.white], names[g.black] if g.black else None, g.result, g.kind, g.board,
         g.board_result, g.colours_known, event.day_of(g))
        for g in event.games
    }  # fmt: skip


def content_read(event: ImportedEvent) -> set[tuple[object, ...]]:
    names = {player.number: player.name for player in event.players}
    days = event.round_days
    return {
        (g.round, names[g.white], names[g.black] if g.black else None, g.result, g.kind, g.board,
         g.board_result, g.colours_known, g.day or (days[g.round - 1] if days else None))
        for g in event.games
    }  # fmt: skip


def name_of(text: str) -> str | None:
    try:
        return clean_name(text)
    except NameRefused:
        return None


NAMES = (
    st.one_of(
        st.text(max_size=20),
        st.sampled_from(
            ["Bye", "bye", "'Bye", "=Novák", "+Jan", "-Eva", "@Petr", "'=x", "''-x", "Novák, Jan",
             'Quoted "Nick" Name', "A;B", "A\tB", "volno", "Not paired", "Ω ω", "(W) Anna"]
        ),
    )
    .map(name_of)
    .filter(lambda name: name is not None)
)  # fmt: skip
DAYS = st.dates(date(2000, 1, 1), date(2026, 6, 1))


@st.composite
def games(draw: st.DrawFn, round_: int, numbers: list[int]) -> list[GameContent]:
    """A round: some pairs, some byes, some people missing."""
    found = []
    order = list(draw(st.permutations(numbers)))
    while order:
        white = order.pop()
        what = draw(st.sampled_from(["game", "game", "bye", "nothing"]))
        if what == "game" and order:
            found.append(draw(game(round_, white, order.pop())))
        elif what == "bye":
            kind = draw(st.sampled_from(sorted(BYES)))
            results = [bye_result(kind), Result.WHITE_HALF, Result.BOTH_LOSE]
            found.append(GameContent(round_, white, None, draw(st.sampled_from(results)), kind))
    return found


@st.composite
def game(draw: st.DrawFn, round_: int, white: int, black: int) -> GameContent:
    kind = draw(st.sampled_from([k for k in GameKind if k not in BYES]))
    decided = [result for result in Result if result is not Result.NONE]
    result = Result.NONE if kind in UNFINISHED else draw(st.sampled_from(decided))
    if kind is GameKind.FORFEIT:
        result = draw(st.sampled_from(list(Result)))
    return GameContent(
        round_,
        white,
        black,
        result,
        kind,
        board=draw(st.none() | st.integers(1, 9999)),
        board_result=draw(st.sampled_from(list(Result))),
        colours_known=draw(st.booleans()),
    )


@st.composite
def events(draw: st.DrawFn) -> ExportedEvent:
    names = draw(st.lists(NAMES, min_size=1, max_size=8, unique_by=lambda n: n.replace(" ", "")))
    players = tuple(ExportedPlayer(3 * n, name) for n, name in enumerate(names, 1))
    rounds = draw(st.integers(0, 4))
    played = [
        one
        for number in range(1, rounds + 1)
        for one in draw(games(number, [player.number for player in players]))
    ]
    if not played and not players:
        rounds = 0
    title = draw(st.sampled_from(["", "April Open", "=SUM(A1)", "-Night-", 'The "Best", 2026']))
    return ExportedEvent(title, players, tuple(played), rounds=rounds)


@given(events(), st.sampled_from(",;\t"))
def test_export_then_import_is_the_identity(event: ExportedEvent, delimiter: str) -> None:
    again = reread(event, delimiter)
    assert content_read(again) == content_of(event)
    assert {player.name for player in again.players} == {player.name for player in event.players}
    assert again.name == event.name
    assert not again.skipped


@given(st.lists(DAYS, min_size=2, max_size=2), st.booleans())
def test_days_come_back(days: list[date], own: bool) -> None:
    first, last = sorted(days)
    games_ = (
        GameContent(1, 1, 2, Result.WHITE_WINS, GameKind.PLAYED),
        GameContent(1, 3, 4, Result.DRAW, GameKind.PLAYED, day=last if own else None),
        GameContent(1, 5, None, Result.WHITE_WINS, GameKind.PAIRING_BYE),
        GameContent(2, 2, 1, Result.WHITE_WINS, GameKind.PLAYED),
    )
    players = tuple(ExportedPlayer(n, f"Player {n}") for n in range(1, 6))
    event = ExportedEvent("Night", players, games_, round_days=(first, last))
    again = reread(event)
    assert (again.start, again.end) == (first, last)
    assert content_read(again) == content_of(event)


def test_what_was_imported_goes_out_and_comes_back() -> None:
    """A real file: TRF in, table out, table in."""
    for file in (
        "sanichi-icu_tournament/valid.tab",
        "pypi-caissify_pairings-0.5.0/misc_edge_case_3.trf",
    ):
        first = read(file)
        event = ExportedEvent(
            first.name,
            tuple(ExportedPlayer(p.number, p.name) for p in first.players),
            tuple(
                GameContent(g.round, g.white, g.black, g.result, g.kind, g.board, g.board_result,
                            g.colours_known)
                for g in first.games
            ),
        )  # fmt: skip
        assert content_read(reread(event)) == content_of(event)
        assert len(reread(event).games) == len(first.games)


@pytest.mark.parametrize("lead", list("=+-@"))
def test_no_cell_of_ours_is_a_formula(lead: str) -> None:
    players = (ExportedPlayer(1, f"{lead}cmd|' /C calc'!A0"), ExportedPlayer(2, "Anna"))
    games_ = (GameContent(1, 1, 2, Result.BLACK_WINS, GameKind.FORFEIT),)
    data = pairings_csv(ExportedEvent(f"{lead}1+1", players, games_))
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    assert rows[0] == list(COLUMNS)
    for row in rows:
        assert not any(cell.startswith(tuple("=+-@\t\r\n")) for cell in row)


def test_two_people_of_one_name_stay_two() -> None:
    players = (ExportedPlayer(4, "Novák, Jan"), ExportedPlayer(9, "Novák, Jan"))
    games_ = (GameContent(1, 4, 9, Result.DRAW, GameKind.PLAYED),)
    again = reread(ExportedEvent("", players, games_))
    assert [player.name for player in again.players] == ["Novák, Jan (4)", "Novák, Jan (9)"]
    assert len(again.games) == 1


def test_the_table_opens_well_in_a_spreadsheet() -> None:
    players = (ExportedPlayer(1, "Řehoř, Jan"), ExportedPlayer(2, "Anna"))
    games_ = (GameContent(2, 1, 2, Result.DRAW, GameKind.PLAYED, board=1),)
    data = pairings_csv(ExportedEvent("Night", players, games_), delimiter=";")
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.decode("utf-8-sig").split("\r\n") == [
        "round;board;white;black;result;board result;date;colours;event",
        "2;1;Řehoř, Jan;Anna;½-½;;;;Night",
        "",
    ]
