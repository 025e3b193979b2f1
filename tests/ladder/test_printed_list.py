"""The federation's list for the arbiter: printed, as a table, as text; nothing for readers."""

import re
from dataclasses import replace
from datetime import date

import pytest
from django.test import Client

from clubs.models import AuditEntry, Club
from events.revisions import Tempo
from events.services.projection import current_content
from events.services.revising import revise
from ladder.models import Ladder
from ladder.preview import preview
from ladder.queries.printed import printed_list
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules, give_facts
from tests import builders
from tests.ladder import oracle
from tests.web.arbiters import text

DAY = "2026-05-05"
PRINT = f"/c/rooks/ladders/main/lists/{DAY}/print/"
EXPORT = f"/c/rooks/ladders/main/lists/{DAY}/export/"
OKS = {"Alfa Ada": 1500, "Bravo Bo": 1600, "Žlutá Dana": 1700}


@pytest.fixture
def ladder(club: Club) -> Ladder:
    """One event for the list of 5 May, one for the next; a newcomer who collects games."""
    builders.make_event(
        club, "2026-04-10", ["Alfa Ada 1-0 Bravo Bo", "Žlutá Dana 1/2 Alfa Ada", "Newcomer N 1-0 Bravo Bo"],
        start="2026-04-03", name="April open",
    )  # fmt: skip
    builders.make_event(club, "2026-05-12", ["Alfa Ada 1-0 Bravo Bo"], name="May cup")
    found = club.ladders.get()
    change_rules(found, by=None, system="lok", parameters={}, filters=Filters())
    for name, ok in OKS.items():
        give_facts(
            builders.player(club, name), {"lok_standard": ok, "birth": "1987-06-05"}, by=None
        )
    rebuild(found.pk)
    return found


def test_it_says_who_stands_where_and_which_competitions_were_used(ladder: Ladder) -> None:
    found = printed_list(ladder.club, ladder.pk, date(2026, 5, 5))
    assert found is not None
    people = [(line.rank, line.name, line.born, line.games) for line in found.lines]
    assert people == [
        (1, "Žlutá Dana", 1987, 1), (2, "Bravo Bo", 1987, 1), (3, "Alfa Ada", 1987, 2),
    ]  # fmt: skip
    (used,) = found.competitions
    assert used.event == ladder.club.events.get(name="April open").pk
    assert (used.computed, used.pooled, used.left_out, used.games) == (3, 1, 0, 5)
    assert printed_list(ladder.club, ladder.pk, date(2026, 5, 6)) is None


def test_the_page_the_table_and_the_text_say_the_same(
    ladder: Ladder, arbiter_client: Client
) -> None:
    assert PRINT in arbiter_client.get("/c/rooks/ladder/").content.decode()
    page = text(arbiter_client.get(PRINT))
    assert "List of 5 May 2026" in page and "April open" in page and "May cup" not in page
    assert page.index("Žlutá Dana") < page.index("Alfa Ada")
    names = text(arbiter_client.get(PRINT + "?order=name"))
    assert names.index("Alfa Ada") < names.index("Žlutá Dana")
    table = arbiter_client.post(EXPORT).content.decode("utf-8-sig").splitlines()
    assert table[0] == "Rank,Player,Born,OK,Games,Change" and table[1].startswith(
        "1,Žlutá Dana,1987,"
    )
    assert "April open,2026-04-03,2026-04-10,standard,Swiss,5,3,1,0" in table
    answer = arbiter_client.post(EXPORT, {"format": "txt"})
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert re.search(r"^1 +Žlutá Dana +1987 ", answer.content.decode(), re.MULTILINE)
    assert AuditEntry.objects.filter(action="list.export", object_uid="main").count() == 2


def test_a_first_ok_is_new_and_other_changes_are_whole(
    ladder: Ladder, arbiter_client: Client
) -> None:
    games = ["Newcomer N 1-0 Bravo Bo", "Newcomer N 0-1 Bravo Bo"] * 5
    builders.make_event(ladder.club, "2026-04-12", games, name="Many games")
    rebuild(ladder.pk)
    found = printed_list(ladder.club, ladder.pk, date(2026, 5, 5))
    assert found is not None
    lines = {line.name: line for line in found.lines}
    assert lines["Newcomer N"].first and lines["Newcomer N"].change is None
    page = text(arbiter_client.get(PRINT))
    assert re.search(r"Newcomer N – \d+ 11 new", page)
    autumn = text(arbiter_client.get(PRINT.replace(DAY, "2026-09-05")))
    assert re.search(r"Bravo Bo 1987 \d+ 1 −\d+ ", autumn)


def test_an_event_of_another_tempo_is_not_in_the_list_and_says_why(
    ladder: Ladder, link: str
) -> None:
    games = ["Alfa Ada 1-0 Bravo Bo"]
    blitz = builders.make_event(ladder.club, "2026-04-14", games, tempo=Tempo.BLITZ)
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder)
    found = printed_list(ladder.club, ladder.pk, date(2026, 5, 5))
    assert found is not None and blitz.pk not in [one.event for one in found.competitions]
    ada = builders.player(ladder.club, "Alfa Ada")
    page = text(Client().get(f"{link}event/{blitz.uid}/player/{ada.uid}/"))
    assert "Does not count: the event was not of the tempo of this list." in page
    # A correction of the tempo sends it in; the preview says so before.
    content = replace(current_content(blitz), tempo=Tempo.STANDARD)
    assert preview(ladder, blitz, content).moves
    revise(blitz, content, action="details", by=None)
    rebuild(ladder.pk)
    assert oracle.stored(ladder) == oracle.expected(ladder)
    found = printed_list(ladder.club, ladder.pk, date(2026, 5, 5))
    assert found is not None and blitz.pk in [one.event for one in found.competitions]


def test_an_up_to_date_ladder_says_the_day_of_its_last_event(ladder: Ladder) -> None:
    """And not that of a list or a fact that came after it."""
    give_facts(builders.player(ladder.club, "Alfa Ada"), {"birth": "1987-06-06"}, by=None)
    rebuild(ladder.pk)
    ladder.refresh_from_db()
    assert ladder.until == ladder.club.events.latest("date").date


def test_there_is_none_of_other_days_systems_and_for_readers(
    ladder: Ladder, arbiter_client: Client, link: str
) -> None:
    for day in ("2026-05-06", "2030-05-05", "nonsense"):
        assert arbiter_client.get(PRINT.replace(DAY, day)).status_code == 404
    assert "1987" not in Client().get(link).content.decode()
    assert "1987" not in Client().get(f"{link}l/main/list/{DAY}/").content.decode()
    change_rules(ladder, by=None, system="club_elo", parameters={}, filters=Filters())
    rebuild(ladder.pk)
    assert arbiter_client.get(PRINT).status_code == 404
