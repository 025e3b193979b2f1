"""Tables of pairings: headers and results in three languages, byes, days, and what refuses a table."""

from datetime import date

import pytest

from events.importers import ImportedEvent, ImportRefused, read_event
from events.results import GameKind, Result
from tests.trf_files import TODAY, rated

HEADER = "round,white,black,result"


def read(*lines: str, encoding: str = "utf-8", code_page: str = "cp1252") -> ImportedEvent:
    data = "\n".join(lines).encode(encoding)
    return read_event(data, filename="night.csv", code_page=code_page, today=TODAY)


def problems(*lines: str) -> list[tuple[int | None, int | None, str]]:
    with pytest.raises(ImportRefused) as caught:
        read(*lines)
    return [(p.line, p.column, str(p.message)) for p in caught.value.problems]


def games(event: ImportedEvent) -> list[tuple[int, str, str | None, Result, GameKind]]:
    names = {player.number: player.name for player in event.players}
    return [
        (g.round, names[g.white], names[g.black] if g.black else None, g.result, g.kind)
        for g in event.games
    ]


@pytest.mark.parametrize(
    "header",
    [
        "round,white,black,result",
        "Round;White;Black;Result",
        "kolo;bílý;černý;výsledek",
        "KOLO\tBÍLÝ\tČERNÝ\tVÝSLEDEK",
        "kolo,bily,cerny,vysledek",
        "тур;белые;чёрные;результат",
        "Тур;Белые;Черные;Результат",
        "\ufeffround;white;black;result",
        '"Round","White","Black","Result"',
        "Rd.,White,Black,Res.",
    ],
)
def test_headers(header: str) -> None:
    separator = next(sign for sign in "\t;," if sign in header)
    event = read(header, separator.join(("1", '"Nováková, Eva"', "Bob", "1-0")))
    expected = (1, "Nováková, Eva", "Bob", Result.WHITE_WINS, GameKind.PLAYED)
    assert games(event) == [expected]
    assert not event.warnings
    assert not event.skipped


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250"])
def test_encodings(encoding: str) -> None:
    event = read(
        "kolo;bílý;černý;výsledek",
        "1;Dvořák Petr;Ťukal Šimon;½:½",
        encoding="utf-16" if encoding == "utf-16" else encoding,
        code_page="cp1250",
    ) if encoding != "cp1250" else read(
        "kolo;bílý;černý;výsledek", "1;Dvořák Petr;Ťukal Šimon;0,5:0,5",
        encoding="cp1250", code_page="cp1250",
    )  # fmt: skip
    assert games(event) == [(1, "Dvořák Petr", "Ťukal Šimon", Result.DRAW, GameKind.PLAYED)]


def test_russian_in_its_code_page() -> None:
    event = read(
        "тур;белые;чёрные;результат;доска",
        "1;Иванов Иван;Свидлер Пётр;+:-;1",
        "1;Орлова Анна;Ёлкин Лев;0,5;2",
        encoding="cp1251",
        code_page="cp1251",
    )
    assert games(event) == [
        (1, "Иванов Иван", "Свидлер Пётр", Result.WHITE_WINS, GameKind.FORFEIT),
        (1, "Орлова Анна", "Ёлкин Лев", Result.DRAW, GameKind.PLAYED),
    ]
    assert [g.board for g in event.games] == [1, 2]


def test_a_header_below_titles_and_a_line_for_the_spreadsheet() -> None:
    event = read("sep=;", "Club night 3", "", "Round;White;Black;Result", "1;Anna;Bob;0-1")
    assert games(event) == [(1, "Anna", "Bob", Result.BLACK_WINS, GameKind.PLAYED)]
    assert event.players[0].line == 5


@pytest.mark.parametrize(
    ("cell", "points", "kind"),
    [
        ("( bye ),1", 2, GameKind.PAIRING_BYE),
        ("BYE,½", 1, GameKind.HALF_BYE),
        ("BYE,0", 0, GameKind.ZERO_BYE),
        ("bye,", 2, GameKind.PAIRING_BYE),
        ("( half point bye ),½", 1, GameKind.HALF_BYE),
        ("half-point bye,", 1, GameKind.HALF_BYE),
        ("( full point bye ),1", 2, GameKind.FULL_BYE),
        ("( not paired ),0", 0, GameKind.ZERO_BYE),
        ("volný los,1:0", 2, GameKind.PAIRING_BYE),
        ("volno,+:-", 2, GameKind.PAIRING_BYE),
        ("nenalosován,0", 0, GameKind.ZERO_BYE),
        ("бай,½", 1, GameKind.HALF_BYE),
        ("свободен,1", 2, GameKind.PAIRING_BYE),
        ("-,1", 2, GameKind.PAIRING_BYE),
        (",1", 2, GameKind.PAIRING_BYE),
        ("( pairing bye ),½", 1, GameKind.PAIRING_BYE),
    ],
)
def test_byes(cell: str, points: int, kind: GameKind) -> None:
    from events.results import half_points

    event = read(HEADER, f"1,Anna,{cell}")
    (game,) = event.games
    assert (game.black, game.kind, half_points(game.result)[0]) == (None, kind, points)
    assert [p.name for p in event.players] == ["Anna"]
    assert not rated(event)


