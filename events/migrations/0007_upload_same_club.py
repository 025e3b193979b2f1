"""A file can only belong to a draft of its own club."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0006_junior")]

    operations = [
        migrations.AddConstraint(
            model_name="draft",
            constraint=models.UniqueConstraint(fields=("club", "id"), name="draft_of_club"),
        ),
        migrations.RunSQL(
            "ALTER TABLE events_upload ADD CONSTRAINT events_upload_draft_id_same"
            " FOREIGN KEY (club_id, draft_id) REFERENCES events_draft (club_id, id)"
            " DEFERRABLE INITIALLY DEFERRED",
            "ALTER TABLE events_upload DROP CONSTRAINT events_upload_draft_id_same",
        ),
    ]
