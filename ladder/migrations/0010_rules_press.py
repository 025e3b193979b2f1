"""Rules that were changed together can be taken back together."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ladder", "0009_hidden"),
    ]

    operations = [
        migrations.AddField(
            model_name="laddersettings",
            name="press",
            field=models.CharField(blank=True, max_length=40),
        ),
    ]
