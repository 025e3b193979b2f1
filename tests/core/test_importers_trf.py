"""What a tournament report file may look like, field by field, and what refuses it."""

import unicodedata
from datetime import date

import pytest

from events.importers import ImportRefused
from events.results import GameKind, Result
from events.results import half_points as points
from events.revisions import EventKind, Tempo
from tests.trf_files import player, rated, read, trf


def refused(data: bytes) -> ImportRefused:
    with pytest.raises(ImportRefused) as caught:
        read(data)
    return caught.value


def test_the_builder_of_the_tests_puts_everything_into_its_column() -> None:
    line = player(12, "Novák, Jan", ["34 w 1", "", "0000 - H"], points="1.5", place="3")
    assert line[4:8] == "  12"
    assert line[14:24] == "Novák, Jan"
    assert line[80:84] == " 1.5"
    assert line[85:89] == "   3"
    assert (line[91:95], line[96], line[98]) == ("  34", "w", "1")
    assert (line[111:115], line[116], line[118]) == ("0000", "-", "H")


def pair(mine: str, theirs: str) -> bytes:
    return trf(player(1, "Anna", [f"2 w {mine}"]), player(2, "Bob", [f"1 b {theirs}"]))


@pytest.mark.parametrize(
    ("codes", "result", "kind", "counts"),
    [
        ("10", Result.WHITE_WINS, GameKind.PLAYED, True),
        ("01", Result.BLACK_WINS, GameKind.PLAYED, True),
        ("==", Result.DRAW, GameKind.PLAYED, True),
        ("00", Result.BOTH_LOSE, GameKind.PLAYED, False),
        ("0=", Result.BLACK_HALF, GameKind.PLAYED, False),
        ("=0", Result.WHITE_HALF, GameKind.PLAYED, False),
        ("+-", Result.WHITE_WINS, GameKind.FORFEIT, False),
        ("-+", Result.BLACK_WINS, GameKind.FORFEIT, False),
        ("--", Result.BOTH_LOSE, GameKind.FORFEIT, False),
        ("WL", Result.WHITE_WINS, GameKind.SHORT, False),
        ("lw", Result.BLACK_WINS, GameKind.SHORT, False),
        ("dD", Result.DRAW, GameKind.SHORT, False),
        ("**", Result.NONE, GameKind.OPEN, False),
        ("  ", Result.NONE, GameKind.OPEN, False),
        ("* ", Result.NONE, GameKind.OPEN, False),
    ],
)
def test_result_codes_of_a_pair(codes: str, result: Result, kind: GameKind, counts: bool) -> None:
    event = read(pair(*codes))
    (game,) = event.games
    assert (game.white, game.black, game.result, game.kind) == (1, 2, result, kind)
    assert bool(rated(event)) == counts


@pytest.mark.parametrize(
    "codes",
    [
        *("11", "++", "1=", "=1", "1-", "+0", "-0", "=-", "1 ", " 0", "1*", "W0", "1L", "WD"),
        *("0+", "-1", "WW", "D=", "+="),
    ],
)
def test_results_that_do_not_fit_refuse_the_file_and_name_both_lines(codes: str) -> None:
    (problem,) = refused(pair(*codes)).problems
    assert (problem.line, problem.column) == (2, 92)
    text = str(problem.message)
    assert "players 1 (line 2, column 92" in text
    assert "and 2 (line 3, column 92" in text


@pytest.mark.parametrize(
    ("code", "kind", "half_points"),
    [
        ("H", GameKind.HALF_BYE, 1),
        ("f", GameKind.FULL_BYE, 2),
        ("U", GameKind.PAIRING_BYE, 2),
        ("z", GameKind.ZERO_BYE, 0),
        ("=", GameKind.HALF_BYE, 1),
        ("+", GameKind.FULL_BYE, 2),
        ("-", GameKind.ZERO_BYE, 0),
    ],
)
def test_byes(code: str, kind: GameKind, half_points: int) -> None:
    event = read(trf(player(1, "Anna", [f"0000 - {code}"]), player(2, "Bob")))
    (game,) = event.games
    assert (game.white, game.black, game.kind) == (1, None, kind)
    assert points(game.result)[0] == half_points
    assert not rated(event)


