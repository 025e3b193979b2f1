"""Birth dates, sex and ratings of a tournament report: kept only where a ladder needs them, offered
after the names are confirmed, taken over by a press."""

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import AuditEntry, Club, User
from events.drafts import Answer
from events.models import Event, Upload
from events.services import drafts
from events.services.erasing import erase_person
from events.services.publishing import publish_draft
from events.services.reading import bring_in
from ladder.entering import entered_together
from ladder.rebuild import rebuild
from ladder.rulebook import Filters
from ladder.services import change_rules
from players.models import AskedBy, PersonFact
from tests import builders
from tests.events.test_files_kept import everywhere
from tests.trf_files import player, trf
from tests.web.arbiters import hidden, text

BORN = "1987/06/05"


def line(number: int, name: str, cell: str, points: str, sex: str, rating: str, born: str) -> str:
    """A 001 line as programs write it, with what is not of the games."""
    bare = player(number, name, [cell], points)
    return f"{bare[:9]}{sex}{bare[10:48]}{rating:>4}{bare[52:69]}{born:<10}{bare[79:]}"


REPORT = trf(
    "042 2026/03/03",
    "052 2026/03/03",
    line(1, "Novák Jan", "2 w 1", "1.0", "m", "1850", BORN),
    line(2, "Malá Eva", "1 b 0", "0.0", "w", "0", "2010/00/00"),
    line(3, "Bílý Ota", "4 w =", "0.5", " ", "", "once"),
    line(4, "Nová Ida", "3 b =", "0.5", " ", "9999", ""),
)


def use(club: Club, system: str) -> None:
    change_rules(club.ladders.get(), by=None, system=system, parameters={}, filters=Filters())
    rebuild(club.ladders.get().pk)


def publish(club: Club, report: bytes = REPORT) -> Event:
    """A report brought in and published, everybody a new member but one who is not known yet."""
    draft = bring_in(club, report, "report.trf", by=None)
    content = drafts.content_of(draft)
    entries = [
        drafts.replace(one, answer=Answer.UNKNOWN if one.number == 4 else Answer.NEW)
        for one in content.entries
    ]
    days = {"start": date(2026, 3, 3), "date": date(2026, 3, 3)}
    event = publish_draft(
        draft, drafts.replace(content, entries=tuple(entries), **days), by=None
    ).event
    rebuild(club.ladders.get().pk)
    return event


def test_where_no_ladder_needs_them_nothing_is_kept_or_offered(
    club: Club, arbiter_client: Client
) -> None:
    event = publish(club)
    assert Upload.objects.get().facts == {} and everywhere(BORN, "2010/00/00") == []
    assert "what a ladder computes with" not in text(arbiter_client.get(url(event)))
    assert arbiter_client.get(url(event, "facts/")).status_code == 404
    # Rules that come later find nothing of it.
    use(club, "fide")
    assert arbiter_client.get(url(event, "facts/")).status_code == 404


def url(event: Event, what: str = "") -> str:
    return f"/c/{event.club.slug}/events/{event.uid}/{what}"


def test_only_what_is_needed_is_kept(club: Club) -> None:
    use(club, "dwz")
    bring_in(club, REPORT, "report.trf", by=None)
    assert Upload.objects.get().facts == {
        "1": {"birth": BORN}, "2": {"birth": "2010/00/00"},
    }  # fmt: skip
    assert BORN.encode() not in bytes(Upload.objects.get().data)


def test_they_are_offered_and_taken_over_by_one_press(club: Club, arbiter_client: Client) -> None:
    use(club, "fide")
    event = publish(club)
    assert not PersonFact.objects.exists()
    offer = text(arbiter_client.get(url(event)))
    assert "Day of birth (2); FIDE rating, standard (1)" in offer
    page = arbiter_client.get(url(event, "facts/"))
    assert "5 June 1987" in text(page) and "1850" in text(page) and "Nová Ida" not in text(page)
    for _ in range(2):
        arbiter_client.post(url(event, "facts/save/"), {"press": hidden(page, "press")})
    said = set(PersonFact.objects.values_list("player__name__text", "name", "value", "valid_from"))
    beginning = PersonFact.objects.filter(name="birth")[0].valid_from
    assert said == {
        ("Novák Jan", "birth", "1987-06-05", beginning),
        ("Malá Eva", "birth", "2010-01-01", beginning),
        ("Novák Jan", "fide_standard", 1850, date(2026, 3, 3)),
    }
    assert PersonFact.objects.count() == 3 and beginning.year < 1900
    assert "what a ladder computes with" not in text(arbiter_client.get(url(event)))
    assert "1987" not in str(list(AuditEntry.objects.values_list("details", flat=True)))
    together = arbiter_client.get(f"/c/{club.slug}/facts/")
    arbiter_client.post(f"/c/{club.slug}/facts/undo/", {"press": hidden(together, "press")})
    taken = PersonFact.objects.filter(press__startswith="undo:")
    assert set(taken.values_list("player__name__text", "name", "value", "valid_from")) == {
        (name, fact, None, day) for name, fact, _, day in said
    }
    (row,) = entered_together(club)
    assert row.undone and row.people == 2


def test_a_birth_that_has_not_come_yet_is_not_offered(club: Club, arbiter_client: Client) -> None:
    use(club, "dwz")
    soon = f"{timezone.now() + timedelta(days=2):%Y/%m/%d}"
    report = REPORT.replace(BORN.encode(), soon.encode())
    event = publish(club, report)
    assert "Day of birth (1)" in text(arbiter_client.get(url(event)))
    page = text(arbiter_client.get(url(event, "facts/")))
    assert "Malá Eva" in page and "Novák Jan" not in page


def test_what_cannot_be_is_left_out_and_said_with_its_line(
    club: Club, arbiter_client: Client
) -> None:
    soon = f"{timezone.now() + timedelta(days=2):%Y/%m/%d}"
    report = REPORT.replace(BORN.encode(), soon.encode())
    unasked = drafts.content_of(bring_in(club, report, "report.trf", by=None))
    assert not unasked.source.warnings
    use(club, "fide")
    draft = bring_in(club, report + b"\n", "report.trf", by=None)
    page = text(arbiter_client.get(f"/c/{club.slug}/drafts/{draft.uid}/"))
    for said in (
        "line 4, column 70 The day of birth in this line is left out: this day has not come yet.",
        "line 6, column 70 The day of birth in this line is left out: a day such as 2010-05-31",
        "line 7, column 49 The rating in this line is left out: a whole number from 1 to 4000",
    ):
        assert said in page
    assert soon not in page and everywhere(soon) == []


@pytest.mark.parametrize("way", ["30 days", "erased", "thrown away"])
def test_they_go_with_the_file(club: Club, owner: User, way: str) -> None:
    use(club, "fide")
    if way == "thrown away":
        drafts.drop(bring_in(club, REPORT, "report.trf", by=None))
    else:
        publish(club)
        assert everywhere(BORN) != []
    if way == "30 days":
        drafts.expire(timezone.now() + timedelta(days=31))
    if way == "erased":
        person = builders.player(club, "Malá Eva")
        erase_person(person, by=owner, asked_by=AskedBy.PERSON, asked_on=date(2026, 11, 1))
    assert everywhere(BORN, "2010/00/00") == []
