"""What was entered together can be taken back together."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("players", "0007_facts"),
    ]

    operations = [
        migrations.AddField(
            model_name="personfact",
            name="press",
            field=models.CharField(blank=True, max_length=40),
        ),
    ]