def test_a_win_without_an_opponent_is_a_bye_and_is_told() -> None:
    event = read(trf(player(1, "Anna", ["0000 - 1"]), player(2, "Bob")))
    assert [(g.kind, g.black) for g in event.games] == [(GameKind.FULL_BYE, None)]
    assert "without an opponent" in str(event.warnings[0].message)
    assert event.warnings[0].line == 2


def test_empty_rounds_are_no_games() -> None:
    event = read(
        trf(player(1, "Anna", ["", "2 w 1"]), player(2, "Bob", ["-", "1 b 0"]), player(3, "Cyril"))
    )
    assert [(g.round, g.white, g.black) for g in event.games] == [(2, 1, 2)]
    assert event.rounds == 2


def test_colours_may_be_unknown() -> None:
    both = read(trf(player(1, "Anna", ["2 - 0"]), player(2, "Bob", ["1 - 1"])))
    assert not both.games[0].colours_known
    assert (both.games[0].white, both.games[0].result) == (1, Result.BLACK_WINS)
    one = read(trf(player(1, "Anna", ["2 - 0"]), player(2, "Bob", ["1 w 1"])))
    assert one.games[0].colours_known
    assert (one.games[0].white, one.games[0].result) == (2, Result.WHITE_WINS)
    assert "colour" in str(one.warnings[0].message)
    same = refused(trf(player(1, "Anna", ["2 w 0"]), player(2, "Bob", ["1 w 1"])))
    assert "both have “w”" in str(same.problems[0].message)


def test_self_play_unknown_opponent_and_one_sided_pairs() -> None:
    lines = [
        player(1, "Anna", ["1 w 1", "4 w 1", "2 b 1"]),
        player(2, "Bob", ["3 w 1", "9 b 1", "3 w 0"]),
        player(3, "Cyril", ["2 b 0", "0000 - U", "2 b 1"]),
        player(4, "Dana", ["", "1 b 0", ""]),
    ]
    problems = refused(trf(*lines)).problems
    assert [(p.line, p.column) for p in problems] == [(2, 92), (3, 102), (2, 112)]
    texts = [str(problem.message) for problem in problems]
    assert "player 1 is paired with himself" in texts[0]
    assert "opponent 9, who is not in the list" in texts[1]
    assert "line 3, column 112 shows another opponent (0003)" in texts[2]


def test_two_opponents_claim_one_player() -> None:
    lines = [
        player(1, "Anna", ["3 w 1"]),
        player(2, "Bob", ["3 w 1"]),
        player(3, "Cyril", ["1 b 0"]),
    ]
    (problem,) = refused(trf(*lines)).problems
    assert problem.line == 3
    assert "player 2" in str(problem.message)
    assert "(0001)" in str(problem.message)


def test_a_file_cut_in_the_middle_is_refused() -> None:
    """Wherever the last line ends early, the rest of the file does not fit it."""
    lines = [player(1, "Anna Nová", ["2 w 1", "2 b ="]), player(2, "Bob Starý", ["1 b 0", "1 w ="])]
    whole = trf(*lines)
    assert len(read(whole).games) == 2
    start = whole.index(b"001    2")
    for end in range(start, len(whole.rstrip())):
        with pytest.raises(ImportRefused):
            read(whole[:end])


def test_a_shifted_single_line_is_never_read_wrongly() -> None:
    """One blank too many or too few, anywhere before the rounds of one line of six."""
    names = ["Anna", "Bob", "Cyril", "Dana", "Eva", "Filip"]
    cells = [["2 w 1"], ["1 b 0"], ["4 w 1"], ["3 b 0"], ["6 w ="], ["5 b ="]]
    lines = [
        player(n, name, cell) for n, (name, cell) in enumerate(zip(names, cells, strict=True), 1)
    ]
    games = {(1, 1, 2, Result.WHITE_WINS), (1, 3, 4, Result.WHITE_WINS), (1, 5, 6, Result.DRAW)}
    assert set(rated(read(trf(*lines)))) == games
    for at in range(4, 91):
        for moved in (lines[2][:at] + " " + lines[2][at:], lines[2][:at] + lines[2][at + 1 :]):
            try:
                event = read(trf(*lines[:2], moved, *lines[3:]))
            except ImportRefused:
                continue
            assert set(rated(event)) <= games


