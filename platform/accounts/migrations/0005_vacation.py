"""Vacations."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_hours"),
    ]

    operations = [
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.DateField(verbose_name="first day")),
                ("last", models.DateField(verbose_name="last day")),
                ("begins_ms", models.BigIntegerField()),
                ("ends_ms", models.BigIntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "vacation",
                "verbose_name_plural": "vacations",
                "ordering": ("begins_ms",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("begins_ms__lte", models.F("ends_ms")),
                            ("first__lte", models.F("last")),
                        ),
                        name="a_vacation_ends_after_it_begins",
                    )
                ],
            },
        ),
    ]
