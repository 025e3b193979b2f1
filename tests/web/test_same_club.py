"""The database itself keeps clubs apart (docs/safety.md, T8): asked of its own catalogue.

A row that belongs to a club may point to another row of that club only. So every foreign key from
one table of clubs to another one takes the club along: (club_id, player_id) to (club_id, id).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, connection, transaction

from clubs.models import Club
from events.models import Draft, Upload
from events.services import identity
from ladder.models import AnnouncedList, Effect, EffectMove
from ladder.services import give_facts, give_starting_rating
from players import services
from players.models import ConsentFor, SuffixGiven
from tests.web.world import make_world

pytestmark = pytest.mark.django_db

# Written by a rebuild from rows that are guarded, thousands at a time, and compared with them by
# `verify_ladders`: they have no foreign keys at all.
COMPUTED = {"ladder_ladderstep", "ladder_ratingrow"}
KEYS = """
    SELECT conrelid::regclass::text, confrelid::regclass::text, conname, {own}, {other}
    FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 3
"""
COLUMNS = """
    (SELECT array_agg(a.attname::text ORDER BY k.n) FROM unnest({key}) WITH ORDINALITY k (number, n)
     JOIN pg_attribute a ON a.attrelid = {table} AND a.attnum = k.number)
"""


@dataclass(frozen=True)
class Key:
    """A foreign key as PostgreSQL knows it."""

    table: str
    target: str
    name: str
    columns: tuple[str, ...]
    targets: tuple[str, ...]

    @property
    def pointing(self) -> str:
        """The column that says which row; the others say of what club or event."""
        return next(c for c, t in zip(self.columns, self.targets, strict=True) if t == "id")


def keys() -> list[Key]:
    query = KEYS.format(
        own=COLUMNS.format(key="conkey", table="conrelid"),
        other=COLUMNS.format(key="confkey", table="confrelid"),
    )
    with connection.cursor() as cursor:
        cursor.execute(query)
        return [Key(*row[:3], tuple(row[3]), tuple(row[4])) for row in cursor.fetchall()]


def tables_of_clubs(found: Sequence[Key]) -> set[str]:
    """Tables whose rows belong to a club, themselves or by what they point to."""
    known, before = {"clubs_club"}, set[str]()
    while known != before:
        before = set(known)
        known |= {key.table for key in found if key.target in known}
    return known - {"clubs_club"}


def takes_along(found: Sequence[Key]) -> set[tuple[str, str]]:
    """(table, column) of every key that cannot point out of the club."""
    with_club = {
        (key.table, key.pointing)
        for key in found
        if len(key.columns) == 2 and dict(zip(key.columns, key.targets, strict=True)).get("club_id")
    }
    # (event_id, white_id) to (event_id, id): the event is of the club on both sides.
    by_event = {
        (key.table, key.pointing)
        for key in found
        if key.columns[0] == key.targets[0] == "event_id"
        and {(key.table, "event_id"), (key.target, "event_id")} <= with_club
    }
    return with_club | by_event


def unguarded(found: Sequence[Key]) -> set[tuple[str, str]]:
    """Columns that could name a row of another club. A row with one way to its club has none."""
    ours = tables_of_clubs(found)
    ways: dict[str, set[str]] = {}
    for key in found:
        if key.table in ours and key.target in ours | {"clubs_club"}:
            ways.setdefault(key.table, set()).add(key.pointing)
    pairs = {
        (table, column)
        for table, columns in ways.items()
        if len(columns) > 1
        for column in columns - {"club_id"}
    }
    return pairs - takes_along(found)


def test_every_key_between_tables_of_clubs_takes_the_club_along(db: None) -> None:
    found = keys()
    assert {"events_game", "players_player", "ladder_effectmove"} <= tables_of_clubs(found)
    assert unguarded(found) == set()


def test_every_table_with_people_or_events_has_keys(db: None) -> None:
    """A column that points to another table without any key would not be found above."""
    found = keys()
    pointing = {
        (table, column)
        for table in connection.introspection.table_names()
        for column in ("club_id", "event_id", "player_id", "ladder_id", "draft_id", "effect_id")
        if column in columns(table)
    }
    without = pointing - {(key.table, column) for key in found for column in key.columns}
    assert {table for table, _ in without} == COMPUTED | {"clubs_auditentry"}


def test_a_key_without_the_club_is_found(db: None) -> None:
    """The control."""
    found = [key for key in keys() if key.name != "events_upload_draft_id_same"]
    assert unguarded(found) == {("events_upload", "draft_id")}


def columns(table: str) -> list[str]:
    with connection.cursor() as cursor:
        found = connection.introspection.get_table_description(cursor, table)
    return [column.name for column in found]


# -- Rows that name another club's ---------------------------------------------------------------


def fill(club: Club) -> None:
    """Rows of the kinds that a season does not make."""
    people = list(club.players.filter(erased=None).order_by("pk"))
    event = club.events.earliest("pk")
    draft = Draft.objects.create(club=club, event=event, based_on=1)
    Upload.objects.create(club=club, draft=draft, filename="x.csv", data=b"", digest=b"x" * 32)
    SuffixGiven.objects.create(club=club, player=people[0], initials="A. B.", suffix=2)
    services.give_consent(people[0], ConsentFor.FULL, answers=(True, True, True), by=None)
    give_starting_rating(
        club.ladders.earliest("pk"), people[0], 1500, by=None, why="x", valid_from=date(2020, 1, 1)
    )
    give_facts(people[0], {"birth": "2010-05-31"}, by=None)
    AnnouncedList.objects.create(
        club=club,
        ladder=club.ladders.earliest("pk"),
        day=date(2020, 1, 1),
        fingerprint=b"",
        lines=[],
    )
    spelling = identity.add_spelling(people[0], "Another Spelling", by=None)
    identity.undo(club, spelling.number, by=None)
    effect = Effect.objects.create(
        club=club, ladder=club.ladders.earliest("pk"), event=event, revision=99
    )
    EffectMove.objects.create(
        club=club, effect=effect, player=people[0], own=0, was_established=False,
        is_established=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: SimpleNamespace) -> Iterator[tuple[Club, Club]]:
    with django_db_blocker.unblock(), transaction.atomic():
        make_world()
        rooks, bishops = Club.objects.get(slug="rooks"), Club.objects.get(slug="bishops")
        fill(rooks)
        fill(bishops)
        yield rooks, bishops
        transaction.set_rollback(True)


def guarding(table: str, column: str) -> Key:
    return next(
        key
        for key in keys()
        if (key.table, key.pointing) == (table, column) and len(key.columns) == 2
    )


GUARDED = [
    ("events_draft", "event_id"), ("events_upload", "draft_id"), ("events_eventrevision", "event_id"),
    ("events_entry", "event_id"), ("events_entry", "player_id"), ("events_entry", "confirmed_id"),
    ("events_entry", "typed_name_id"), ("events_game", "event_id"), ("events_game", "white_id"),
    ("events_game", "black_id"), ("events_identitydecision", "player_id"),
    ("events_identitydecision", "other_id"), ("events_identitydecision", "typed_name_id"),
    ("events_identitydecision", "undoes_id"), ("ladder_laddersettings", "ladder_id"),
    ("ladder_startingrating", "ladder_id"), ("ladder_startingrating", "player_id"),
    ("ladder_effect", "ladder_id"), ("ladder_effect", "event_id"),
    ("ladder_effectmove", "effect_id"), ("ladder_effectmove", "player_id"),
    ("players_player", "name_id"), ("players_consent", "player_id"),
    ("players_suffixgiven", "player_id"), ("players_personfact", "player_id"),
    ("ladder_announcedlist", "ladder_id"),
]  # fmt: skip


def test_the_list_is_that_of_the_database(db: None) -> None:
    assert set(GUARDED) == takes_along(keys())


@pytest.mark.parametrize(("table", "column"), GUARDED, ids=lambda name: name)
@pytest.mark.parametrize("way", [(0, 1), (1, 0)], ids=["to", "fro"])
def test_a_row_that_names_the_other_club_s_is_refused(
    built: tuple[Club, Club], db: None, table: str, column: str, way: tuple[int, int]
) -> None:
    """A row of one club is taken out and put in again by SQL, once as it was, once pointing to
    a row of the other club. Triggers of ours are silent, so that it is the key that refuses."""
    own, other = built[way[0]], built[way[1]]
    key = guarding(table, column)
    put_again(key, own, None)
    with pytest.raises(IntegrityError) as refused:
        put_again(key, own, other)
    assert refused.value.__cause__.diag.constraint_name == key.name  # type: ignore[union-attr]


def put_again(key: Key, own: Club, other: Club | None) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(f"ALTER TABLE {key.table} DISABLE TRIGGER USER")
        cursor.execute(
            f"CREATE TEMP TABLE one ON COMMIT DROP AS SELECT * FROM {key.table}"
            f" WHERE club_id = %s AND {key.pointing} IS NOT NULL ORDER BY id LIMIT 1",
            [own.pk],
        )
        assert cursor.rowcount == 1, "no such row to try it with"
        cursor.execute(f"DELETE FROM {key.table} WHERE id = (SELECT id FROM one)")
        if other:
            cursor.execute(
                f"UPDATE one SET {key.pointing} ="
                f" (SELECT min(id) FROM {key.target} WHERE club_id = %s)",
                [other.pk],
            )
            if "number" in columns(key.table):  # taken there, perhaps
                cursor.execute("UPDATE one SET number = 1000")
            if key.table == "ladder_announcedlist":  # one for each day
                cursor.execute("UPDATE one SET day = '2000-01-01'")
        cursor.execute(f"INSERT INTO {key.table} SELECT * FROM one")
        cursor.execute(f"SET CONSTRAINTS {key.name} IMMEDIATE")
        transaction.set_rollback(True)
