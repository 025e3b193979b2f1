"""Decisions have numbers, and say which people and events they concern."""

import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


# The decision itself, or what it takes back, directly or over other undos.
TAKEN_BACK = """
CREATE FUNCTION taken_back(decision bigint) RETURNS SETOF events_identitydecision
LANGUAGE sql STABLE AS $$
    WITH RECURSIVE named AS (
        SELECT * FROM events_identitydecision WHERE id = decision
        UNION
        SELECT d.* FROM named n JOIN events_identitydecision d ON d.id = n.undoes_id
    )
    SELECT * FROM named
$$;
"""

# Everybody whose lines or starting ratings may be somebody else's by these decisions: the people
# that they name, and whoever was ever merged with one of them.
PEOPLE_OF = """
CREATE FUNCTION people_of(decisions bigint[]) RETURNS SETOF bigint LANGUAGE sql STABLE AS $$
    WITH RECURSIVE same (id) AS (
        SELECT p.id FROM unnest(decisions) AS d (id)
        CROSS JOIN LATERAL taken_back(d.id) t
        CROSS JOIN LATERAL (VALUES (t.player_id), (t.other_id)) p (id)
        WHERE p.id IS NOT NULL
        UNION
        SELECT CASE WHEN d.player_id = s.id THEN d.other_id ELSE d.player_id END
        FROM same s
        JOIN events_identitydecision d ON d.kind = 'merge' AND s.id IN (d.player_id, d.other_id)
    )
    SELECT id FROM same
$$;
"""

NUMBERS = """
ALTER TABLE events_identitydecision DISABLE TRIGGER USER;
UPDATE events_identitydecision d SET number = n.number FROM (
    SELECT id, row_number() OVER (PARTITION BY club_id ORDER BY id) AS number
    FROM events_identitydecision
) n WHERE n.id = d.id;
ALTER TABLE events_identitydecision ENABLE TRIGGER USER;
"""


def _same_club(columns: str, target: str) -> migrations.RunSQL:
    name = f"events_identitydecision_{columns}_same"
    return migrations.RunSQL(
        f"ALTER TABLE events_identitydecision ADD CONSTRAINT {name}"
        f" FOREIGN KEY (club_id, {columns}) REFERENCES {target} (club_id, id)"
        " DEFERRABLE INITIALLY DEFERRED",
        f"ALTER TABLE events_identitydecision DROP CONSTRAINT {name}",
    )


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0002_cache"),
        ("events", "0003_effects"),
        ("players", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        pgtrigger.migrations.RemoveTrigger(
            model_name="identitydecision",
            name="touch_insert",
        ),
        migrations.AddField(
            model_name="identitydecision",
            name="number",
            field=models.PositiveIntegerField(db_default=0, editable=False),
        ),
        migrations.AddField(
            model_name="identitydecision",
            name="version",
            field=models.BigIntegerField(db_default=0, editable=False),
        ),
        migrations.RunSQL(TAKEN_BACK, "DROP FUNCTION taken_back(bigint)"),
        migrations.RunSQL(PEOPLE_OF, "DROP FUNCTION people_of(bigint[])"),
        migrations.RunSQL(NUMBERS, migrations.RunSQL.noop),
        migrations.AddIndex(
            model_name="identitydecision",
            index=models.Index(fields=["club", "version"], name="decision_changed"),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="identitydecision",
            trigger=pgtrigger.compiler.Trigger(
                name="seen_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="UPDATE clubs_club SET view_version = view_version + 1 WHERE id IN (SELECT r.club_id FROM new_rows r); RETURN NULL;",
                    hash="446d1a561bfc28c7d9b8b5a7c43e2f2ab9aa9109",
                    level="STATEMENT",
                    operation="INSERT",
                    pgid="pgtrigger_seen_insert_afe08",
                    referencing="REFERENCING NEW TABLE AS new_rows ",
                    table="events_identitydecision",
                    when="AFTER",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="identitydecision",
            trigger=pgtrigger.compiler.Trigger(
                name="stamp",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    declare="DECLARE moves boolean;",
                    func="\n                    moves := NEW.kind IN ('merge', 'split') OR EXISTS (\n                        SELECT FROM taken_back(NEW.undoes_id) t WHERE t.kind IN ('merge', 'split'));\n                    UPDATE clubs_club SET\n                        history_version = history_version + moves::int,\n                        waiting_since = CASE WHEN moves\n                            THEN COALESCE(waiting_since, now()) ELSE waiting_since END\n                    WHERE id = NEW.club_id RETURNING history_version INTO NEW.version;\n                    IF NOT moves THEN NEW.version := 0; END IF;\n                    SELECT COALESCE(max(number), 0) + 1 INTO NEW.number\n                    FROM events_identitydecision WHERE club_id = NEW.club_id;\n                    RETURN NEW;\n                ",
                    hash="7107b43a8fdbebe81edd524e102792c2bfba0036",
                    operation="INSERT",
                    pgid="pgtrigger_stamp_9bf88",
                    table="events_identitydecision",
                    when="BEFORE",
                ),
            ),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name="identitydecision",
            trigger=pgtrigger.compiler.Trigger(
                name="touch_insert",
                sql=pgtrigger.compiler.UpsertTriggerSql(
                    func="\n                    PERFORM touch(ARRAY(\n                        SELECT DISTINCT e.event_id FROM events_entry e\n                        JOIN people_of(ARRAY(SELECT id FROM new_rows WHERE version > 0)) p (id)\n                        ON p.id IN (e.player_id, e.confirmed_id)));\n                    RETURN NULL;\n                ",
                    hash="4f1c029053932e1203e4242d1d86680c66dfe2d7",
                    level="STATEMENT",
                    operation="INSERT",
                    pgid="pgtrigger_touch_insert_eb9e0",
                    referencing="REFERENCING NEW TABLE AS new_rows ",
                    table="events_identitydecision",
                    when="AFTER",
                ),
            ),
        ),
        migrations.AddConstraint(
            model_name="identitydecision",
            constraint=models.UniqueConstraint(fields=("club", "number"), name="decision_number"),
        ),
        migrations.AddConstraint(
            model_name="identitydecision",
            constraint=models.UniqueConstraint(fields=("club", "id"), name="decision_of_club"),
        ),
        _same_club("typed_name_id", "players_typedname"),
        _same_club("undoes_id", "events_identitydecision"),
    ]
