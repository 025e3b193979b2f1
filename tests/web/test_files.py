"""Table files: what readers and arbiters may save, byte for byte, and what comes in again."""

import csv
import io
import json
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from clubs import services
from clubs.days import today
from clubs.models import AuditEntry, Club, NameDisplay, User, Visibility
from events.models import Event
from ladder.models import StartingRating
from players.models import ConsentFor, Display, Player, Status
from players.services import change_display, change_label, give_consent, hide
from tests import builders
from tests.cast import CANARIES, give_password
from tests.web.reading import every_file, every_page, page, rows
from tests.web.test_headers import DOWNLOAD, NO_INDEX, policy

HOSTILE = ["-Novák", "=A1+1", "@Petr", "'=x", "Plus, +Eva", "Řehoř Šimon", "O'Brien Pat"]


def table(response: HttpResponse) -> list[list[str]]:
    """The cells of a table file, the names of the columns first."""
    text = response.content.decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text, newline=""), strict=True))


def export(client: Client, path: str, **said: str) -> HttpResponse:
    response = client.post(path, said)
    assert response.status_code == 200, path
    return response


@pytest.fixture
def event(season: Club) -> Event:
    return season.events.earliest("pk")


def of_arbiters(club: Club) -> dict[str, str]:
    """What arbiters can save, by the action in the log."""
    event = club.events.earliest("pk")
    return {
        "ladder.export": f"/c/{club.slug}/ladder/main/export/",
        "event.export": f"/c/{club.slug}/events/{event.uid}/export/",
        "roster.export": f"/c/{club.slug}/players/export/",
    }


# -- How a file is sent -------------------------------------------------------------------------


def assert_is_a_file(response: HttpResponse, name: str) -> None:
    headers = response.headers
    assert response.content.startswith(b"\xef\xbb\xbf") and response.content.endswith(b"\r\n")
    assert headers["Content-Type"] == "text/csv; charset=utf-8"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "private, no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Robots-Tag"] == NO_INDEX
    assert policy(response) == DOWNLOAD
    assert re.fullmatch(
        rf'attachment; filename="{name}"(; filename\*=UTF-8\'\'[-\w.%]+)?',
        headers["Content-Disposition"],
    )


def test_every_file_of_readers_is_sent_as_one(season: Club, link: str, client: Client) -> None:
    Club.objects.update(visibility=Visibility.PUBLIC)
    for root in (link, f"/p/{season.slug}/"):
        for path in every_file(root, season):
            assert_is_a_file(page(client, path), r"(ladder|player|event)-[-\w]+\.csv")
            assert client.post(path).status_code == 405
            head = client.head(path)
            assert head.status_code == 200 and head.content == b""


def test_and_every_file_of_arbiters(season: Club, arbiter_client: Client) -> None:
    give_password(arbiter_client)
    for path in of_arbiters(season).values():
        assert_is_a_file(export(arbiter_client, path), r"(ladder|event|players)[-\w]*\.csv")
        assert arbiter_client.get(path).status_code == 405