def test_start_numbers() -> None:
    gaps = read(trf("001   30      Anna", "001 0007      Bob", "001 2         Cyril"))
    assert [p.number for p in gaps.players] == [30, 7, 2]
    for number in ("   0", "    ", "  x1", "  -1"):
        problem = refused(trf(f"001 {number}      Anna")).problems[0]
        assert (problem.line, problem.column) == (2, 5)
    twice = refused(trf(player(1, "Anna"), player(2, "Bob"), player(1, "Cyril"))).problems
    assert [(p.line, p.column) for p in twice] == [(4, 5)]
    assert "lines 2 and 4" in str(twice[0].message)


def test_a_separator_before_a_start_number_is_a_blank() -> None:
    """U+001D is white space to `str.strip`, and none to `int`."""
    data = trf(player(1, "Anna", ["2 w 1"]), player(2, "Bob", ["1 b 0"]))
    event = read(data.replace(b"001    1", b"001 \x1d  1"))
    assert [entry.number for entry in event.players] == [1, 2]


def test_points_and_places_as_stated() -> None:
    event = read(
        trf(
            player(1, "Anna", ["2 w 1"], points="1,0", place="1"),
            player(2, "Bob", ["1 b 0"], points=".5", place="x"),
            player(3, "Cyril", points="?", place="0"),
            player(4, "Dana", points="11.5", place="3"),
        )
    )
    assert [(p.half_points, p.place) for p in event.players] == [
        (2, 1),
        (1, None),
        (None, None),
        (23, 3),
    ]
    texts = [str(problem.message) for problem in event.warnings]
    assert any("the place “x”" in text for text in texts)
    assert any("the points “?”" in text for text in texts)
    assert any("Player 2: the file states 0.5 points, the rounds give 0.0" in t for t in texts)
    assert any("Player 4: the file states 11.5 points" in text for text in texts)


@pytest.mark.parametrize(
    "scoring", ["162  W 3.0    D 1.0    L 0.0    P 3.0", "XXS W=3 D=1", "BBW 3.0"]
)
def test_points_by_another_scoring_are_no_difference(scoring: str) -> None:
    """3-1-0 events stay 1-½-0 for ratings; stated points are compared by the event's own scoring."""
    lines = [
        player(1, "Anna", ["0000 - U", "2 w 1", "3 w ="], points="7.0"),
        player(2, "Bob", ["", "1 b 0"], points="0.0"),
        player(3, "Cyril", ["", "", "1 b ="], points="1.0"),
    ]
    draw = "BBD 1.0"
    event = read(trf(scoring, draw, *lines))
    assert not event.warnings
    assert [p.half_points for p in event.players] == [14, 0, 2]
    assert rated(event) == [(2, 1, 2, Result.WHITE_WINS), (3, 1, 3, Result.DRAW)]
    told = read(trf(*lines)).warnings
    assert "Player 1: the file states 7.0 points, the rounds give 2.5" in str(told[0].message)


def test_nothing_about_a_person_but_name_number_place_and_points_comes_out() -> None:
    """Birth date, sex, title, rating, federation and its number stay in the importer."""
    line = (
        "001    1 wWGM Tajná, Osoba                      2345 CZE   987654321 1999/12/24  0.0    1"
    )
    event = read(trf("022 Vila Canary", "102 Canary, Arbiter", line))
    text = repr(event)
    for secret in ("987654321", "1999", "2345", "CZE", "WGM", "Canary"):
        assert secret not in text


