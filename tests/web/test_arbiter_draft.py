"""From a file to a draft: preview, encoding, details, refusals; what is kept and what is not."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone as clock

from clubs.models import Club
from events.drafts import Answer
from events.importers.base import MAX_SIZE
from events.lists import with_names
from events.models import Draft, Event, Upload
from events.revisions import EventKind, Tempo
from events.services import drafts
from events.services.equal import rest_are_new
from ladder.sweeping import sweep
from tests import builders
from tests.trf_files import player, trf
from tests.web.arbiters import CSV, at, brought_in, said, save_details, text, upload, write

CZECH = "round;white;black;result\n1;Čížková Řehořová;Žižka Jan;1-0\n"


def test_a_file_becomes_a_draft_with_a_preview(arbiter_client: Client, club: Club) -> None:
    draft = brought_in(arbiter_client, club)
    page = arbiter_client.get(at(draft))
    assert "4 players, 2 rounds, 3 games, 3 rated" in text(page)
    assert "evening.csv" in text(page)
    assert draft.by and draft.by.email == "arbiter@example.org"
    assert not club.events.exists()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "The file is empty"),
        (b"PK\x03\x04zip", "Excel workbook"),
        (b"<!doctype html><p>", "web page"),
        (b"round;white;black;result\n1;A A;A A;1-0\n", "line 2"),
        (b"round;white;black;result\n1;Alfa Ada;Nov\xe2\x80\x8bak Bo;1-0\n", "line 2, column"),
        (b"round;white;black;result\n1;Alfa\x00 Ada;Bravo Bo;1-0\n", "NUL"),
    ],
)
def test_a_refused_file_says_where_and_nothing_is_stored(
    arbiter_client: Client, club: Club, data: bytes, words: str
) -> None:
    page = upload(arbiter_client, club, data)
    assert page.status_code == 422
    assert words in text(page)
    assert "Nothing of it was stored" in text(page)
    assert not Draft.objects.exists()
    assert not Upload.objects.exists()


def test_without_a_file_the_form_says_so(arbiter_client: Client, club: Club) -> None:
    page = arbiter_client.post(f"/c/{club.slug}/events/new/file/", {})
    assert page.status_code == 422
    assert "Tournament file" in text(page)


def test_a_file_of_60_megabytes_is_refused_before_it_is_read(
    arbiter_client: Client, club: Club
) -> None:
    page = arbiter_client.generic(
        "POST",
        f"/c/{club.slug}/events/new/file/",
        b"x",
        content_type="multipart/form-data; boundary=b",
        headers={"content-length": str(60 * 1024 * 1024)},
    )
    assert page.status_code == 413
    assert "At most 5 MB are read" in text(page)
    assert "A list of players may have 2 MB." in text(page)


def test_what_an_installation_sets_is_the_limit_of_a_file(
    arbiter_client: Client, club: Club, settings: Any
) -> None:
    settings.MAX_UPLOAD_BYTES = len(CSV) - 1
    page = upload(arbiter_client, club, CSV)
    assert page.status_code == 422
    assert "The file has 0.1 MB; at most 0.0 MB are read" in text(page)
    settings.MAX_UPLOAD_BYTES = 2 * MAX_SIZE
    large = CSV.encode() + (b" " * 19_000 + b"\n") * (MAX_SIZE // 19_000 + 1)
    assert upload(arbiter_client, club, large).status_code == 302
    assert Upload.objects.exists()


def test_a_file_name_is_only_shown(arbiter_client: Client, club: Club) -> None:
    upload(arbiter_client, club, CSV, name="../../\u202ex" + "y" * 300 + ".csv")
    assert Upload.objects.get().filename.startswith("xyyy")
    assert len(Upload.objects.get().filename) == 200


# -- The same file again -------------------------------------------------------------------------


def test_the_same_file_opens_its_draft(arbiter_client: Client, club: Club) -> None:
    draft = brought_in(arbiter_client, club)
    again = upload(arbiter_client, club, CSV, name="other-name.csv")
    assert again["Location"] == at(draft)
    assert club.drafts.count() == 1


def test_the_same_file_after_publishing_says_as_what(arbiter_client: Client, club: Club) -> None:
    draft = brought_in(arbiter_client, club)
    save_details(arbiter_client, draft)
    drafts.change(draft, rest_are_new, by=None)
    write(arbiter_client, draft)
    event = club.events.get()
    again = upload(arbiter_client, club, CSV)
    assert again["Location"] == f"/c/{club.slug}/events/{event.uid}/"
    page = arbiter_client.get(again["Location"])
    assert "already imported" in text(page)
    assert event.revisions.count() == 1


def test_another_club_does_not_learn_of_it(
    arbiter_client: Client, outsider_client: Client, club: Club, other_club: Club
) -> None:
    brought_in(arbiter_client, club)
    draft = brought_in(outsider_client, other_club)
    assert draft.club == other_club


# -- Encoding ------------------------------------------------------------------------------------


def test_names_are_shown_and_the_encoding_can_be_changed(
    arbiter_client: Client, club: Club
) -> None:
    club.code_page = "cp1251"
    club.save()
    draft = brought_in(arbiter_client, club, CZECH.encode("cp1250"))
    assert said(draft).source.encoding == "cp1251"
    page = text(arbiter_client.get(at(draft)))
    assert said(draft).entries[1].name in page
    assert "Žižka Jan" in page  # as one of the readings to choose from
    arbiter_client.post(at(draft, "encoding/"), {"encoding": "cp1250", "version": draft.version})
    assert [entry.name for entry in said(draft).entries] == ["Čížková Řehořová", "Žižka Jan"]
    assert said(draft).source.encoding == "cp1250"


def test_another_encoding_keeps_what_was_done_by_hand(arbiter_client: Client, club: Club) -> None:
    data = "round;white;black;result\n1;Alfa Ada;Žižka Jan;1-0\n".encode("cp1250")
    draft = brought_in(arbiter_client, club, data)
    save_details(arbiter_client, draft, name="By hand", tempo="blitz")
    drafts.change(draft, rest_are_new, by=None)
    draft.refresh_from_db()
    arbiter_client.post(at(draft, "encoding/"), {"encoding": "cp1251", "version": draft.version})
    now = said(draft)
    assert (now.name, now.tempo, now.date) == ("By hand", Tempo.BLITZ, date(2026, 3, 12))
    assert [entry.answer for entry in now.entries] == [Answer.NEW, Answer.NONE]


def test_an_encoding_that_cannot_read_the_file_leaves_the_draft(
    arbiter_client: Client, club: Club
) -> None:
    draft = brought_in(arbiter_client, club, CZECH.encode("cp1250"))
    before = said(draft)
    page = arbiter_client.post(
        at(draft, "encoding/"), {"encoding": "utf-8", "version": draft.version}
    )
    assert page.status_code == 422
    assert "The draft is as it was" in text(page)
    assert said(draft) == before


# -- Details -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Memoriál Čížková Jana 2026", True),
        ("JANA CIZKOVA memorial", True),
        ("Čížkova pálka", False),
        ("Jana and friends", False),
    ],
)
def test_a_title_with_the_name_of_somebody_is_told_and_refuses_nothing(
    arbiter_client: Client, club: Club, title: str, told: bool
) -> None:
    builders.make_player(club, "Čížková Jana")
    builders.make_player(club, "Jana")  # one word is in too many titles
    draft = brought_in(arbiter_client, club)
    assert save_details(arbiter_client, draft, name=title).status_code == 302
    for page in ("", "publish/"):
        shown = text(arbiter_client.get(at(draft, page)))
        assert ("has the name of a person in it" in shown) is told, page
        assert ("Čížková Jana" in shown.replace(title, "")) is told, page


def test_details_are_saved_and_the_review_comes_next(arbiter_client: Client, club: Club) -> None:
    draft = brought_in(arbiter_client, club)
    answer = save_details(
        arbiter_client, draft, start="2026-03-05", minutes="15", rounds="5", sequence="2"
    )
    assert answer["Location"] == at(draft, "review/")
    now = said(draft)
    assert (now.start, now.date) == (date(2026, 3, 5), date(2026, 3, 12))
    assert (now.minutes, now.rounds, now.sequence) == (15, 5, 2)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("date", ""),
        ("date", "2999-01-01"),
        ("date", "0001-01-01"),
        ("start", "2026-03-13"),
        ("start", "2020-03-13"),
        ("name", ""),
        ("name", "a\u200bb"),
        ("name", "a" * 121),
        ("minutes", "0"),
        ("rounds", "201"),
        ("sequence", "10000"),
        ("sequence", "1" * 5000),
        ("kind", "chess960"),
    ],
)
def test_wrong_details_are_shown_again_as_typed(
    arbiter_client: Client, club: Club, field: str, value: str
) -> None:
    draft = brought_in(arbiter_client, club)
    page = save_details(arbiter_client, draft, **{"counts_reason": "as typed", field: value})
    assert page.status_code == 422
    assert "as typed" in page.content.decode()
    assert said(draft).name == ""


@pytest.mark.parametrize("kind", ["simul", "bughouse", "variant"])
def test_some_kinds_do_not_count_until_somebody_says_so(
    arbiter_client: Client, club: Club, kind: str
) -> None:
    draft = brought_in(arbiter_client, club)
    save_details(arbiter_client, draft, kind=kind)
    assert said(draft).counts is False
    save_details(arbiter_client, draft, kind=kind, counts="yes")
    assert (said(draft).counts, said(draft).kind) == (True, EventKind(kind))


def test_not_counted_keeps_its_reason(arbiter_client: Client, club: Club) -> None:
    draft = brought_in(arbiter_client, club)
    save_details(arbiter_client, draft, counts="no", counts_reason="a friendly")
    assert (said(draft).counts, said(draft).counts_reason) == (False, "a friendly")


# -- Days ----------------------------------------------------------------------------------------

TWO_READINGS = trf(
    "042 04/03/2026",
    "052 05/03/2026",
    player(1, "Alfa Ada", ["2 w 1"]),
    player(2, "Bravo Bo", ["1 b 0"]),
)


def test_days_that_can_be_swapped_are_asked(arbiter_client: Client, club: Club) -> None:
    draft = brought_in(arbiter_client, club, TWO_READINGS)
    assert said(draft).date is None
    page = text(arbiter_client.get(at(draft)))
    assert "4 March 2026 – 5 March 2026" in page
    assert "3 April 2026 – 3 May 2026" in page
    unanswered = save_details(arbiter_client, draft, date="")
    assert unanswered.status_code == 422
    assert "Say on which day it was" in text(unanswered)
    save_details(arbiter_client, draft, date="", reading="1")
    assert (said(draft).start, said(draft).date) == (date(2026, 4, 3), date(2026, 5, 3))


def test_a_third_day_can_be_typed(arbiter_client: Client, club: Club) -> None:
    draft = brought_in(arbiter_client, club, TWO_READINGS)
    save_details(arbiter_client, draft, date="2026-02-01", reading="other")
    assert said(draft).date == date(2026, 2, 1)


@pytest.mark.parametrize(
    ("hour", "day"), [("00:30", "2026-03-11"), ("03:59", "2026-03-11"), ("04:00", "2026-03-12")]
)
def test_until_four_in_the_morning_yesterday_is_offered(club: Club, hour: str, day: str) -> None:
    here = datetime.fromisoformat(f"2026-03-12T{hour}").replace(tzinfo=ZoneInfo(club.time_zone))
    assert drafts.offered_day(club, here.astimezone(UTC)) == date.fromisoformat(day)


def test_a_typed_event_offers_that_day(arbiter_client: Client, club: Club) -> None:
    answer = arbiter_client.post(f"/c/{club.slug}/events/new/typed/")
    page = arbiter_client.get(answer["Location"])
    assert f'value="{drafts.offered_day(club).isoformat()}"' in page.content.decode()


def test_a_file_without_a_date_asks_and_fills_in_nothing(
    arbiter_client: Client, club: Club
) -> None:
    draft = brought_in(arbiter_client, club)
    page = arbiter_client.get(at(draft))
    assert "The file has no date: say on which day it was." in text(page)
    assert f'value="{drafts.offered_day(club).isoformat()}"' not in page.content.decode()
    unanswered = save_details(arbiter_client, draft, date="")
    assert unanswered.status_code == 422
    assert said(draft).date is None
    save_details(arbiter_client, draft, date="2026-03-12")
    assert "The file has no date" not in text(arbiter_client.get(at(draft)))


# -- Kept on the server --------------------------------------------------------------------------


def test_two_tabs_notice_each_other_and_nothing_is_lost(
    arbiter_client: Client, owner_client: Client, club: Club
) -> None:
    draft = brought_in(arbiter_client, club)
    version = draft.version
    save_details(arbiter_client, draft, name="First")
    page = save_details(owner_client, draft, name="Second", version=version)
    assert page.status_code == 409
    assert "changed in another tab" in text(page)
    assert 'value="Second"' in page.content.decode()
    assert said(draft).name == "First"
    save_details(owner_client, draft, name="Second")
    assert said(draft).name == "Second"


def test_drafts_stand_in_the_list_for_all_arbiters(
    arbiter_client: Client, owner_client: Client, club: Club
) -> None:
    draft = brought_in(arbiter_client, club)
    page = owner_client.get(f"/c/{club.slug}/events/")
    assert at(draft) in page.content.decode()


def test_a_draft_is_thrown_away_after_a_question(arbiter_client: Client, club: Club) -> None:
    draft = brought_in(arbiter_client, club)
    assert "Throw the draft away?" in text(arbiter_client.get(at(draft, "delete/")))
    arbiter_client.post(at(draft, "delete/"))
    assert not Draft.objects.exists()
    assert not Upload.objects.exists()


def test_a_sweep_clears_drafts_and_files_after_thirty_days(
    arbiter_client: Client, club: Club
) -> None:
    untouched, used = brought_in(arbiter_client, club), brought_in(arbiter_client, club, CZECH)
    long_ago = clock.now() - timedelta(days=31)
    Draft.objects.filter(pk=untouched.pk).update(changed=long_ago)
    Upload.objects.filter(draft=used).update(at=long_ago)
    sweep()
    assert list(Draft.objects.all()) == [used]
    assert not Upload.objects.exists()
    answer = arbiter_client.post(
        at(used, "encoding/"), {"encoding": "cp1251", "version": used.version}
    )
    assert "no longer here" in text(arbiter_client.get(answer["Location"]))


@pytest.mark.parametrize("page", ["", "review/", "publish/"])
def test_names_in_a_wrong_encoding_are_told_until_they_are_right(
    arbiter_client: Client, club: Club, page: str
) -> None:
    twice = CZECH.replace("Čížková Řehořová", "Dvořák Tomáš").encode().decode("cp1252")
    draft = brought_in(arbiter_client, club, twice)
    words = "Some names look like a wrong encoding"
    assert words in text(arbiter_client.get(at(draft, page)))
    right = with_names(said(draft), {1: "Dvořák Tomáš", 2: "Žižka Jan"}, [])
    drafts.change(draft, lambda _: right, by=None)
    if page:
        assert words not in text(arbiter_client.get(at(draft, page)))


def test_a_table_in_another_code_page_is_read_and_its_encoding_can_be_changed(
    arbiter_client: Client, club: Club
) -> None:
    club.code_page = "cp1252"
    club.save()
    table = CZECH.replace("white;black;result", "bílý;černý;výsledek").replace("round", "kolo")
    draft = brought_in(arbiter_client, club, table.encode("cp1250"))
    assert [one.name for one in said(draft).entries] == ["Čížková Řehořová", "Žižka Jan"]
    page = text(arbiter_client.get(at(draft)))
    assert "makes sense in Windows-1250" in page
    assert "Read as Windows-1250" in page
    assert "choose another encoding" in page


# -- A newer file of the same event --------------------------------------------------------------


def test_a_newer_file_completes_a_published_event(arbiter_client: Client, club: Club) -> None:
    event = builders.make_event(club, "2026-03-03", ["Alfa Ada 1-0 Bravo Bo"], name="Cup", rounds=3)
    arbiter_client.post(f"/c/{club.slug}/events/{event.uid}/continue/")
    draft = event.drafts.get()
    newer = SimpleUploadedFile(
        "cup.csv",
        b"round,white,black,result\n1,Alfa Ada,Bravo Bo,1-0\n1,Charlie Cyril,Delta Dana,0-1\n"
        b"2,Alfa Ada,Charlie Cyril,1/2-1/2\n",
    )
    arbiter_client.post(at(draft, "file/"), {"file": newer, "version": draft.version})
    now = said(draft)
    assert (now.name, now.date, now.rounds) == ("Cup", date(2026, 3, 3), 3)
    assert [entry.answer for entry in now.entries] == [
        Answer.MEMBER, Answer.MEMBER, Answer.NONE, Answer.NONE,
    ]  # fmt: skip
    drafts.change(draft, rest_are_new, by=None)
    write(arbiter_client, draft)
    event = Event.objects.get()
    assert event.revisions.count() == 2
    assert event.games.count() == 3
