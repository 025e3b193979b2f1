"""A ladder says by which versions of the rating systems it was built; of what stands there nobody
knows, so that it is computed anew."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladder", "0012_starting_ratings_say_their_system"),
    ]

    operations = [
        migrations.AddField(
            model_name="ladder",
            name="arithmetic",
            field=models.JSONField(default=dict, editable=False),
        ),
    ]