def test_one_federation_number_twice_is_asked_about() -> None:
    def line(number: int, identity: str) -> str:
        return f"001 {number:>4}      {'Player ' + 'ABC'[number - 1]:<33}{'':10}{identity:>11}"

    event = read(trf(line(1, "12057"), line(2, "0"), line(3, "00012057")))
    (problem,) = event.warnings
    assert (problem.line, problem.column) == (4, 58)
    assert "Players 1 and 3" in str(problem.message)
    assert "12057" not in repr(event)
    assert not read(trf(line(1, "0"), line(2, "00000000"), line(3, ""))).warnings


def test_decomposed_accents_do_not_shift_the_columns() -> None:
    composed = trf(
        player(1, "Dvořáková, Žaneta", ["2 w 1"], points="1.0", place="1"),
        player(2, "Ftáčnik, Ľubomír", ["1 b 0"], points="0.0", place="2"),
    )
    apart = unicodedata.normalize("NFD", composed.decode()).encode()
    assert apart != composed
    event = read(apart)
    assert [(p.name, p.half_points, p.place) for p in event.players] == [
        ("Dvořáková, Žaneta", 2, 1),
        ("Ftáčnik, Ľubomír", 0, 2),
    ]
    assert rated(event) == [(1, 1, 2, Result.WHITE_WINS)]


def test_columns_counted_in_bytes_are_offered_and_read_on_request() -> None:
    file = "derived-mutations/cz_utf8_bytecolumns.trf"
    with pytest.raises(ImportRefused) as caught:
        read(file)
    assert "counted in bytes" in str(caught.value.problems[-1].message)
    event = read(file, encoding="utf-8-bytes")
    usual = read("derived-mutations/cz_bare_cr.trf")
    assert event.players == usual.players
    assert rated(event) == rated(usual)


def test_a_letter_cut_in_two_by_counting_bytes_is_told() -> None:
    """32 bytes of the field and then a letter of two: its half is dropped, with a warning."""
    line = f"001    1      {'Ž' * 17}2000 CZE{'':13}2010/00/00  2.5    1"
    event = read(trf(player(2, "Bob"), line), encoding="utf-8-bytes")
    assert (event.players[1].half_points, event.players[1].place) == (5, 1)
    assert [p.name for p in event.players] == ["Bob", "Ž" * 16]
    assert "cut off" in str(event.warnings[0].message)
    assert event.warnings[0].line == 3


def test_the_ruler_points_at_the_offending_column() -> None:
    with pytest.raises(ImportRefused) as caught:
        read("derived-mutations/cz_shifted_one_left.trf")
    tens, units, shown, mark = str(caught.value.problems[0].message).split("\n")[1:]
    column = mark.index("^") + 1
    assert column == caught.value.problems[0].column == 48
    assert shown[column - 1] != " "
    assert units[column - 1] == str(column % 10)
    assert tens[9::10] == "123456789" + "0"


def test_lines_that_are_read_over_are_listed_once_each() -> None:
    event = read("gnutterts-chesspairing/trf2026-team.trf")
    listed = {str(problem.message): problem.line for problem in event.skipped}
    assert listed["Lines “013” (2) were read over: team lines."] == 40
    assert listed["Lines “IND” (2) were read over: records of a national federation."] == 38
    assert listed["Lines “240” (2) were read over: rules of the pairing and the tie-breaks."] == 44
    assert listed["Lines “XXC” (1) were read over: private lines of a pairing program."] == 29
    unknown = read(trf("Hello there", player(1, "Anna")))
    assert [p.as_dict() for p in unknown.skipped] == [
        {"line": 2, "column": 1, "text": "Lines “Hel” (1) were read over: unknown."}
    ]


