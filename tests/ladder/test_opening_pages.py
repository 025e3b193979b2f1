"""Opening lists in the browser: paste or file, what each line becomes, save, undo."""

import io
import re
from datetime import date

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, Officer, User
from ladder.models import OpeningDraft, OpeningList, StartingRating
from ladder.opening.planning import Plan
from ladder.views import opening as opening_views
from players.models import Player, TypedName
from tests import builders
from tests.web.arbiters import hidden, text

HERE = "/c/rooks/opening/"
LIST = "name;rating;games;guest\nAlfa Ada;1650;30;\nBravo Bo;;;yes\n"


def paste(client: Client, text: str) -> OpeningDraft:
    """Paste a list; the draft it becomes."""
    answer = client.post(f"{HERE}paste/", {"text": text})
    assert answer.status_code == 302
    draft = OpeningDraft.objects.latest("pk")
    assert answer.headers["Location"] == at(draft)
    return draft


def at(draft: OpeningDraft, page: str = "") -> str:
    return f"{HERE}new/{draft.uid}/{page}"


def save(client: Client, draft: OpeningDraft, **said: object) -> HttpResponse:
    """Press "Save the list" as the page shows it, with what is said besides."""
    seen = hidden(client.get(at(draft)), "seen")
    fields = {"seen": seen, "why": "list of 2025", **said}
    return client.post(at(draft, "save/"), fields)


def upload(client: Client, data: bytes, name: str = "list.csv") -> HttpResponse:
    return client.post(f"{HERE}file/", {"file": SimpleUploadedFile(name, data)})


# -- From the text to the people ------------------------------------------------------------------


def test_paste_look_save(club: Club, arbiter: User, arbiter_client: Client) -> None:
    draft = paste(arbiter_client, LIST)
    page = text(arbiter_client.get(at(draft)))
    assert "2 new players. Nothing is stored yet." in page
    assert "Alfa Ada" in page and "1650" in page and "with 30 games" in page
    assert not Player.objects.exists() and not TypedName.objects.exists()

    answer = save(arbiter_client, draft)
    opening = OpeningList.objects.get()
    assert answer.headers["Location"] == f"{HERE}{opening.uid}/"
    assert (opening.by, opening.why) == (arbiter, "list of 2025")
    page = text(arbiter_client.get(f"{HERE}{opening.uid}/"))
    assert "2 players made, 1 starting rating" in page and "Bravo Bo" in page
    assert StartingRating.objects.get().why == "list of 2025"
    assert "Bravo Bo" in text(arbiter_client.get("/c/rooks/players/?status=guest"))


def test_a_second_press_changes_nothing(club: Club, arbiter_client: Client) -> None:
    draft = paste(arbiter_client, LIST)
    seen = hidden(arbiter_client.get(at(draft)), "seen")
    fields = {"seen": seen, "why": "list"}
    first = arbiter_client.post(at(draft, "save/"), fields)
    second = arbiter_client.post(at(draft, "save/"), fields)
    assert first.headers["Location"] == second.headers["Location"]
    assert club.players.count() == 2 and StartingRating.objects.count() == 1
    assert (
        "This list was saved already."
        in arbiter_client.get(second.headers["Location"]).content.decode()
    )


def test_a_line_can_be_left_out(club: Club, arbiter_client: Client) -> None:
    draft = paste(arbiter_client, LIST)
    save(arbiter_client, draft, skip=["2"], why="")
    assert [one.name.text for one in club.players.all()] == ["Bravo Bo"]


