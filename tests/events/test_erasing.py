"""Erasing a person for ever: nothing is left of the name, and nobody else's number moves."""

import io
import json
import logging
import re
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import F
from django.test import Client

from clubs import history
from clubs.memory import memories
from clubs.models import AuditEntry, Club, User
from clubs.services import Refusal, audit
from events.drafts import Answer, DraftEntry
from events.models import Draft, Entry, EventRevision, IdentityDecision, Upload
from events.queries.decided import decided
from events.services import drafts
from events.services.erasing import erase_person, what_goes
from events.services.forgetting import clear_dead_rows
from events.services.identity import add_spelling, merge, rename, split, undo
from events.services.people import new_players
from events.services.publishing import publish_draft
from events.services.resolving import resolve_name
from events.services.review import review
from events.services.revising import correct_game
from events.services.roster import people, proposer_of
from ladder.models import Ladder, OpeningList, RatingRow
from ladder.opening.drafts import keep_pasted
from ladder.queries import table
from ladder.rebuild import rebuild
from ladder.services import give_starting_rating
from ladder.verify import verify
from players import services
from players.identity import DecisionRefused
from players.models import AskedBy, Display, Erasure, Player
from players.privacy import initials, is_erased_name
from players.queries import roster
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
    keep_pasted(club, f"Ada Alfa;1500\n{NAME};1600;{CANARY} K", by=owner)
    OpeningList.objects.create(club=club, by=owner, why=f"with {CANARY}")
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
        "events_identitydecision", "ladder_startingrating", "ladder_openingdraft",
        "ladder_openinglist",
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


def test_it_is_written_down_without_a_name(club: Club, kvido: Player, owner: User) -> None:
    twin = builders.player(club, SPELLINGS[1])
    erasure = erase(kvido, owner)
    assert (erasure.player_uid, erasure.by, erasure.asked_by) == (kvido.uid, owner, "parent")
    assert erasure.asked_on == TODAY
    assert set(club.erasures.values_list("player_uid", flat=True)) == {kvido.uid, twin.uid}
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.object_uid, entry.by) == ("player.erase", kvido.uid, owner)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Erasure.objects.update(asked_by="other")


def test_what_goes_is_said_before(club: Club, kvido: Player) -> None:
    going = what_goes(kvido)
    assert set(SPELLINGS) | {NAME} <= set(going.spellings)
    assert (going.events, going.titles, going.drafts, going.files) == (2, 1, 1, 1)
    assert going.reasons >= 5
    assert "Ada Alfa" not in going.spellings
    assert traces(), "nothing was erased by asking"


def test_nobody_is_erased_twice_or_in_the_future(kvido: Player) -> None:
    with pytest.raises(Refusal):
        erase_person(kvido, by=None, asked_by=AskedBy.OTHER, asked_on=date(2999, 1, 1))
    erase(kvido)
    with pytest.raises(Refusal):
        erase(kvido)


