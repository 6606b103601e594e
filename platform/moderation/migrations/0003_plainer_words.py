"""Plainer words in forms."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0002_written_elsewhere"),
    ]

    operations = [
        migrations.AlterField(
            model_name="sanction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("warning", "Warning"),
                    ("mute", "Only ready-made messages at tables"),
                    ("no_public", "No public tables"),
                    ("suspension", "Suspension"),
                    ("ban", "Ban"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
    ]
