from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('clubs', '0004_sessions'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='closing_since',
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
