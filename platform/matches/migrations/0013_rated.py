"""Which matches count for ratings, and which bots were dealt to."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0012_corrections"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="rated",
            field=models.BooleanField(default=False, verbose_name="rated"),
        ),
        migrations.AddField(
            model_name="seat",
            name="bot_version",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="version of the bot"),
        ),
        migrations.RunSQL(
            "UPDATE matches_seat SET bot_version = 1 WHERE bot <> ''", migrations.RunSQL.noop
        ),
    ]
