"""A number that was given can only name a bearer of its own club."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("players", "0005_consents")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE players_suffixgiven ADD CONSTRAINT players_suffixgiven_player_id_same"
            " FOREIGN KEY (club_id, player_id) REFERENCES players_player (club_id, id)"
            " DEFERRABLE INITIALLY DEFERRED",
            "ALTER TABLE players_suffixgiven DROP CONSTRAINT players_suffixgiven_player_id_same",
        ),
    ]