def test_a_similar_name_waits_for_an_answer(season: Club, arbiter_client: Client) -> None:
    draft = paste(arbiter_client, "Kanarek Petr;1500\nAlfa Ada\n")
    page = arbiter_client.get(at(draft))
    assert "1 new player, 1 line waits for your answer" in text(page)
    assert "It is Kanárek Petr" in text(page) and "written without accents" in text(page)
    assert "gets the starting rating 1500" in text(page)
    assert 'name="row-1"' in page.content.decode() and " checked" not in page.content.decode()

    answer = save(arbiter_client, draft, skip=["2"])
    assert answer.status_code == 422
    assert "Say who this is" in text(answer) and "list of 2025" in answer.content.decode()
    assert re.search(r'name="skip" value="2" checked', answer.content.decode())
    assert not StartingRating.objects.exists()

    petr = builders.player(season, "Kanárek Petr")
    save(arbiter_client, draft, **{"row-1": petr.uid})
    assert StartingRating.objects.get().player == petr


def test_a_whole_name_is_chosen_beforehand_and_can_be_somebody_else(
    season: Club, arbiter_client: Client
) -> None:
    draft = paste(arbiter_client, "Petr Kanárek;1500")
    petr = builders.player(season, "Kanárek Petr")
    page = arbiter_client.get(at(draft)).content.decode()
    assert f'value="{petr.uid}" selected>already in the club: Kanárek Petr' in page
    save(arbiter_client, draft, **{"row-1": "new"})
    assert StartingRating.objects.get().player != petr
    assert season.players.filter(name__text="Petr Kanárek").exists()


def test_what_he_starts_with_now_is_shown(season: Club, arbiter_client: Client) -> None:
    first = paste(arbiter_client, "Kanárek Petr;1500")
    petr = builders.player(season, "Kanárek Petr")
    save(arbiter_client, first, **{"row-1": petr.uid})
    page = text(arbiter_client.get(at(paste(arbiter_client, "Kanárek Petr;1750"))))
    assert "starts at 1500, from now on at 1750" in page
    again = paste(arbiter_client, "Kanárek Petr;1500")
    answer = save(arbiter_client, again, **{"row-1": petr.uid})
    assert answer.headers["Location"] == at(again)
    assert "There is nothing to do" in arbiter_client.get(at(again)).content.decode()


# -- What is wrong --------------------------------------------------------------------------------


def test_a_pasted_list_is_kept_without_columns_that_are_not_read(
    club: Club, arbiter_client: Client
) -> None:
    told = "name;born;rating;id\nAlfa Ada;2014-06-05;1650;8765432109\n"
    draft = paste(arbiter_client, told)
    assert draft.text == "name;born;rating;id\nAlfa Ada;;1650;\n"
    assert "1650" in text(arbiter_client.get(at(draft)))
    arbiter_client.post(at(draft, "correct/"), {"text": told.replace("1650", "1700")})
    draft.refresh_from_db()
    assert draft.text == "name;born;rating;id\nAlfa Ada;;1700;\n"


def test_problems_are_told_by_line_and_the_text_survives(
    club: Club, arbiter_client: Client
) -> None:
    wrong = "name;rating\nAlfa Ada;much\nBravo Bo;1500\n"
    draft = paste(arbiter_client, wrong)
    page = arbiter_client.get(at(draft))
    assert "line 2, column 2" in text(page) and "is no rating" in text(page)
    assert "Alfa Ada;much" in page.content.decode() and "Save the list" not in text(page)
    answer = arbiter_client.post(at(draft, "save/"), {"seen": "", "why": "list"})
    assert answer.status_code == 422 and not Player.objects.exists()

    arbiter_client.post(at(draft, "correct/"), {"text": wrong.replace("much", "1400")})
    save(arbiter_client, draft)
    assert StartingRating.objects.count() == 2


def test_an_empty_list_is_told_at_its_field(club: Club, arbiter_client: Client) -> None:
    for nothing in ("", " \n\t\n"):
        answer = arbiter_client.post(f"{HERE}paste/", {"text": nothing})
        assert answer.status_code == 422
        assert "Something needs your attention" in text(answer)
    assert not OpeningDraft.objects.exists()


def test_ratings_need_a_reason(club: Club, arbiter_client: Client) -> None:
    draft = paste(arbiter_client, LIST)
    answer = save(arbiter_client, draft, why=" ")
    assert answer.status_code == 422 and "Reason for the starting ratings" in text(answer)
    assert not Player.objects.exists()