def test_a_bye_in_the_column_of_white() -> None:
    event = read(HEADER, "1,bye,Anna,0-1", "2,,Anna,½")
    assert games(event) == [
        (1, "Anna", None, Result.WHITE_WINS, GameKind.PAIRING_BYE),
        (2, "Anna", None, Result.WHITE_HALF, GameKind.HALF_BYE),
    ]


def test_a_person_may_be_called_like_a_bye_when_it_is_guarded() -> None:
    event = read(HEADER, '1,"Bye, Erik",\'Bye,1-0')
    assert [p.name for p in event.players] == ["Bye, Erik", "Bye"]
    assert len(rated(event)) == 1


def test_players_are_numbered_as_they_appear_and_blanks_do_not_matter() -> None:
    event = read(HEADER, '1,"Novák,Jan",Bob Starý,1-0', '2," Bob  Starý ","Novák, Jan",1-0')
    assert [(p.number, p.name, p.line) for p in event.players] == [
        (1, "Novák,Jan", 2),
        (2, "Bob Starý", 2),
    ]
    assert [(g.white, g.black) for g in event.games] == [(1, 2), (2, 1)]


def test_a_player_without_games() -> None:
    event = read(HEADER, "1,Anna,Bob,1-0", ",Cyril,,")
    assert [p.name for p in event.players] == ["Anna", "Bob", "Cyril"]
    assert len(event.games) == 1


def test_result_on_the_board_and_unfinished_games() -> None:
    event = read(
        "kolo;stůl;bílý;černý;výsledek;výsledek na šachovnici",
        "1;1;Anna;Bob;1:0 kont.;0:1",
        "1;2;Cyril;Dana;přerušená;",
        "1;3;Eva;Filip;odložená;",
        "1;4;Gita;Hana;;",
        "1;5;Ivo;Jana;...;",
    )
    assert [g.kind for g in event.games] == [
        GameKind.FORFEIT,
        GameKind.ADJOURNED,
        GameKind.POSTPONED,
        GameKind.OPEN,
        GameKind.OPEN,
    ]
    assert rated(event) == [(1, 1, 2, Result.BLACK_WINS)]


def test_a_forfeit_that_does_not_say_who_came() -> None:
    event = read(HEADER, "1,Anna,Bob,kont.")
    assert games(event) == [(1, "Anna", "Bob", Result.NONE, GameKind.FORFEIT)]
    assert [(w.line, w.column) for w in event.warnings] == [(2, 4)]


def test_colours_not_known() -> None:
    columns = read("kolo,hráč,soupeř,výsledek", "1,Anna,Bob,0:1")
    assert not columns.games[0].colours_known
    assert columns.games[0].result is Result.BLACK_WINS
    rows = read(HEADER + ",colours", "1,Anna,Bob,1-0,unknown", "2,Anna,Bob,1-0,")
    assert [g.colours_known for g in rows.games] == [False, True]


def test_without_rounds_games_are_numbered_in_their_order() -> None:
    event = read(
        "white,black,result", "Anna,Bob,1-0", "Cyril,Dana,0-1", "Bob,Anna,½", "Anna,Dana,1"
    )
    assert [g.round for g in event.games] == [1, 1, 2, 3]
    assert "no column for the round" in str(event.warnings[0].message)


def test_rounds_as_people_write_them() -> None:
    event = read(HEADER, "1. kolo,Anna,Bob,1-0", "Round 2,Anna,Bob,1-0", "3.0,Anna,Bob,1-0")
    assert [g.round for g in event.games] == [1, 2, 3]


def test_days_of_the_rows() -> None:
    event = read(
        HEADER + ",date",
        "1,Anna,Bob,1-0,7. 3. 2026",
        "1,Cyril,Dana,1-0,7.3.2026",
        "1,Eva,Filip,1-0,9. března 2026",
        "2,Bob,Anna,1-0,14.3.2026",
        "2,Dana,Cyril,1-0,",
    )
    assert (event.start, event.end) == (date(2026, 3, 7), date(2026, 3, 14))
    assert event.round_days == (date(2026, 3, 7), date(2026, 3, 14))
    assert [g.day for g in event.games] == [None, None, date(2026, 3, 9), None, None]


def test_days_that_can_be_read_in_two_ways() -> None:
    rows = ("1,Anna,Bob,1-0,03/04/2026", "2,Bob,Anna,1-0,10/04/2026")
    event = read(HEADER + ",date", *rows)
    assert (event.start, event.end, event.round_days) == (None, None, ())
    assert event.date_question == (
        (date(2026, 4, 3), date(2026, 4, 10)),
        (date(2026, 3, 4), date(2026, 10, 4)),
    )
    days = event.round_days_within(date(2026, 4, 3), date(2026, 4, 10))
    assert days == (date(2026, 4, 3), date(2026, 4, 10))
    sure = read(HEADER + ",date", *rows, "3,Anna,Bob,1-0,17/04/2026")
    assert (sure.start, sure.end) == (date(2026, 4, 3), date(2026, 4, 17))


