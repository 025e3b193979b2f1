"""Files as they lie in the database: nothing personal that is not read, in no table."""

import pytest
from django.db import connection

from clubs.models import Club
from events.models import Upload
from events.services import drafts, reading
from events.services.reading import bring_in, bring_in_newer, reread, seen_before
from ladder.opening import drafts as lists
from tests.core.test_importers_scrub import BORN, NUMBER, TABLE, with_canaries
from tests.trf_files import ACCEPTED, DATA, player, trf

MOST = 60_000  # bytes: larger reports say the same more often
LINES = (player(1, "Novák Jan", ["2 w 1"], "1.0"), player(2, "Malá Eva", ["1 b 0"], "0.0"))


def everywhere(*canaries: str) -> list[str]:
    """Tables in which one of the texts stands, as text or as bytes in any of three encodings."""
    wanted = set()
    for canary in canaries:
        wanted.add(canary)
        wanted |= {canary.encode(name).hex() for name in ("utf-8", "utf-16-le", "utf-16-be")}
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            for text in wanted:
                cursor.execute(f'SELECT 1 FROM "{table}" t WHERE t::text LIKE %s', [f"%{text}%"])
                if cursor.fetchone():
                    found.append(f"{table}: {text}")
    return found


def test_of_no_report_a_birth_date_or_a_number_is_in_any_table(club: Club) -> None:
    brought = 0
    for file, code_page, encoding in ACCEPTED:
        data = (DATA / "trf" / file).read_bytes()
        codec = encoding or "utf-8"
        if len(data) > MOST or encoding == "utf-8-bytes":
            continue
        Club.objects.update(code_page=code_page or "cp1252")
        club.refresh_from_db()
        codec = encoding or reading.read(club, data, file).source.encoding
        marked = with_canaries(data.decode(codec)).encode(codec)
        try:
            bring_in(club, marked, "report.trf", by=None, encoding=codec)
        except reading.ImportRefused:
            continue  # what was written into it made no report of it
        brought += 1
    assert brought > 50
    assert everywhere(BORN, NUMBER) == []


def test_the_search_finds_what_is_there(club: Club) -> None:
    bring_in(club, trf(*LINES), "report.trf", by=None)
    assert any(hit.startswith("events_upload: ") for hit in everywhere("Novák"))
    assert "events_draft: Malá Eva" in everywhere("Malá Eva")


def test_a_table_and_a_list_of_members_too(club: Club) -> None:
    bring_in(club, TABLE.replace("½-½", "1/2").encode("cp1250"), "table.csv", by=None)
    members = f"name;born;rating;id\nNovák Jan;{BORN};1500;{NUMBER}\n"
    draft = lists.keep_file(club, members.encode("cp1250"), "list.csv", by=None)
    assert draft.data is not None
    assert everywhere(BORN, "1987-06-05", NUMBER) == []


def test_the_kept_file_reads_in_another_encoding_and_is_known_again(club: Club) -> None:
    text = with_canaries(trf(*LINES).decode())
    data = text.encode("cp1250")
    draft = bring_in(club, data, "report.trf", by=None, encoding="cp1252")
    assert [one.name for one in drafts.content_of(draft).entries] == ["Novák Jan", "Malá Eva"]
    digest = drafts.content_of(draft).source.digest
    reread(draft, "cp1250", version=0, by=None)
    draft.refresh_from_db()
    content = drafts.content_of(draft)
    assert [one.name for one in content.entries] == ["Novák Jan", "Malá Eva"]
    assert content.source.digest == digest  # of the file as it came
    assert seen_before(club, data) == (None, draft)


def test_what_cannot_be_told_apart_is_not_kept_and_the_draft_works(club: Club) -> None:
    shifted = LINES[0][:80] + "06/5" + LINES[0][84:]
    data = trf(shifted, LINES[1])
    draft = bring_in(club, data, "report.trf", by=None)
    assert bytes(Upload.objects.get().data) == b""
    assert len(drafts.content_of(draft).entries) == 2
    assert reading.encodings(draft) == []
    with pytest.raises(Upload.DoesNotExist):
        reread(draft, "cp1250", version=0, by=None)
    assert seen_before(club, data) == (None, draft)
    bring_in_newer(draft, trf(*LINES), "report.trf", version=0, by=None, encoding="utf-8")
    assert reading.encodings(draft) != []
