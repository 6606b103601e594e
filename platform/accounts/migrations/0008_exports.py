"""What people take along of their data."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import accounts.models_export


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_order"),
    ]

    operations = [
        migrations.CreateModel(
            name="Export",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=accounts.models_export.new_token, max_length=32, unique=True
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("total", models.PositiveSmallIntegerField()),
                ("file", models.BinaryField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("file", None)),
                        fields=("user",),
                        name="one_export_at_a_time",
                    )
                ],
            },
        ),
    ]
