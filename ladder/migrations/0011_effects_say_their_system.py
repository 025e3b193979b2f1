"""What a revision did says whose numbers these are; of what stands there, the system in force then."""

from django.db import migrations, models

SYSTEM_THEN = """
    UPDATE ladder_effect e SET system = COALESCE((
        SELECT system FROM (
            SELECT DISTINCT ON (valid_from) valid_from, system
            FROM ladder_laddersettings s
            WHERE s.ladder_id = e.ladder_id AND s.at <= e.at
            ORDER BY valid_from, id DESC
        ) newest
        WHERE system <> '' ORDER BY valid_from DESC LIMIT 1
    ), '')
"""


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0010_rules_press"),
    ]

    operations = [
        migrations.AddField(
            model_name="effect",
            name="system",
            field=models.CharField(default="", max_length=30),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="effectmove",
            name="own",
            field=models.FloatField(null=True),
        ),
        migrations.RunSQL(SYSTEM_THEN, migrations.RunSQL.noop),
    ]
