"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("daily", "0001_daily_deal"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="attempt",
            options={
                "ordering": ("id",),
                "verbose_name": "attempt at a daily deal",
                "verbose_name_plural": "attempts at daily deals",
            },
        ),
        migrations.AlterField(
            model_name="day",
            name="level",
            field=models.SlugField(max_length=20, verbose_name="bot level"),
        ),
    ]
