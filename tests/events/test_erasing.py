"""Erasing a person for ever: nothing is left of the name, and nobody else's number moves."""

import logging
import re
from datetime import date

import pytest
from django.core.cache import caches
from django.db import connection

from clubs.models import Club, User
from clubs.services import audit
from events.drafts import Answer, DraftEntry
from events.models import Draft, Upload
from events.services import drafts
from events.services.erasing import erase_person
from events.services.identity import add_spelling, merge, rename
from events.services.review import review
from events.services.revising import correct_game
from ladder.models import Ladder, RatingRow
from ladder.rebuild import rebuild
from ladder.services import give_starting_rating
from ladder.verify import verify
from players import services
from players.models import AskedBy, Display, Erasure, Player
from tests import builders

CANARY = "Zvonohlík"
NAME = f"{CANARY} Kvido"
SPELLINGS = ("Zvonohlik K.", "ZVONOHLIK, Kvido")
TRACE = re.compile(r"zvonohl|kvido|birdie", re.IGNORECASE)
BYTES = [
    text.encode(encoding).hex()
    for text in ("Zvonohl", "zvonohl", "ZVONOHL", "Kvido", "KVIDO")
    for encoding in ("utf-8", "utf-16-le", "utf-16-be")
]
TODAY = date(2026, 11, 1)


def everything_stored() -> str:
    """Every row of every table as text, as a dump of the database would have it."""
    said = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            with cursor.copy(f'COPY "{table}" TO STDOUT') as rows:
                said += [f"{table}\t{bytes(row).decode()}" for row in rows]
    return "".join(said)


def traces() -> list[str]:
    """The lines of the dump in which something of the person is left."""
    return [
        line
        for line in everything_stored().splitlines()
        if TRACE.search(line) or any(code in line for code in BYTES)
    ]


@pytest.fixture
def club(owner: User) -> Club:
    return builders.make_club(owner, "finches")


@pytest.fixture
def kvido(club: Club, owner: User) -> Player:
    """A person whose name is wherever a name can be."""
    twin = SPELLINGS[1]
    builders.make_event(
        club, "2026-03-03", [f"{NAME} 1-0 Ada Alfa", "Bo Bravo 1/2 Cyril Charlie"], by=owner
    )
    evening = builders.make_event(
        club, "2026-03-10", [f"{twin} 0-1 Bo Bravo", f"Ada Alfa 1-0 {SPELLINGS[0]}"],
        unknown=[SPELLINGS[0]], name=f"Evening of {NAME}", by=owner,
    )  # fmt: skip
    builders.make_event(club, "2026-03-17", ["Ada Alfa 1-0 Bo Bravo", "Cyril Charlie 1-0 Ada Alfa"])
    player = builders.player(club, NAME)
    add_spelling(player, f"{CANARY} K", by=owner)
    merge(builders.player(club, twin), player, by=owner, why=f"{CANARY} told me so")
    rename(player, f"{CANARY} Kvido jr", by=owner, why="his mother wrote")
    correct_game(evening, 1, {"unrated": f"{NAME} left early"}, by=owner, why=f"{CANARY} was ill")
    write_texts(club, player, owner)
    player.refresh_from_db()
    return player


def write_texts(club: Club, player: Player, owner: User) -> None:
    services.change_label(player, "Birdie", by=owner)
    services.change_display(player, Display.LABEL, by=owner)
    ladder = club.ladders.get()
    give_starting_rating(ladder, player, 1700, by=owner, why=f"Zvonohlíkovi je {7}")
    give_starting_rating(
        ladder, builders.player(club, "Ada Alfa"), 1500, by=owner, why=f"like {CANARY}"
    )
    audit("event.correct", club=club, by=owner, reason="Kvido asked", details={"x": [NAME]})
    content = builders.make_draft(club, [f"Ada Alfa 1-0 {NAME}", "Bo Bravo 1-0 Zvonohlik Kvido"])
    entries = [*content.entries, DraftEntry(9, "Known", answer=Answer.MEMBER, player=player.uid)]
    content = builders.replace_days(content, date(2026, 3, 24), date(2026, 3, 24))
    draft = drafts.start(
        club, drafts.replace(content, entries=tuple(entries), why=f"for {CANARY}"), by=owner
    )
    Upload.objects.create(
        club=club, draft=draft, filename=f"{CANARY}.csv", data=f"1;{NAME};Ada".encode("cp1250"),
        digest=b"x" * 32, by=owner,
    )  # fmt: skip
    caches["default"].set("a", "nothing")
    builders.rebuild(club)


def numbers(club: Club) -> tuple[bytes, list[tuple[object, ...]]]:
    """The fingerprint and every rating row of everybody, to the last bit."""
    rows = RatingRow.objects.filter(ladder__club=club).order_by("ladder", "place", "player")
    return (
        bytes(Ladder.objects.get(club=club).fingerprint),
        [
            (place, player, rating.hex(), games, played, change.hex(), extra)
            for place, player, rating, games, played, change, extra in rows.values_list(
                "place", "player", "rating", "games", "played", "change", "extra"
            )
        ],
    )


def erase(player: Player, by: User | None = None) -> Erasure:
    return erase_person(player, by=by, asked_by=AskedBy.PARENT, asked_on=TODAY)


def test_the_canary_is_everywhere_before(kvido: Player) -> None:
    """Otherwise the test below would find nothing because there was nothing."""
    found = {line.partition("\t")[0] for line in traces()}
    assert found >= {
        "players_typedname", "players_player", "clubs_auditentry", "events_draft",
        "events_upload", "events_event", "events_eventrevision", "events_game",
        "events_identitydecision", "ladder_startingrating",
    }  # fmt: skip


def test_nothing_of_the_name_is_left_in_any_table_cache_or_log(
    club: Club, kvido: Player, owner: User, caplog: pytest.LogCaptureFixture
) -> None:
    review(club, drafts.content_of(Draft.objects.get()))  # the matcher is warm
    with caplog.at_level(logging.DEBUG):
        erase(kvido, owner)
        builders.rebuild(club)
    assert traces() == []
    assert not TRACE.search(caplog.text)
    assert "Ada Alfa" in everything_stored()


def test_no_number_of_anybody_moves(club: Club, kvido: Player, owner: User) -> None:
    before = numbers(club)
    assert len(before[1]) > 8
    erase(kvido, owner)
    builders.rebuild(club)
    assert numbers(club) == before
    rebuild(club.ladders.get().pk, full=True)
    assert numbers(club) == before
    verdict = verify(club.ladders.get().pk)
    assert verdict.right, verdict
