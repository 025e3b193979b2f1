"""How a change of the history becomes known: version counters, triggers, news after commit.

Every table that numbers depend on carries statement-level triggers which call one SQL function,
`touch(club, events)`: it raises `Club.history_version` once and stamps the events with it, whoever
writes (a service, a shell, raw SQL). A ladder remembers the version it was built at, so a stale
one cannot stay hidden (docs/architecture.md, 4). Tables that only pages depend on raise
`view_version`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pgtrigger
from django.db import connection, transaction
from pgtrigger import Statement

# Called with the club's id after the commit of a change of its history. `ladder.apps` adds its
# nudge here, so that news can travel up while imports only point down.
after_commit: list[Callable[[int], None]] = []

# Called with a club's id inside the transaction that makes it: `ladder.apps` adds its first ladder.
new_club: list[Callable[[int], None]] = []


@dataclass(frozen=True, slots=True)
class Erased:
    """A person who is being erased, for apps above that keep texts of their own.

    `speaks_of` says whether a text is about the person, `without` gives a text without the names
    that are written out in it (`players.traces`).
    """

    club: int
    players: frozenset[int]
    speaks_of: Callable[[str], bool]
    without: Callable[[str], str]


# Called inside the transaction that erases somebody, with the door of append-only tables open:
# apps above take the person out of their own texts.
on_erase: list[Callable[[Erased], None]] = []


def tell(club_id: int) -> None:
    """Send the news of a change in the club's history, once this transaction has committed."""

    def send() -> None:
        for listener in after_commit:
            listener(club_id)

    transaction.on_commit(send, robust=True)


# -- Triggers ---------------------------------------------------------------------------------

_ROWS = {"INSERT": "new_rows", "DELETE": "old_rows"}


def _statement_triggers(name: str, body: Callable[[str], str]) -> list[pgtrigger.Trigger]:
    """One statement-level trigger per operation; `body` gets the rows concerned as SQL."""
    both = "(SELECT * FROM new_rows UNION ALL SELECT * FROM old_rows)"
    return [
        pgtrigger.Trigger(
            name=f"{name}_insert",
            level=Statement,
            when=pgtrigger.After,
            operation=pgtrigger.Insert,
            referencing=pgtrigger.Referencing(new="new_rows"),
            func=body("new_rows"),
        ),
        pgtrigger.Trigger(
            name=f"{name}_update",
            level=Statement,
            when=pgtrigger.After,
            operation=pgtrigger.Update,
            referencing=pgtrigger.Referencing(old="old_rows", new="new_rows"),
            func=body(both),
        ),
        pgtrigger.Trigger(
            name=f"{name}_delete",
            level=Statement,
            when=pgtrigger.After,
            operation=pgtrigger.Delete,
            referencing=pgtrigger.Referencing(old="old_rows"),
            func=body("old_rows"),
        ),
    ]


def touches_events(event_column: str = "event_id") -> list[pgtrigger.Trigger]:
    """The table's rows belong to events: a change of one is a change of its event."""
    return _statement_triggers(
        "touch",
        lambda rows: (
            f"PERFORM touch(ARRAY(SELECT DISTINCT r.{event_column} FROM {rows} r)); RETURN NULL;"
        ),
    )


def touches_views(club: str = "club_id") -> list[pgtrigger.Trigger]:
    """Readers see this table, numbers do not depend on it."""
    return _statement_triggers(
        "seen",
        lambda rows: (
            "UPDATE clubs_club SET view_version = view_version + 1"
            f" WHERE id IN (SELECT r.{club} FROM {rows} r); RETURN NULL;"
        ),
    )


def stamped() -> pgtrigger.Trigger:
    """A new row of dated history raises the club's version and carries it in `version`."""
    return pgtrigger.Trigger(
        name="stamp",
        when=pgtrigger.Before,
        operation=pgtrigger.Insert,
        func="""
            UPDATE clubs_club SET history_version = history_version + 1,
                waiting_since = COALESCE(waiting_since, now())
            WHERE id = NEW.club_id RETURNING history_version INTO NEW.version;
            RETURN NEW;
        """,
    )


def append_only() -> list[pgtrigger.Trigger]:
    """Refuse UPDATE and DELETE, except through the named doors of `history_door`.

    TRUNCATE passes: it is how a test database is emptied.
    """
    return [
        pgtrigger.Trigger(
            name="append_only",
            when=pgtrigger.Before,
            operation=pgtrigger.Update | pgtrigger.Delete,
            func="""
                IF current_setting('history.door', true) IN ('erase_person', 'delete_club') THEN
                    RETURN COALESCE(NEW, OLD);
                END IF;
                RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = '23001';
            """,
        )
    ]


@contextmanager
def history_door(name: str) -> Iterator[None]:
    """Pass the append-only triggers until the end of this transaction block.

    Only `erase_person` and `delete_club` may; a test lists every use.
    """
    if name not in {"erase_person", "delete_club"}:
        raise ValueError(name)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('history.door', %s, true)", [name])
        yield
        cursor.execute("SELECT set_config('history.door', '', true)")
