"""`manage.py import_roster`: what it stores, what it says, and what it refuses."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club, User
from ladder.models import OpeningList, StartingRating
from players.models import Player
from tests import builders

LIST = "name;rating;games;guest;group\nAlfa Ada;1650;30;;Tuesday\nBravo Bo;;;yes;\n"


def run(path: Path, *more: str) -> dict[str, Any]:
    out = StringIO()
    call_command("import_roster", "rooks", str(path), "--json", *more, stdout=out)
    said: dict[str, Any] = json.loads(out.getvalue())
    return said


def refused(path: Path, *more: str) -> dict[str, Any]:
    """What is said on refusal; the exit code must be 2."""
    out = StringIO()
    with pytest.raises(CommandError) as error:
        call_command("import_roster", "rooks", str(path), "--json", *more, stdout=out)
    assert error.value.returncode == 2
    said: dict[str, Any] = json.loads(out.getvalue())
    assert not StartingRating.objects.exists() and not OpeningList.objects.exists()
    return said


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "list.csv"
    path.write_text(LIST)
    return path


def test_a_list_is_taken_over(club: Club, owner: User, arbiter: User, file: Path) -> None:
    said = run(file, "--by", arbiter.email)
    opening = OpeningList.objects.get()
    assert said == {
        "list": opening.uid,
        "created": 2,
        "existing": 0,
        "starting_ratings": 1,
        "warnings": [],
    }
    assert opening.by == arbiter
    start = StartingRating.objects.get()
    assert (start.player.name.text, start.rating, start.games, start.why) == (
        "Alfa Ada", 1650, 30, "Opening list",
    )  # fmt: skip
    assert (start.player.group, builders.player(club, "Bravo Bo").status) == ("Tuesday", "guest")


def test_the_owner_stands_behind_it_without_by(club: Club, owner: User, file: Path) -> None:
    run(file, "--why", "list of 2025")
    assert OpeningList.objects.get().by == owner
    assert StartingRating.objects.get().why == "list of 2025"


def test_the_same_file_again_changes_nothing(club: Club, file: Path) -> None:
    run(file)
    said = run(file)
    assert (said["list"], said["created"], said["existing"], said["starting_ratings"]) == (
        None, 0, 2, 0,
    )  # fmt: skip
    assert club.players.count() == 2 and OpeningList.objects.count() == 1


def test_a_member_of_the_very_name_gets_the_rating(season: Club, file: Path) -> None:
    file.write_text("Petr KANÁREK;1500\n")
    said = run(file)
    assert (said["created"], said["existing"], said["starting_ratings"]) == (0, 1, 1)
    assert StartingRating.objects.get().player == builders.player(season, "Kanárek Petr")


def test_a_similar_name_is_made_new_with_a_warning(season: Club, file: Path) -> None:
    file.write_text("Kanarek Petr;1500\nAlfa Ada\nAlfa A.\n")
    said = run(file)
    assert said["created"] == 3
    assert [(one["line"], "Kanárek Petr" in one["text"]) for one in said["warnings"]] == [
        (1, True), (3, False),
    ]  # fmt: skip
    assert "written without accents" in said["warnings"][0]["text"]
    assert "line 2" in said["warnings"][1]["text"]


def test_notes_of_the_reader_are_warnings(club: Club, file: Path) -> None:
    file.write_text("name;born\nAlfa Ada;2012\n")
    said = run(file)
    assert [(one["line"], one["column"]) for one in said["warnings"]] == [(1, 2)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("name;rating\nAlfa Ada;much\nBravo Bo;1500\n;1400\n", [2, 4]),
        ("Alfa Ada;1500\nADA, Alfa;1400\n", [2]),
        ("", [None]),
        ('name\n"Alfa Ada\n', [2]),
    ],
)
def test_problems_keep_everything_out(
    club: Club, file: Path, text: str, lines: list[int | None]
) -> None:
    file.write_text(text)
    said = refused(file)
    assert [problem["line"] for problem in said["problems"]] == lines
    assert "nothing was stored" in said["error"]
    assert not Player.objects.exists()


def test_several_members_of_one_name_are_nobody_to_guess(season: Club, file: Path) -> None:
    builders.make_player(season, "Kanárek Petr")
    file.write_text("Alfa Ada\nKanárek Petr;1500\n")
    assert [problem["line"] for problem in refused(file)["problems"]] == [2]
    assert not season.players.filter(name__text="Alfa Ada").exists()


def test_a_workbook(club: Club, tmp_path: Path) -> None:
    book = openpyxl.Workbook()
    for row in (["Příjmení", "Jméno", "Rating"], ["Čížková", "Jana", 1500]):
        book.active.append(row)
    book.save(tmp_path / "list.xlsx")
    assert run(tmp_path / "list.xlsx")["created"] == 1
    assert builders.player(club, "Čížková Jana")


def test_an_encoding_can_be_said(club: Club, file: Path) -> None:
    file.write_bytes("Чайка Яна;1500\n".encode("cp1251"))
    run(file, "--encoding", "cp1251")
    assert builders.player(club, "Чайка Яна")


def test_what_is_not_there(club: Club, file: Path, tmp_path: Path) -> None:
    assert "Cannot read" in refused(tmp_path / "nothing.csv")["error"]
    assert "nobody@example.org" in refused(file, "--by", "nobody@example.org")["error"]
    assert refused(file, "--encoding", "klingon")["problems"]


def test_it_speaks_to_people_too(season: Club, file: Path) -> None:
    file.write_text("Kanarek Petr;1500\n")
    out = StringIO()
    call_command("import_roster", "rooks", str(file), stdout=out)
    assert "1 players made, 0 were there already, 1 starting ratings." in out.getvalue()
    assert "line 1: Kanarek Petr is similar to Kanárek Petr" in out.getvalue()
