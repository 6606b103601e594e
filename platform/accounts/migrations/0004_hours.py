"""Quiet hours and the day of rest."""

from __future__ import annotations

import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_mutes"),
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="hours_before",
            field=models.JSONField(default=list, editable=False),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_from",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MaxValueValidator(1439)],
                verbose_name="quiet from",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="quiet_until",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MaxValueValidator(1439)],
                verbose_name="quiet until",
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="rest_day",
            field=models.PositiveSmallIntegerField(
                blank=True,
                choices=[
                    (0, "Monday"),
                    (1, "Tuesday"),
                    (2, "Wednesday"),
                    (3, "Thursday"),
                    (4, "Friday"),
                    (5, "Saturday"),
                    (6, "Sunday"),
                ],
                null=True,
                verbose_name="day of rest",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("quiet_from__isnull", True), ("quiet_until__isnull", True)),
                    models.Q(
                        ("quiet_from__isnull", False),
                        ("quiet_until__isnull", False),
                        ("quiet_from__lt", 1440),
                        ("quiet_until__lt", 1440),
                    ),
                    _connector="OR",
                ),
                name="accounts_user_quiet_hours_are_a_pair",
            ),
        ),
    ]