def test_the_name_of_the_event() -> None:
    event = read(HEADER + ",event", "1,Anna,Bob,1-0,April Blitz", "2,Bob,Anna,1-0,")
    assert event.name == "April Blitz"
    assert event.tempo == "blitz"
    found = problems(HEADER + ",event", "1,Anna,Bob,1-0,April", "1,Cyril,Dana,1-0,May")
    assert [(line, column) for line, column, _ in found] == [(3, 5)]
    assert "2 events" in found[0][2]


def test_columns_that_are_not_known_are_listed() -> None:
    event = read("member no,round,white,Elo,black,result", "309095,1,Anna,1500,Bob,1-0")
    assert [(p.column, str(p.message)) for p in event.skipped] == [
        (1, "The column “member no” was read over."),
        (4, "The column “Elo” was read over."),
    ]
    assert "309095" not in repr(event)


@pytest.mark.parametrize(
    ("rows", "line", "column", "words"),
    [
        (["1,Anna,Anna,1-0"], 2, 3, "paired with himself"),
        (["1,Anna,Bob,1-0", "1,Cyril,Anna,1-0"], 3, 3, "round 1 twice"),
        (["1,Anna,Bob,1-0", "1,Anna,bye,1"], 3, 2, "round 1 twice"),
        (["x,Anna,Bob,1-0"], 2, 1, "“x” is no round"),
        (["0,Anna,Bob,1-0"], 2, 1, "“0” is no round"),
        (["201,Anna,Bob,1-0"], 2, 1, "from 1 to 200"),
        (["1" * 999 + ",Anna,Bob,1-0"], 2, 1, "is no round"),
        (["1,Anna,Bob,2-0"], 2, 4, "“2-0” is no result"),
        (["1,Anna,Bob,-"], 2, 4, "“-” is no result"),
        (["1,Anna,Bob,1-1"], 2, 4, "is no result"),
        (["1,Anna,bye,x"], 2, 4, "no score"),
        (["1,,,1-0"], 2, 2, "no player"),
        (["1,bye,bye,1-0"], 2, 2, "Both players are a bye"),
        (["1,12345,Bob,1-0"], 2, 2, "This is no name"),
        (["1,Novák, Jan,Bob,1-0"], 2, 5, "quotation marks"),
        (['1,"Anna,Bob,1-0', "1,Cyril,Dana,1-0"], 2, 1, "quotation marks"),
        (["1,An\u200bna,Bob,1-0"], 2, 2, "U+200B"),
        (["1,An\u202ena,Bob,1-0"], 2, 2, "U+202E"),
    ],
)
def test_rows_that_refuse_the_table(rows: list[str], line: int, column: int, words: str) -> None:
    found = problems(HEADER, *rows)
    assert (found[0][0], found[0][1]) == (line, column)
    assert words in found[0][2]


def test_every_problem_is_told_at_once() -> None:
    found = problems(HEADER, "1,Anna,Anna,1-0", "x,Bob,Cyril,1-0", "2,Dana,Eva,7")
    assert [(line, column) for line, column, _ in found] == [(2, 3), (3, 1), (4, 4)]


def test_many_problems_are_counted_not_listed() -> None:
    found = problems(HEADER, *(f"1,Anna {n},Bob {n},x" for n in range(300)))
    assert len(found) == 101
    assert "200 more" in found[-1][2]


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["round,white,black", "1,Anna,Bob"], "no column for the result"),
        ([HEADER], "no pairing below the header"),
        (["round,white,white,black,result", "1,Anna,Bob,Cyril,1-0"], "“white” is there twice"),
        (["Anna,Bob,1-0", "Cyril,Dana,0-1"], "neither a TRF file"),
        (["hello"], "neither a TRF file"),
    ],
)
def test_tables_without_what_they_need(lines: list[str], words: str) -> None:
    assert words in problems(*lines)[0][2]


@pytest.mark.parametrize("year", ["0001-01-01", "9999-12-31"])
def test_years_in_which_nobody_played(year: str) -> None:
    found = problems(HEADER + ",date", f"1,Anna,Bob,1-0,{year}")
    assert found[0][:2] == (2, 5)


def test_a_day_that_cannot_be_read_is_told() -> None:
    event = read(HEADER + ",date", "1,Anna,Bob,1-0,soon")
    assert event.start is None
    assert [(w.line, w.column) for w in event.warnings] == [(2, 5)]


def test_names_in_a_wrong_encoding_are_flagged() -> None:
    event = read(HEADER, "1,NovÃ¡k Jan,Bob,1-0")
    assert [(w.line, w.column) for w in event.warnings] == [(2, 2)]
    assert "Novák" in str(event.warnings[0].message)


@pytest.mark.parametrize("word", ["bye", "( bye )", "volný los"])
def test_a_bye_may_be_said_where_the_score_would_stand(word):
    event = read_event(
        f"round,white,black,result\n1,Alfa Ada,Bravo Bo,1-0\n1,Charlie Cyril,,{word}\n".encode(),
        filename="evening.csv",
        today=date(2026, 3, 3),
    )
    assert [(game.kind, game.black) for game in event.games][1] == (GameKind.PAIRING_BYE, None)
