"""Dated history of a ladder can only name people and ladders of its own club."""

from django.db import migrations

COMPOSITE = [
    ("ladder_laddersettings", "ladder_id", "ladder_ladder"),
    ("ladder_startingrating", "ladder_id", "ladder_ladder"),
    ("ladder_startingrating", "player_id", "players_player"),
]


class Migration(migrations.Migration):
    dependencies = [("ladder", "0001_initial"), ("players", "0001_initial")]

    operations = [
        migrations.RunSQL(
            f"ALTER TABLE {table} ADD CONSTRAINT {table}_{column}_same"
            f" FOREIGN KEY (club_id, {column}) REFERENCES {target} (club_id, id)"
            " DEFERRABLE INITIALLY DEFERRED",
            f"ALTER TABLE {table} DROP CONSTRAINT {table}_{column}_same",
        )
        for table, column, target in COMPOSITE
    ]
