"""Banks, pauses, the heartbeat and what it found."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0008_facts"),
    ]

    operations = [
        migrations.AddField(
            model_name="seat",
            name="bank_used_ms",
            field=models.BigIntegerField(
                default=0, editable=False, verbose_name="spent of the bank"
            ),
        ),
        migrations.CreateModel(
            name="Downtime",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begins_ms", models.BigIntegerField(verbose_name="begins")),
                ("ends_ms", models.BigIntegerField(db_index=True, verbose_name="ends")),
            ],
            options={
                "verbose_name": "downtime",
                "verbose_name_plural": "downtimes",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("begins_ms__lt", models.F("ends_ms"))),
                        name="a_downtime_lasts",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at_ms", models.BigIntegerField()),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("pk", 1)), name="one_heart")
                ],
            },
        ),
        migrations.CreateModel(
            name="Pause",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("agreed", models.JSONField(default=list, verbose_name="agreed")),
                ("begins_ms", models.BigIntegerField(null=True, verbose_name="begins")),
                ("ends_ms", models.BigIntegerField(null=True, verbose_name="ends")),
                ("left_ms", models.BigIntegerField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pauses",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "pause",
                "verbose_name_plural": "pauses",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ends_ms__isnull", True)),
                        fields=("match",),
                        name="one_pause_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_ms__isnull", True),
                            ("begins_ms__lte", models.F("ends_ms")),
                            _connector="OR",
                        ),
                        name="a_pause_ends_after_it_begins",
                    ),
                ],
            },
        ),
    ]
