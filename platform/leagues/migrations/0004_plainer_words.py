"""Plainer words in forms."""

from __future__ import annotations

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0003_fixture_messages"),
    ]

    operations = [
        migrations.AlterField(
            model_name="league",
            name="appointment_days",
            field=models.PositiveSmallIntegerField(
                default=10,
                help_text="How long the players have to agree on an appointment and to play.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(60),
                ],
                verbose_name="days for a live match",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="invite_only",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Only people whom you invite, by name or by a link, see the league and can take part. This cannot be changed later.",
                verbose_name="invite only",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="live",
            field=models.BooleanField(
                default=False,
                help_text="Live matches are played by appointment, the others by correspondence.",
                verbose_name="live",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="matches_each",
            field=models.PositiveSmallIntegerField(
                default=9,
                help_text="If it does not work out, the nearest number is taken with which everybody plays equally often, at full tables.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(60),
                ],
                verbose_name="matches of each player in a season",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="points",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="The first place's first. Empty: a point for each player who finished behind.",
                verbose_name="points for each place",
            ),
        ),
    ]
