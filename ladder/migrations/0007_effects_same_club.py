"""What a revision did can only name a ladder, an event and people of one club."""

from django.db import migrations, models
from django.db.models import CASCADE

COMPOSITE = [
    ("ladder_effect", "ladder_id", "ladder_ladder"),
    ("ladder_effect", "event_id", "events_event"),
    ("ladder_effectmove", "effect_id", "ladder_effect"),
    ("ladder_effectmove", "player_id", "players_player"),
]
# Keys are checked at once, since a table with checks that wait cannot be altered.
FILL = """
    SET CONSTRAINTS ALL IMMEDIATE;
    UPDATE ladder_effect e SET club_id = l.club_id FROM ladder_ladder l WHERE l.id = e.ladder_id;
    UPDATE ladder_effectmove m SET club_id = e.club_id FROM ladder_effect e WHERE e.id = m.effect_id;
"""


def _club(null: bool) -> models.ForeignKey:
    return models.ForeignKey(null=null, on_delete=CASCADE, related_name="+", to="clubs.club")


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0004_sessions"),
        ("events", "0007_upload_same_club"),
        ("ladder", "0006_seen_drift"),
        ("players", "0006_suffix_same_club"),
    ]

    operations = [
        *[migrations.AddField(name, "club", _club(True)) for name in ("effect", "effectmove")],
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        *[migrations.AlterField(name, "club", _club(False)) for name in ("effect", "effectmove")],
        migrations.AddConstraint(
            model_name="effect",
            constraint=models.UniqueConstraint(fields=("club", "id"), name="effect_of_club"),
        ),
        *[
            migrations.RunSQL(
                f"ALTER TABLE {table} ADD CONSTRAINT {table}_{column}_same"
                f" FOREIGN KEY (club_id, {column}) REFERENCES {target} (club_id, id)"
                " DEFERRABLE INITIALLY DEFERRED",
                f"ALTER TABLE {table} DROP CONSTRAINT {table}_{column}_same",
            )
            for table, column, target in COMPOSITE
        ],
    ]