def test_the_name_is_in_the_reader_s_language_where_the_browser_can(
    season: Club, link: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ladder.views.files._", lambda text: {"ladder": "žebříček"}[text])
    sent = page(client, f"{link}l/main/table.csv").headers["Content-Disposition"]
    ascii_name, _, other = sent.partition("; filename*=UTF-8''")
    assert ascii_name == 'attachment; filename="ladder-main.csv"'
    assert other.isascii() and unquote(other) == "žebříček-main.csv"


def test_no_file_has_a_person_or_a_title_in_its_name(
    season: Club, arbiter_client: Client, link: str
) -> None:
    give_password(arbiter_client)
    Event.objects.update(name="Memoriál Kanárek")
    sent = [export(arbiter_client, path) for path in of_arbiters(season).values()]
    sent += [page(Client(), path) for path in every_file(link, season)]
    for response in sent:
        assert not any(word in str(response.headers) for word in (*CANARIES, "Memori"))


# -- Readers ------------------------------------------------------------------------------------


def test_no_part_of_a_whole_name_is_in_a_file(season: Club, link: str, client: Client) -> None:
    said = "".join(page(client, path).content.decode() for path in every_file(link, season))
    assert set(re.findall(r"\w+", said)).isdisjoint({*CANARIES, "Petr", "Eva", "Jana", "Ivo"})
    assert "K. P." in said and "player not known yet" in said


def test_a_file_shows_people_as_the_page_does(season: Club, link: str, client: Client) -> None:
    """Initials, a label, a full name, and nobody who is hidden."""
    petr, eva, jana = (season.players.get(name__text__startswith=name) for name in CANARIES[:3])
    change_label(petr, "Birdie", by=None)
    change_display(petr, Display.LABEL, by=None)
    give_consent(eva, ConsentFor.FULL, answers=(True, True, True), by=None)
    change_display(eva, Display.FULL, by=None)
    hide(jana, by=None)
    listed = table(page(client, f"{link}l/main/table.csv"))
    shown = [row[1] for row in rows(client, f"{link}l/main/") if len(row) == 5]
    assert [row[1] for row in listed[1:]] == shown
    assert "Birdie" in shown and "Stehlíková Eva" in shown and len(shown) == 3
    said = "".join(page(client, path).content.decode() for path in every_file(link, season))
    assert "hidden player" in said
    assert "Čížková" not in said and "Č. J." not in said and jana.uid not in said
    assert client.get(f"{link}player/{jana.uid}/table.csv").status_code == 404


def test_the_ladder_in_figures(season: Club, link: str, client: Client) -> None:
    listed = table(page(client, f"{link}l/main/table.csv"))
    assert listed[0] == [
        "Rank", "Player", "Rating", "Change", "Counted games", "Rated games", "Note",
    ]  # fmt: skip
    for line, shown in zip(listed[1:], rows(client, f"{link}l/main/"), strict=True):
        change = shown[3].replace("−", "-").replace("+", "")
        assert [line[0], line[1], line[2]] == shown[:3]
        assert line[3] == ("" if change == "–" else change)
        assert f"{line[4]} of {line[5]}" == shown[4]
    assert any(line[3].startswith("-") for line in listed[1:]), "a number, not a guarded text"


def test_the_ladder_on_another_day(season: Club, link: str, client: Client) -> None:
    now, then = (
        table(page(client, f"{link}l/main/table.csv{query}")) for query in ("", "?on=2026-03-05")
    )
    assert now != then
    assert [line[1] for line in then[1:]] == [
        row[1] for row in rows(client, f"{link}l/main/?on=2026-03-05")
    ]
    assert "?on=2026-03-05" in page(client, f"{link}l/main/?on=2026-03-05").content.decode()


def test_a_day_to_come_gives_the_file_of_today_which_says_so_in_its_name(
    season: Club, link: str, client: Client, arbiter_client: Client
) -> None:
    """As on the page; what is no day is none of a file either."""
    now = page(client, f"{link}l/main/table.csv")
    ahead = page(client, f"{link}l/main/table.csv?on=2999-01-01")
    assert ahead.content == now.content
    dated = f'"ladder-main-{today(season).isoformat()}.csv"'
    assert dated in ahead["Content-Disposition"] and dated not in now["Content-Disposition"]
    path = of_arbiters(season)["ladder.export"]
    assert dated in export(arbiter_client, path, on="2999-01-01")["Content-Disposition"]
    assert AuditEntry.objects.latest("pk").details == {}
    logged = AuditEntry.objects.count()
    for nonsense in ("2026-02-30", "yesterday", "0001-01-01", "%00", "9" * 300):
        assert client.get(f"{link}l/main/table.csv?on={nonsense}").status_code == 404
        assert arbiter_client.post(path, {"on": nonsense}).status_code == 404
    assert AuditEntry.objects.count() == logged
    assert page(client, f"{link}l/main/table.csv?on=").content == now.content


def test_the_crosstable_of_an_event(club: Club, link: str, client: Client) -> None:
    event = builders.make_event(
        club,
        "2026-03-03",
        ["Ada Alfa 1-0 Bo Bravo", "Cyril Cobra bye", "Cyril Cobra 1/2 Ada Alfa",
         "Bo Bravo 1-0 Dora Delta"],
    )  # fmt: skip
    builders.rebuild(club)
    heading, *lines = table(page(client, f"{link}event/{event.uid}/table.csv"))
    assert heading == [
        "No.", "Place", "Player", "Round 1", "Round 2", "Points", "Buchholz", "Change",
    ]  # fmt: skip
    cells = {line[2]: line[3:6] for line in lines}
    number = {line[2]: line[0] for line in lines}
    assert cells["A. A."] == [f"{number['B. B.']}w1", f"{number['C. C.']}b½", "1.5"]
    assert cells["B. B."] == [f"{number['A. A.']}b0", f"{number['D. D.']}w1", "1"]
    assert cells["C. C."] == ["1 (bye)", f"{number['A. A.']}w½", "1.5"]
    assert cells["D. D."] == ["", f"{number['B. B.']}b0", "0"]
    assert [line[0] for line in lines] == ["1", "2", "3", "4"]


def test_the_events_of_a_player(season: Club, link: str, client: Client) -> None:
    petr = season.players.get(name__text="Kanárek Petr")
    heading, *lines = table(page(client, f"{link}player/{petr.uid}/table.csv"))
    assert heading == ["Day", "Event", "Rated games", "Points", "Change", "Rating"]
    assert [line[0] for line in lines] == ["2026-03-10", "2026-03-03"]
    assert [line[2:4] for line in lines] == [["1", "1"], ["1", "1"]]
    listed = {row[1]: row[2] for row in table(page(client, f"{link}l/main/table.csv"))}
    assert lines[0][5] == listed["K. P."]


def test_on_public_pages_no_exact_day_where_children_play(season: Club, client: Client) -> None:
    Player.objects.filter(name__text="Skřivánek Ivo").update(junior=True)
    Club.objects.update(visibility=Visibility.PUBLIC)
    root = f"/p/{season.slug}/"
    said = "".join(page(client, path).content.decode() for path in every_file(root, season))
    assert "2026-03" in said and not re.search(r"2026-03-\d\d", said)
    by_day = [page(client, f"{root}l/main/table.csv?on=2026-03-{day:02}") for day in (2, 9, 11)]
    assert len({answer.content for answer in by_day}) == 1
    assert not any("2026" in answer["Content-Disposition"] for answer in by_day)


def test_a_link_of_one_event_opens_its_file_only_and_says_nothing_of_ratings(
    season: Club, event: Event, client: Client
) -> None:
    _, token = services.create_link(season, by=None, event_uid=event.uid)
    answers = {path: client.get(path).status_code for path in every_file(f"/m/{token}/", season)}
    own = f"/m/{token}/event/{event.uid}/table.csv"
    assert [path for path, code in answers.items() if code == 200] == [own]
    assert "Change" not in table(client.get(own))[0]


def test_every_page_with_a_table_leads_to_its_file(season: Club, link: str, client: Client) -> None:
    said = "".join(page(client, path).content.decode() for path in every_page(link, season))
    assert set(re.findall(r'href="([^"]+table\.csv)" download', said)) == {
        path for path in every_file(link, season) if "?" not in path
    }


def test_a_file_is_made_once_for_each_state(
    season: Club, link: str, client: Client, django_assert_max_num_queries
) -> None:
    path = f"{link}l/main/table.csv"
    before = page(client, path).content
    with django_assert_max_num_queries(2):  # the door, and what is looked up at it
        assert page(client, path).content == before
    hide(season.players.get(name__text="Kanárek Petr"), by=None)
    assert page(client, path).content != before


def test_a_revoked_link_opens_no_file(season: Club, client: Client) -> None:
    link, token = services.create_link(season, by=None)
    paths = every_file(f"/m/{token}/", season)
    for path in paths:
        page(client, path)
    services.revoke_link(link, by=None)
    assert {client.get(path).status_code for path in paths} == {404}


# -- Arbiters -----------------------------------------------------------------------------------


def test_full_names_are_for_arbiters_and_stand_in_the_log_without_names(
    season: Club, arbiter: User, arbiter_client: Client
) -> None:
    give_password(arbiter_client)
    for action, path in of_arbiters(season).items():
        said = export(arbiter_client, path).content.decode("utf-8-sig")
        assert "Kanárek Petr" in said
        entry = AuditEntry.objects.latest("pk")
        assert (entry.action, entry.by) == (action, arbiter)
        assert not any(name in json.dumps([entry.details, entry.reason]) for name in CANARIES)
        assert entry.object_uid in path or action == "roster.export"
    shown = arbiter_client.get(f"/c/{season.slug}/log/").content.decode()
    assert "saved the list of members with full names as a file" in shown


def test_everybody_at_once_needs_the_password_again(season: Club, arbiter_client: Client) -> None:
    """One event or the ladder is no more than the page it stands on: no name is in the file that
    the page does not show."""
    paths = of_arbiters(season)
    asked = arbiter_client.post(paths["roster.export"])
    assert asked.headers["Location"].startswith("/accounts/reauthenticate/")
    event = f"events/{season.events.earliest('pk').uid}/"
    everybody = set(Player.objects.filter(club=season).values_list("name__text", flat=True))
    for action, shown in (("ladder.export", "ladder/"), ("event.export", event)):
        said = export(arbiter_client, paths[action]).content.decode()
        seen = arbiter_client.get(f"/c/{season.slug}/{shown}").content.decode()
        names = {name for name in everybody if name in said}
        assert names and names <= {name for name in everybody if name in seen}


def test_the_list_can_be_had_as_it_stood_on_a_day(season: Club, arbiter_client: Client) -> None:
    path = of_arbiters(season)["ladder.export"]
    assert (
        export(arbiter_client, path).content
        != export(arbiter_client, path, on="2026-03-05").content
    )
    assert AuditEntry.objects.latest("pk").details == {"on": "2026-03-05"}


def test_pages_of_arbiters_have_the_buttons(season: Club, arbiter_client: Client) -> None:
    paths = of_arbiters(season)
    pages = ("ladder/", f"events/{season.events.earliest('pk').uid}/", "players/")
    for path, button in zip(pages, paths.values(), strict=True):
        said = arbiter_client.get(f"/c/{season.slug}/{path}").content.decode()
        assert f'action="{button}"' in said, path


@pytest.fixture
def hostile(club: Club, other_club: Club) -> Club:
    """People and titles that a spreadsheet would run."""
    first, *others = HOSTILE
    games = [f"{first} 1-0 {name}" for name in others]
    builders.make_event(club, "2026-03-03", games, name="=SUM(A1); -x", guests=["@Petr"])
    Player.objects.filter(name__text="=A1+1").update(group="-U12, =A1", label="+label", junior=True)
    ladder, player = club.ladders.get(), builders.player(club, "-Novák")
    StartingRating.objects.create(
        club=club, ladder=ladder, player=player, rating=1650.5, games=12, why="=old list",
        valid_from="1850-01-01",
    )  # fmt: skip
    builders.rebuild(club)
    return club


def test_no_cell_is_a_formula(hostile: Club, link: str, arbiter_client: Client) -> None:
    Club.objects.update(names=NameDisplay.FULL)
    give_password(arbiter_client)
    sent = [export(arbiter_client, path) for path in of_arbiters(hostile).values()]
    sent += [page(Client(), path) for path in every_file(link, hostile)]
    assert sum("'-Novák" in response.content.decode() for response in sent) > 3
    for response in sent:
        for cell in (cell for row in table(response) for cell in row):
            for part in (cell, *re.split("[,;\t]", cell)):
                number = re.fullmatch(r"-\d+(\.\d+)?", part)
                assert number or not part.strip().startswith(tuple("=+-@＝＋－＠")), cell


def test_an_exported_event_comes_in_as_the_same_event(
    hostile: Club, other_club: Club, arbiter_client: Client, outsider_client: Client, tmp_path: Path
) -> None:
    """Out of one club, into another, and out again: not a byte differs."""
    sent = export(arbiter_client, of_arbiters(hostile)["event.export"]).content
    (tmp_path / "night.csv").write_bytes(sent)
    call_command(
        "import_event", "bishops", str(tmp_path / "night.csv"), "--date=2026-03-03",
        "--confirm=all-new", "--publish", "--json", stdout=io.StringIO(),
    )  # fmt: skip
    assert set(HOSTILE) == set(other_club.players.values_list("name__text", flat=True))
    assert other_club.events.get().name == "=SUM(A1); -x"
    again = export(outsider_client, of_arbiters(other_club)["event.export"]).content
    assert undated(again) == undated(sent)


def undated(data: bytes) -> list[list[str]]:
    """The rows without their days: the file states those of rounds, the command that of the event."""
    read = list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    column = read[0].index("date")
    return [row[:column] + row[column + 1 :] for row in read]


def test_an_exported_list_of_members_comes_in_as_the_same_list(
    hostile: Club, other_club: Club, arbiter_client: Client, outsider_client: Client, tmp_path: Path
) -> None:
    sent = export(give_password(arbiter_client), "/c/rooks/players/export/").content
    (tmp_path / "players.csv").write_bytes(sent)
    call_command(
        "import_roster", "bishops", str(tmp_path / "players.csv"), "--json", stdout=io.StringIO()
    )
    again = export(give_password(outsider_client), "/c/bishops/players/export/").content
    assert again == sent
    formula = builders.player(other_club, "=A1+1")
    assert (formula.group, formula.label, formula.junior) == ("-U12, =A1", "+label", True)
    assert builders.player(other_club, "@Petr").status == Status.GUEST
    start = StartingRating.objects.get(club=other_club)
    assert (start.rating, start.games, start.why) == (1650.5, 12, "=old list")


def test_the_other_format_is_a_report_file(
    season: Club, other_club: Club, arbiter_client: Client, tmp_path: Path
) -> None:
    path = of_arbiters(season)["event.export"]
    sent = export(arbiter_client, path, format="trf")
    assert sent.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert sent.headers["Content-Disposition"].startswith(
        'attachment; filename="event-2026-03-03-1.trf"'
    )
    assert policy(sent) == DOWNLOAD
    (tmp_path / "night.trf").write_bytes(sent.content)
    call_command(
        "import_event", "bishops", str(tmp_path / "night.trf"), "--confirm=all-new", "--publish",
        "--json", stdout=io.StringIO(),
    )  # fmt: skip
    brought = other_club.events.get()
    assert (brought.date, brought.games.count()) == (season.events.earliest("pk").date, 2)


def test_who_is_not_known_yet_goes_out_as_typed(season: Club, arbiter_client: Client) -> None:
    evening = season.events.get(date="2026-03-10")
    sent = export(arbiter_client, f"/c/{season.slug}/events/{evening.uid}/export/")
    assert "Neznámý Host" in sent.content.decode()


def test_files_that_go_out_are_limited(season: Club, arbiter_client: Client, settings) -> None:
    settings.EXPENSIVE_IN_TEN_MINUTES = {"import": 9, "export": 2}
    give_password(arbiter_client)
    paths = [*of_arbiters(season).values(), *of_arbiters(season).values()]
    assert [arbiter_client.post(path).status_code for path in paths] == [200] * 2 + [429] * 4
