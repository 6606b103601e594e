from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0003_about_others")]

    operations = [
        migrations.AddField(
            model_name="channel",
            name="session_key",
            field=models.CharField(
                blank=True, db_default="", default="", editable=False, max_length=40
            ),
        ),
        migrations.AddField(
            model_name="delivery",
            name="looked",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name="notice",
            name="seat",
            field=models.PositiveSmallIntegerField(editable=False, null=True),
        ),
    ]
