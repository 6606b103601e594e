"""The matches of each player: their help says how far even games may move them."""

from __future__ import annotations

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0005_who_relies_is_told"),
    ]

    operations = [
        migrations.AlterField(
            model_name="league",
            name="matches_each",
            field=models.PositiveSmallIntegerField(
                default=9,
                help_text="If it does not work out, the nearest number is taken with which everybody plays equally often, at full tables. With several games it can be the second nearest, if that makes the games more even and is at most a quarter away.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(60),
                ],
                verbose_name="matches of each player in a season",
            ),
        ),
    ]
