"""The table of Django's database cache, used where there is no Redis (createcachetable's)."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "CREATE TABLE IF NOT EXISTS cache (cache_key varchar(255) PRIMARY KEY,"
            " value text NOT NULL, expires timestamptz NOT NULL);"
            "CREATE INDEX IF NOT EXISTS cache_expires ON cache (expires)",
            "DROP TABLE IF EXISTS cache",
        )
    ]