def test_who_came_into_the_club_meanwhile_is_seen_first(club: Club, arbiter_client: Client) -> None:
    draft = paste(arbiter_client, LIST)
    seen = hidden(arbiter_client.get(at(draft)), "seen")
    ada = builders.make_player(club, "Alfa Ada")
    answer = arbiter_client.post(at(draft, "save/"), {"seen": seen, "why": "list"})
    assert answer.status_code == 422
    assert "The club has changed meanwhile" in answer.content.decode()
    assert f'value="{ada.uid}" selected' in answer.content.decode()
    assert club.players.count() == 1
    save(arbiter_client, draft, **{"row-2": ada.uid})
    assert club.players.count() == 2


def test_the_same_press_while_this_one_is_read_is_no_change_of_the_club(
    club: Club, arbiter_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft, plan = paste(arbiter_client, LIST), opening_views._plan
    fields = {"seen": hidden(arbiter_client.get(at(draft)), "seen"), "why": "list"}

    def pressed_once_more(found: OpeningDraft) -> Plan:
        monkeypatch.setattr(opening_views, "_plan", plan)
        assert arbiter_client.post(at(draft, "save/"), fields).status_code == 302
        return plan(found)

    monkeypatch.setattr(opening_views, "_plan", pressed_once_more)
    answer = arbiter_client.post(at(draft, "save/"), fields)
    assert answer.headers["Location"] == f"{HERE}{OpeningList.objects.get().uid}/"


# -- Files ----------------------------------------------------------------------------------------


def test_a_workbook_is_read(club: Club, arbiter_client: Client) -> None:
    book = openpyxl.Workbook()
    for row in (["Příjmení", "Jméno", "Rating"], ["Čížková", "Jana", 1500], ["Hora", "Jan", None]):
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    answer = upload(arbiter_client, out.getvalue(), "list.xlsx")
    draft = OpeningDraft.objects.get()
    assert answer.headers["Location"] == at(draft) and draft.data is None
    save(arbiter_client, draft)
    assert {one.name.text for one in club.players.all()} == {"Čížková Jana", "Hora Jan"}


def test_a_file_can_be_read_in_another_encoding(club: Club, arbiter_client: Client) -> None:
    upload(arbiter_client, "Чайка Яна;1500\n".encode("cp1251"))
    draft = OpeningDraft.objects.get()
    assert draft.encoding == "cp1250" and "Чайка" not in draft.text
    assert "Names look wrong?" in text(arbiter_client.get(at(draft)))
    arbiter_client.post(at(draft, "encoding/"), {"encoding": "cp1251"})
    draft.refresh_from_db()
    assert draft.text == "Чайка Яна;1500\n"
    answer = arbiter_client.post(at(draft, "encoding/"), {"encoding": "utf-8"})
    assert answer.status_code == 422 and "is no character in" in text(answer)
    draft.refresh_from_db()
    assert draft.encoding == "cp1251"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b"%PDF-1.7", "PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old kind"),
        (b"PK\x03\x04 and nothing more", "no XLSX workbook"),
        (b"Alfa\x00Ada", "NUL"),
        (b"a" * 2_000_001, "bytes"),
    ],
)
def test_a_file_that_is_no_list_is_refused(
    club: Club, arbiter_client: Client, data: bytes, words: str
) -> None:
    answer = upload(arbiter_client, data)
    assert answer.status_code == 422 and words in text(answer)
    assert not OpeningDraft.objects.exists()


# -- Afterwards -----------------------------------------------------------------------------------


