"""Users can choose how long sentences stand at a table."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_plain_english")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="reading_pace",
            field=models.PositiveSmallIntegerField(
                choices=[(160, "Calm"), (100, "Normal"), (50, "Quick")],
                db_default=100,
                default=100,
                verbose_name="speed at the table",
            ),
        ),
    ]
