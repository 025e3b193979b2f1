"""Nobody plays at the lines of a deleted event (events.services.projection)."""

from django.db import migrations

FREE = """
UPDATE events_entry SET player_id = NULL
FROM events_event e WHERE e.id = event_id AND e.deleted AND player_id IS NOT NULL
"""


class Migration(migrations.Migration):
    dependencies = [("events", "0004_decisions")]

    operations = [migrations.RunSQL(FREE, migrations.RunSQL.noop)]
