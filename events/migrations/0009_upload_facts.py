"""Of a file: what it states of players that a rating system of the club needs."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("events", "0008_listing"),
    ]

    operations = [
        migrations.AddField(
            model_name="upload",
            name="facts",
            field=models.JSONField(default=dict),
        ),
    ]