@pytest.mark.parametrize("padding", [b"", b"\x1a", b"\0\0\0", b"\r\n\r\n"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_padding(end: str, padding: bytes) -> None:
    data = trf(player(1, "Anna", ["2 w 1"]), player(2, "Bob", ["1 b 0"]), end=end)
    event = read(data.rstrip() + padding)
    assert [p.line for p in event.players] == [2, 3]
    assert rated(event) == [(1, 1, 2, Result.WHITE_WINS)]


def test_rulers_legends_and_comments_are_no_lines() -> None:
    lines = [
        "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP",
        "012345678901234567890123456789012345678901234567890",
        "### made by hand",
        "",
        player(1, "Anna"),
    ]
    event = read(trf(*lines))
    assert (event.name, len(event.players), event.skipped) == ("Club night", 1, ())


def test_tournament_section() -> None:
    event = read("derived-mutations/cz_cp1250_crlf.trf", code_page="cp1250")
    assert event.name == "Velikonoční turnaj Žďár"
    assert (event.start, event.end) == (date(2026, 3, 7), date(2026, 3, 8))
    assert (event.tempo, event.minutes, event.kind) == (Tempo.STANDARD, 120, EventKind.SWISS)
    assert event.round_days == (date(2026, 3, 7), date(2026, 3, 7), date(2026, 3, 8))
    assert (event.format, event.encoding) == ("trf", "cp1250")


def test_one_132_line_for_each_round() -> None:
    event = read("gnutterts-chesspairing/bbp-8p5r-output.trf")
    assert event.round_days == tuple(date(2026, 4, day) for day in range(1, 6))


def test_days_of_rounds_written_year_day_month() -> None:
    event = read("sanichi-icu_tournament/bunratty_masters_2011.tab")
    days = (25, 26, 26, 26, 27, 27)
    assert event.round_days == tuple(date(2011, 2, day) for day in days)


def test_dates_that_can_be_read_in_two_ways_are_a_question() -> None:
    event = read("pypi-caissify_pairings-0.5.0/small_7p5r_byes.trf")
    assert (event.start, event.end) == (None, None)
    assert event.date_question == (
        (date(2025, 9, 10), date(2025, 9, 10)),
        (date(2010, 9, 25), date(2010, 9, 25)),
    )


def test_the_end_decides_how_the_start_is_read() -> None:
    event = read("sanichi-icu_tournament/armstrong_2012_with_bom.tab")
    assert (event.start, event.end) == (date(2011, 9, 26), date(2012, 4, 1))
    assert not event.date_question


def test_the_rounds_alone_give_the_question_and_then_their_days() -> None:
    event = read("sanichi-icu_tournament-embedded/tournament_krause_spec.rb.emb01.trf")
    first, second = event.date_question
    assert first == (date(2008, 6, 7), date(2008, 6, 9))
    assert second == (date(2007, 6, 8), date(2009, 6, 8))
    days = event.round_days_within(*first)
    assert days == (date(2008, 6, 7), date(2008, 6, 8), date(2008, 6, 9))
    assert event.round_days_within(date(2020, 1, 1), date(2020, 1, 2)) == ()


@pytest.mark.parametrize("year", ["0001/01/01", "9999/12/31", "1492-10-12", "0000/13/77"])
def test_years_in_which_nobody_played(year: str) -> None:
    problems = refused(trf(f"042 {year}", player(1, "Anna"))).problems
    assert [(p.line, p.column) for p in problems] == [(2, 5)]
    assert year in str(problems[0].message)


def test_a_date_that_cannot_be_read_is_asked_for_not_guessed() -> None:
    event = read(trf("042 next Tuesday", "052 ", player(1, "Anna")))
    assert (event.start, event.end, event.date_question) == (None, None, ())
    assert event.warnings[0].as_dict()["line"] == 2
    backwards = read(trf("042 2026/03/08", "052 2026/03/07", player(1, "Anna")))
    assert backwards.start is None
    assert "before the first" in str(backwards.warnings[0].message)


def test_planned_rounds() -> None:
    event = read(trf("XXR 7", player(1, "Anna", ["2 w 1"]), player(2, "Bob", ["1 b 0"])))
    assert (event.rounds, event.planned_rounds) == (1, 7)
    fewer = read(trf("142 1", player(1, "Anna", ["", "2 w 1"]), player(2, "Bob", ["", "1 b 0"])))
    assert (fewer.rounds, fewer.planned_rounds) == (2, 1)
    assert "1 rounds, but 2" in str(fewer.warnings[0].message)


def test_numbers_that_are_far_too_long() -> None:
    """int() of thousands of digits raises; here they are simply no number of rounds."""
    huge = "1" * 5000
    event = read(trf(f"XXR {huge}", f"062 {huge}", f"162 W {huge}", player(1, "Anna")))
    assert event.planned_rounds == 0


def test_names_that_may_be_cut_or_mixed_are_told() -> None:
    full = read(trf(player(1, "Abcdefghij Klmnopqrst Uvwxyzabcde")))
    assert "may be cut" in str(full.warnings[0].message)
    mixed = read(trf(player(1, "Nоvák, Jan")))  # the second letter is Cyrillic
    (problem,) = mixed.warnings
    assert (problem.line, problem.column) == (2, 16)


@pytest.mark.parametrize(
    ("character", "column"), [("\u200b", 17), ("\u202e", 17), ("\u2066", 17), ("\x07", 17)]
)
def test_characters_that_cannot_be_seen_refuse_a_name_and_say_where(
    character: str, column: int
) -> None:
    problems = refused(trf(player(1, f"No{character}vák, Jan"))).problems
    assert [(p.line, p.column) for p in problems] == [(2, column)]
    assert f"U+{ord(character):04X}" in str(problems[0].message)


def test_a_nul_inside_refuses_the_file() -> None:
    data = trf(player(1, "No\0vák, Jan"))
    problems = refused(data).problems
    assert [(p.line, p.column) for p in problems] == [(2, 17)]


def test_a_player_without_a_name() -> None:
    problems = refused(trf(player(1, "Anna"), player(2, ""))).problems
    assert [(p.line, p.column) for p in problems] == [(3, 15)]
    assert "no name" in str(problems[0].message)


def test_an_exception_text_names_nobody() -> None:
    error = refused(trf(player(1, "Tajná\u202e, Osoba")))
    assert str(error) == "the file is refused for 1 problem(s), the first in line 2"


WHOLE = trf(
    player(1, "Anna", ["4 w 1", "2 b 1", "3 w 1"]),
    player(2, "Bob", ["3 w 1", "1 w 0", "4 b ="]),
    player(3, "Cyril", ["2 b 0", "4 w 1", "1 b 0"]),
    player(4, "Dana", ["1 b 0", "3 b 0", "2 w ="]),
)


@pytest.mark.parametrize("kept", range(1, 4 + 4 * 10))
def test_a_file_cut_in_its_last_lines_is_told_to_be_cut(kept: int) -> None:
    lines = WHOLE.decode().splitlines(keepends=True)
    width = len(lines[4].rstrip())
    for number in (4, 5):
        at = max(1, width - 3 * kept)
        data = "".join([*lines[: number - 1], lines[number - 1][:at]]).encode()
        (problem,) = refused(data).problems
        assert "Get the file whole" in str(problem.message)
        assert problem.line in (number, number - 1)


def test_a_file_cut_between_two_lines_is_told_to_end_early() -> None:
    lines = WHOLE.splitlines(keepends=True)
    for count in (2, 3, 4):
        (problem,) = refused(b"".join(lines[:count])).problems
        assert f"end too early, after line {count}" in str(problem.message)


def test_a_player_without_any_round_is_named_with_his_line() -> None:
    lines = [player(1, "Anna", ["2 w 1"]), player(2, "Bob"), player(3, "Cyril", ["0000 - U"])]
    (problem,) = refused(trf(*lines)).problems
    assert "line 3, column 92 shows another opponent (0000)" in str(problem.message)


def test_a_cut_last_line_that_was_ended_since_is_told_first() -> None:
    data = WHOLE.rstrip()[:-10] + b"\n"
    cut, other = refused(data).problems
    assert "in the middle of line 5" in str(cut.message)
    assert "line 5, column 112" in str(other.message)


def test_a_title_that_nobody_sees_is_none() -> None:
    for title, said in (("Bl\u2800itz\u3164", "Blitz"), ("\u2800\u3164\u115f", "")):
        event = read(WHOLE.replace(b"Club night", title.encode()))
        assert event.name == said
        assert "Invisible or control" in " ".join(str(one.message) for one in event.warnings)