def test_undo_is_one_press_from_the_page_the_lists_and_the_log(
    club: Club, arbiter: User, arbiter_client: Client
) -> None:
    for page in (HERE, "/c/rooks/log/", "own"):
        save(arbiter_client, paste(arbiter_client, LIST))
        opening = OpeningList.objects.latest("pk")
        path = f"{HERE}{opening.uid}/undo/"
        where = f"{HERE}{opening.uid}/" if page == "own" else page
        assert f'action="{path}"' in arbiter_client.get(where).content.decode()
        answer = arbiter_client.post(path)
        assert answer.headers["Location"] == f"{HERE}{opening.uid}/"
        assert "Nothing of it is left" in text(arbiter_client.get(answer.headers["Location"]))
        assert f'action="{path}"' not in arbiter_client.get(where).content.decode()
        assert not club.players.filter(erased=None).exists()


def test_who_has_played_is_named_after_undo(club: Club, arbiter_client: Client) -> None:
    save(arbiter_client, paste(arbiter_client, LIST))
    builders.make_event(club, date(2026, 3, 3).isoformat(), ["Alfa Ada 1-0 Zulu Zoe"])
    opening = OpeningList.objects.get()
    arbiter_client.post(f"{HERE}{opening.uid}/undo/")
    page = text(arbiter_client.get(f"{HERE}{opening.uid}/"))
    assert "1 player of the list has been used since and stays." in page
    assert "They stay Alfa Ada" in page and "Bravo Bo" not in page


def test_a_list_can_be_thrown_away(club: Club, arbiter_client: Client) -> None:
    draft = paste(arbiter_client, LIST)
    assert f'href="{at(draft)}"' in arbiter_client.get(HERE).content.decode()
    arbiter_client.post(at(draft, "drop/"))
    assert not OpeningDraft.objects.exists()
    assert arbiter_client.get(at(draft)).status_code == 404


# -- The door -------------------------------------------------------------------------------------


def test_only_officers_of_this_very_club_get_in(
    club: Club, other_club: Club, arbiter_client: Client, outsider_client: Client,
    staff_client: Client,
) -> None:  # fmt: skip
    draft = paste(arbiter_client, LIST)
    opening = OpeningList.objects.create(club=club)
    pages = [at(draft), f"{HERE}{opening.uid}/", HERE]
    buttons = [at(draft, one) for one in ("save/", "correct/", "encoding/", "drop/")]
    buttons += [f"{HERE}{opening.uid}/undo/", f"{HERE}paste/", f"{HERE}file/"]
    for client in (outsider_client, staff_client):
        assert {client.get(path).status_code for path in pages} == {404}
        assert {client.post(path, {"text": LIST}).status_code for path in buttons} == {404}
    # In a club of his own, by the uids of ours.
    foreign = [path.replace("/c/rooks/", "/c/bishops/") for path in (*pages[:2], *buttons[:5])]
    assert {outsider_client.get(path).status_code for path in foreign[:2]} == {404}
    assert {outsider_client.post(path, {"text": LIST}).status_code for path in foreign[2:]} == {404}
    assert {arbiter_client.get(path).status_code for path in buttons} == {405}
    assert Client().get(HERE).headers["Location"].startswith("/accounts/login/")
    assert not Player.objects.exists() and OpeningDraft.objects.count() == 1


def test_an_officer_whose_role_allows_nothing_is_refused(
    club: Club, arbiter: User, arbiter_client: Client
) -> None:
    Officer.objects.filter(user=arbiter).update(role="visitor")
    assert arbiter_client.get(HERE).status_code == 403
    assert arbiter_client.post(f"{HERE}paste/", {"text": LIST}).status_code == 403


def test_more_lines_cost_no_more_queries(season: Club, arbiter_client: Client) -> None:
    def cost(lines: int) -> int:
        names = [f"Player {chr(97 + n // 26)}{chr(97 + n % 26)};1500" for n in range(lines)]
        draft = paste(arbiter_client, "\n".join(["Kanarek Petr;1400", *names]))
        with CaptureQueriesContext(connection) as queries:
            assert arbiter_client.get(at(draft)).status_code == 200
        return len(queries)

    assert cost(5) == cost(60)
