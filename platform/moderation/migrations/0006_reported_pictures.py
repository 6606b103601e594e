"""Copies of reported pictures."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("moderation", "0005_plain_english")]

    operations = [
        migrations.CreateModel(
            name="ReportedPicture",
            fields=[
                (
                    "report",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="picture",
                        serialize=False,
                        to="moderation.report",
                    ),
                ),
                ("image", models.BinaryField(max_length=40000)),
            ],
        ),
    ]
