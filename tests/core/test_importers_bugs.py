"""Faults that were reported for other programs, and what ours does with the same input.

Each test names the report. The files are in tests/data/trf/issue-reproductions unless it says
otherwise.
"""

import pytest

from events.importers import ImportRefused, read_event
from events.results import GameKind, Result
from events.standings import standings
from tests.trf_files import DATA, TODAY, player, rated, read, trf

FOLDER = "issue-reproductions"


def test_an_opponent_together_with_a_bye_code() -> None:
    """lichess-org/lila#14387: `2 b Z` stopped the pairing, the round went round for ever."""
    event = read(f"{FOLDER}/lila_14387_opponent_and_Z.trf")
    assert rated(event) == [(1, 3, 1, Result.BLACK_WINS)]
    assert {(g.white, g.black) for g in event.games if g.round == 2} == {
        (1, None),
        (2, None),
        (3, None),
    }
    (warning,) = event.warnings
    assert (warning.line, warning.column) == (13, 102)
    assert "Round 2: player 3" in str(warning.message)
    assert "columns 102 to 109" in str(warning.message)


def test_headers_that_are_links_and_a_date_in_words() -> None:
    """lichess-org/lila#7696: 022 and 102 are links, 032 is "Lichess", 042 "Dec 10, 2020"."""
    event = read(f"{FOLDER}/lila_7696_lichess_headers.trf")
    assert event.start is not None
    assert (event.start.isoformat(), event.end) == ("2020-12-10", event.start)
    assert "http" not in repr(event)
    assert "Lichess" not in repr(event)


def test_no_ranks_anywhere() -> None:
    """lichess-org/lila#7634: no places in the file, lines not in the order of the result."""
    event = read("sanichi-icu_tournament/armstrong_2011.tab")
    assert {p.place for p in event.players} == {None}
    order = standings(event.players, event.games)
    assert not order.stated
    points = [row.half_points for row in order.rows]
    assert points == sorted(points, reverse=True)
    assert len(order.rows) == 160


@pytest.mark.parametrize("code", ["F", "U"])
def test_a_pairing_bye_written_as_a_full_point_bye(code: str) -> None:
    """lichess-org/lila#6669: F for U, so that the pairing program gave a second bye."""
    data = (DATA / "trf" / FOLDER / "lila_6669_pab_as_F.trf").read_bytes()
    event = read(data.replace(b"- F", b"- " + code.encode()))
    assert [(g.white, g.kind) for g in event.games if g.black is None] == [
        (3, GameKind.FULL_BYE if code == "F" else GameKind.PAIRING_BYE)
    ]
    assert len(rated(event)) == 1
    row = next(row for row in standings(event.players, event.games).rows if row.number == 3)
    assert (row.byes, row.half_points, row.played) == (1, 2, 0)


@pytest.mark.parametrize("letter", ["A", "Z"])
def test_points_for_absence_under_both_letters(letter: str) -> None:
    """BieremaBoyzProgramming/bbpPairings#37, PR #36: written with A, read only with Z."""
    data = (DATA / "trf" / FOLDER / "bbp_37_162_A_and_Z.trf").read_bytes()
    assert b"A 0.5" in data
    event = read(data.replace(b"A 0.5", letter.encode() + b" 0.5"))
    assert not event.warnings  # player 3's half point is what 162 gives for absence
    assert [p.half_points for p in event.players] == [2, 0, 1]
    without = read(b"\n".join(line for line in data.split(b"\n") if not line.startswith(b"162")))
    assert "Player 3: the file states 0.5" in str(without.warnings[0].message)


def test_points_that_hold_the_bye_of_the_coming_round() -> None:
    """bbpPairings#1: the half point of a round still to be paired is in the points already."""
    event = read(f"{FOLDER}/bbp_1_halfpoint_already_in_score.trf")
    assert event.players[0].half_points == 3
    texts = [str(problem.message) for problem in event.warnings]
    assert any("stated 1.5, rounds give 1.0 + 0.5 for round 2" in text for text in texts)
    assert len(rated(event)) == 1


