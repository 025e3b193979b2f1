"""`touch`, composite foreign keys, and one place for one event in the order of a day."""

from django.db import migrations

TOUCH = """
CREATE FUNCTION touch(event_ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    IF cardinality(event_ids) > 0 THEN
        WITH raised AS (
            UPDATE clubs_club SET history_version = history_version + 1,
                waiting_since = COALESCE(waiting_since, now())
            WHERE id IN (SELECT club_id FROM events_event WHERE id = ANY (event_ids))
            RETURNING id, history_version
        )
        UPDATE events_event e SET version = raised.history_version
        FROM raised WHERE e.club_id = raised.id AND e.id = ANY (event_ids);
    END IF;
END $$;
"""

# (table, columns, referenced table, its columns): nothing of one club can name another's.
COMPOSITE = [
    ("events_eventrevision", "club_id, event_id", "events_event", "club_id, id"),
    ("events_entry", "club_id, event_id", "events_event", "club_id, id"),
    ("events_entry", "club_id, player_id", "players_player", "club_id, id"),
    ("events_entry", "club_id, confirmed_id", "players_player", "club_id, id"),
    ("events_entry", "club_id, typed_name_id", "players_typedname", "club_id, id"),
    ("events_game", "club_id, event_id", "events_event", "club_id, id"),
    ("events_game", "event_id, white_id", "events_entry", "event_id, id"),
    ("events_game", "event_id, black_id", "events_entry", "event_id, id"),
    ("events_identitydecision", "club_id, player_id", "players_player", "club_id, id"),
    ("events_identitydecision", "club_id, other_id", "players_player", "club_id, id"),
    ("events_draft", "club_id, event_id", "events_event", "club_id, id"),
    ("players_player", "club_id, name_id", "players_typedname", "club_id, id"),
]


def _composite_keys() -> list[migrations.RunSQL]:
    operations = []
    for table, columns, target, target_columns in COMPOSITE:
        name = f"{table}_{columns.split(', ')[-1]}_same"
        operations.append(
            migrations.RunSQL(
                f"ALTER TABLE {table} ADD CONSTRAINT {name} FOREIGN KEY ({columns})"
                f" REFERENCES {target} ({target_columns}) DEFERRABLE INITIALLY DEFERRED",
                f"ALTER TABLE {table} DROP CONSTRAINT {name}",
            )
        )
    return operations


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]

    operations = [
        migrations.RunSQL(TOUCH, "DROP FUNCTION touch(bigint[])"),
        *_composite_keys(),
        migrations.RunSQL(
            # Deferrable, so that two events can swap their places in one transaction.
            "ALTER TABLE events_event ADD CONSTRAINT one_event_per_place"
            " EXCLUDE USING btree (club_id WITH =, date WITH =, sequence WITH =)"
            " WHERE (NOT deleted) DEFERRABLE INITIALLY DEFERRED",
            "ALTER TABLE events_event DROP CONSTRAINT one_event_per_place",
        ),
    ]