def test_an_erasure_that_breaks_off_changes_nothing(
    kvido: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything_stored()

    def broken(_erased: object) -> None:
        raise OSError

    monkeypatch.setattr(history, "on_erase", [*history.on_erase, broken])
    with pytest.raises(OSError):
        erase(kvido)
    assert everything_stored() == before


def test_whoever_is_erased_is_never_proposed_and_has_no_place(club: Club, kvido: Player) -> None:
    erase(kvido)
    everybody = people(club)
    assert kvido.uid not in everybody
    for name in (NAME, *SPELLINGS, "erased player"):
        proposed = proposer_of(everybody.values()).propose(name)
        assert kvido.uid not in {one.key for one in proposed}
    builders.rebuild(club)
    listed = table(club, club.ladders.get().pk)
    assert kvido.uid not in {row["uid"] for row in (*listed.ranked, *listed.provisional)}
    assert kvido.pk not in {one.id for one in roster(club)}


def test_who_comes_back_is_somebody_new_with_another_number(club: Club, kvido: Player) -> None:
    shown = f"{initials(NAME)} {kvido.suffix}"
    erase(kvido)
    again = builders.make_player(club, NAME)
    assert again.uid != kvido.uid
    assert f"{initials(NAME)} {again.suffix}" != shown
    assert again.suffix > kvido.suffix
    builders.make_event(club, "2026-04-07", [f"{NAME} 1-0 Ada Alfa"])
    kvido.refresh_from_db()
    assert kvido.erased and is_erased_name(kvido.name.text)


@pytest.mark.parametrize("how", ["rename", "spelling"])
def test_a_name_that_somebody_else_had_by_mistake_goes_and_cannot_be_brought_back(
    club: Club, kvido: Player, owner: User, how: str
) -> None:
    ada, name = builders.player(club, "Ada Alfa"), kvido.name.text
    made = (rename if how == "rename" else add_spelling)(ada, name, by=owner)
    taken = undo(club, made.number, by=owner)
    erase(kvido, owner)
    assert traces() == []
    assert is_erased_name(club.decisions.get(pk=made.pk).typed_name.text)
    (shown,) = decided(club, [made.number])
    assert shown.erased and shown.name == "erased player"
    with pytest.raises(DecisionRefused, match="erased"):
        undo(club, taken.number, by=owner)
    ada.refresh_from_db()
    assert ada.name.text == "Ada Alfa"


def test_what_somebody_else_is_or_was_called_in_force_stays_theirs(
    club: Club, kvido: Player, owner: User
) -> None:
    ada, name = builders.player(club, "Ada Alfa"), kvido.name.text
    first = rename(ada, name, by=owner)
    second = rename(ada, "Ada Beta", by=owner)
    assert name in what_goes(kvido).shared
    erase(kvido, owner)
    undo(club, second.number, by=owner)
    ada.refresh_from_db()
    assert ada.name.text == name
    undo(club, first.number, by=owner)
    ada.refresh_from_db()
    assert ada.name.text == "Ada Alfa"


def test_a_name_that_others_bear_stays_theirs_and_leaves_the_erased(
    club: Club, owner: User
) -> None:
    builders.make_event(club, "2026-03-03", ["Jan Novak 1-0 Ada Alfa"])
    builders.make_event(club, "2026-03-10", ["Jan Novak 0-1 Ada Alfa"])
    one = builders.player(club, "Jan Novak")
    (other,) = new_players(club, [(one.name, "member")])
    give_starting_rating(club.ladders.get(), other, 1400, by=owner, why="Jan Novak the younger")
    builders.rebuild(club)
    before, name = numbers(club), one.name
    assert what_goes(one).shared == ("Jan Novak",)
    erase(one)
    builders.rebuild(club)
    other.refresh_from_db()
    assert other.name.text == "Jan Novak"
    assert other.starting_ratings.get().why == "Jan Novak the younger"
    assert not Entry.objects.filter(typed_name=name).exists()
    for revision in EventRevision.objects.filter(club=club):
        assert name.pk not in [line["typed_name"] for line in revision.content["entries"]]
    assert numbers(club) == before
    assert verify(club.ladders.get().pk).right


def test_a_line_that_was_split_off_keeps_its_name(club: Club, owner: User) -> None:
    builders.make_event(club, "2026-03-03", [f"{NAME} 1-0 Ada Alfa"])
    event = builders.make_event(club, "2026-03-10", ["Otto Papoušek 1-0 Ada Alfa"])
    kvido, otto = builders.player(club, NAME), builders.player(club, "Otto Papoušek")
    merge(otto, kvido, by=owner)
    undo(club, IdentityDecision.objects.latest("number").number, by=owner)
    resolve_name(event, 1, Answer.MEMBER, kvido.uid, by=owner)
    split(kvido, [(event.uid, 1)], otto, by=owner)
    erase(kvido)
    assert event.entries.get(number=1).typed_name.text == "Otto Papoušek"
    otto.refresh_from_db()
    assert (otto.erased, otto.name.text) == (None, "Otto Papoušek")
    assert not TRACE.search(everything_stored())


def test_a_draft_of_a_published_event_with_the_erased_can_be_published(
    club: Club, kvido: Player, owner: User
) -> None:
    event = club.events.get(date="2026-03-03")
    draft = drafts.of_event(event, by=owner)
    erase(kvido, owner)
    draft.refresh_from_db()
    content = drafts.content_of(draft)
    assert not TRACE.search(repr(content))
    content = drafts.replace(content, counts_reason="a new remark")
    decisions = club.decisions.count()
    publish_draft(draft, content, by=owner)
    assert club.decisions.count() == decisions, "what stands there is no way of writing a name"
    assert event.entries.get(number=1).player == kvido
    assert kvido.entries.count() == 2
    builders.rebuild(club)
    assert verify(club.ladders.get().pk).right


def test_a_draft_that_was_open_in_a_tab_is_refused_as_changed(
    club: Club, kvido: Player, owner: User
) -> None:
    draft = Draft.objects.get()
    version, content = draft.version, drafts.content_of(draft)
    erase(kvido, owner)
    with pytest.raises(drafts.DraftChanged):
        drafts.save(draft, content, version=version, by=owner)
    lines = drafts.content_of(Draft.objects.get()).entries
    assert [line.answer for line in lines if is_erased_name(line.name)] == [Answer.UNKNOWN] * 3
    assert [line.name for line in lines if line.answer is Answer.MEMBER] == ["Ada Alfa", "Bo Bravo"]


def test_reasons_about_others_stay(club: Club, kvido: Player, owner: User) -> None:
    audit("event.correct", club=club, by=owner, reason="Ada Alfa was right")
    erase(kvido, owner)
    assert AuditEntry.objects.filter(reason="Ada Alfa was right").exists()


def test_another_club_is_not_touched(club: Club, kvido: Player, outsider: User) -> None:
    other = builders.make_club(outsider, "magpies")
    builders.make_event(other, "2026-03-03", [f"{NAME} 1-0 Eva Echo"])
    erase(kvido)
    assert builders.player(other, NAME).erased is None


def test_memories_of_this_process_are_emptied(
    club: Club, kvido: Player, django_capture_on_commit_callbacks
) -> None:
    caches["pages"].set("piece", NAME)
    assert initials(NAME) == "Z. K."
    proposer_of(people(club).values()).propose(NAME)
    assert len([one for one in memories() if one.cache_info().currsize]) > 3
    with django_capture_on_commit_callbacks(execute=True):
        erase(kvido)
    assert caches["pages"].get("piece") is None
    assert initials in memories()
    full = [one.__module__ for one in memories() if one.cache_info().currsize]
    assert set(full) <= {"ladder.rulebook"}, "only rules of ladders, for the rebuild behind it"


@pytest.mark.parametrize("side", ["members", "arbiters"])
def test_other_processes_forget_with_the_next_page_of_the_club(
    club: Club, owner_client: Client, side: str
) -> None:
    page = builders.make_link(club) if side == "members" else f"/c/{club.slug}/"
    assert owner_client.get(page).status_code == 200
    caches["pages"].set("piece", NAME)
    assert initials(NAME) == "Z. K."
    owner_client.get(page)
    assert caches["pages"].get("piece") == NAME
    Club.objects.filter(pk=club.pk).update(times_erased=F("times_erased") + 1)  # by somebody else
    owner_client.get(page)
    assert caches["pages"].get("piece") is None
    assert initials.cache_info().currsize == 0


@pytest.mark.django_db(transaction=True)
def test_dead_rows_are_cleared_away(caplog: pytest.LogCaptureFixture) -> None:
    clear_dead_rows()
    assert caplog.text == "", "a table that is not there, or not ours"
    with transaction.atomic():
        clear_dead_rows()  # never inside a transaction: PostgreSQL would refuse it


def test_the_door_of_the_history_is_used_here_only() -> None:
    """Rows that are only added to are changed by one use case, and deleted by one other."""
    root = Path(settings.BASE_DIR)
    users = [
        str(path.relative_to(root))
        for app in ("clubs", "players", "events", "ladder", "config")
        for path in sorted((root / app).rglob("*.py"))
        if "history_door(" in path.read_text().replace("def history_door(", "")
    ]
    assert users == ["events/services/erasing.py", "ladder/closing.py"]


# -- The command ------------------------------------------------------------------------------------


def run(*arguments: str) -> dict[str, object]:
    out = io.StringIO()
    call_command(*arguments, "--json", stdout=out)
    said: dict[str, object] = json.loads(out.getvalue())
    return said


def test_the_command_asks_for_a_yes_and_prints_no_name(club: Club, kvido: Player) -> None:
    out = io.StringIO()
    with pytest.raises(CommandError, match="Say --yes") as error:
        call_command("erase_person", club.slug, kvido.uid, "--asked-by", "parent", stdout=out)
    assert not TRACE.search(str(error.value) + out.getvalue())
    assert builders.player(club, f"{CANARY} Kvido jr").erased is None


def test_the_command_erases(club: Club, kvido: Player) -> None:
    said = run(
        "erase_person", club.slug, kvido.uid, "--asked-by", "person", "--asked-on", "2026-10-31",
        "--yes",
    )  # fmt: skip
    assert (said["player"], said["asked_by"], said["asked_on"]) == (
        kvido.uid, "person", "2026-10-31",
    )  # fmt: skip
    assert traces() == []
    with pytest.raises(CommandError, match="There is nobody"):
        run("erase_person", club.slug, kvido.uid, "--asked-by", "person", "--yes")