def test_no_opponent_and_no_result_code() -> None:
    """bbpPairings#25: `0000 w` and nothing behind it got a bare "Invalid line"."""
    event = read(f"{FOLDER}/bbp_25_no_result_code.trf")
    assert (len(event.players), event.games, event.rounds) == (2, (), 1)
    (warning,) = event.warnings
    assert (warning.line, warning.column) == (4, 92)
    assert "not finished" in str(warning.message)


def test_a_bye_given_ahead_does_not_make_a_round() -> None:
    """bbpPairings#3: a U in the coming round made the program think the round was played."""
    event = read(
        trf(
            "XXR 3",
            player(1, "Anna", ["2 w 1", "0000 - U"], points="2.0"),
            player(2, "Bob", ["1 b 0"], points="0.0"),
        )
    )
    assert rated(event) == [(1, 1, 2, Result.WHITE_WINS)]
    assert event.planned_rounds == 3
    texts = [str(problem.message) for problem in event.warnings]
    assert "Round 2 has only byes: it is read as not paired yet." in texts


@pytest.mark.parametrize("marks", ["wwgm", " m g", "mGM ", "u   ", "F   ", " 1N "])
def test_sex_and_title_without_a_blank_between_them(marks: str) -> None:
    """Sharly-Chess PR #62: columns 10 to 13 run together, titles in two spellings."""
    event = read(trf(f"001    1 {marks} Nová, Jana"))
    assert [p.name for p in event.players] == ["Nová, Jana"]
    assert not event.warnings


def test_a_file_without_games_twice() -> None:
    """Sharly-Chess PR #1289, #1315: no games failed, and so did the second import."""
    first, second = (read(f"{FOLDER}/sharly_no_games.trf") for _ in range(2))
    assert [p.name for p in first.players] == ["Alpha, A", "Beta, B"]
    assert (first.games, first.rounds) == ((), 0)
    assert first == second


def test_a_defective_file_is_refused_with_its_reason() -> None:
    """Sharly-Chess #2307, after FIDE's list of 2026: refuse, and say why."""
    with pytest.raises(ImportRefused) as caught:
        read("derived-mutations/cz_both_won.trf")
    (problem,) = caught.value.problems
    text = str(problem.message)
    assert "Round 1" in text
    assert "players 1 (line 14" in text
    assert "4 (line 17" in text


def test_a_byte_order_mark_is_no_part_of_the_first_header() -> None:
    """dotCMS/core#36508: Excel's mark glued to the first header, the column silently lost."""
    data = "\ufeffround;white;black;result\r\n2;Anna;Bob;1-0\r\n".encode()
    event = read_event(data, filename="x.csv", today=TODAY)
    assert [g.round for g in event.games] == [2]
    assert not event.skipped


def test_names_converted_twice_are_flagged_before_anybody_is_made_a_member() -> None:
    """JeffSackmann/tennis_wta#30: broken UTF-8, lower-cased on top."""
    with pytest.raises(ImportRefused) as caught:
        read("derived-mutations/cz_double_encoded.trf")
    assert caught.value.problems[0].line == 15
    assert "converted twice" in str(caught.value.problems[-1].message)
    event = read(
        trf(player(1, "Nováková, Eva"), player(2, "Dvořák, Petr".encode().decode("cp1250")))
    )
    (warning,) = event.warnings
    assert (warning.line, warning.column) == (3, 15)
    assert "Dvořák, Petr" in str(warning.message)


@pytest.mark.parametrize("header", ["FIDE id", "member no", "ID", "číslo", "номер"])
def test_numbers_of_federations_never_join_people(header: str) -> None:
    """Sharly-Chess #348: FIDE numbers stand in the column of national ones and the reverse."""
    data = f"{header},round,white,black,result\n309095,1,Anna,Bob,1-0\n".encode()
    event = read_event(data, filename="x.csv", today=TODAY)
    assert "309095" not in repr(event)
    assert [p.name for p in event.players] == ["Anna", "Bob"]
    assert [str(p.message) for p in event.skipped] == [f"The column “{header}” was read over."]
