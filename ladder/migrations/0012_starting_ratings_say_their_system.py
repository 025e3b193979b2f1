"""A starting rating says whose number it is. What stands there was entered in numbers of the system
in force on its day, which "" goes on to mean."""

from django.db import migrations, models


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
    ]
