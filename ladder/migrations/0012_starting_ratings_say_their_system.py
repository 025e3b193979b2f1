"""A starting rating says whose number it is. What stands there was entered in numbers of the system
in force on its day, by the rules of the moment when it was written."""

from django.db import migrations, models

# The table is only added to, and stamps its rows: neither is meant here.
SYSTEM_THEN = """
    ALTER TABLE ladder_startingrating DISABLE TRIGGER USER;
    UPDATE ladder_startingrating s SET system = COALESCE((
        SELECT system FROM (
            SELECT DISTINCT ON (valid_from) valid_from, system
            FROM ladder_laddersettings r
            WHERE r.ladder_id = s.ladder_id AND r.at <= s.at
            ORDER BY valid_from, id DESC
        ) newest
        WHERE system <> ''
        ORDER BY valid_from <= s.valid_from DESC, abs(valid_from - s.valid_from) LIMIT 1
    ), '');
    ALTER TABLE ladder_startingrating ENABLE TRIGGER USER;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0011_effects_say_their_system"),
    ]

    operations = [
        migrations.AddField(
            model_name="startingrating",
            name="system",
            field=models.CharField(blank=True, default="", max_length=30),
        ),
        migrations.RunSQL(SYSTEM_THEN, migrations.RunSQL.noop),
    ]
