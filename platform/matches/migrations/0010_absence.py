"""Who is away from a running match, who plays in their place, and who sat there at first."""

from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def held_at_first(apps: Any, schema_editor: Any) -> None:
    """Seats of matches that were dealt before: as far as anybody knows, nobody has left them."""
    seats = apps.get_model("matches", "Seat").objects.filter(match__started_at__isnull=False)
    seats.update(dealt_to=models.F("user"))


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0009_clocks"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Departure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                (
                    "why",
                    models.CharField(
                        choices=[("away", "was away"), ("left", "left")],
                        max_length=10,
                        verbose_name="why",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="when")),
                ("back_at", models.DateTimeField(null=True, verbose_name="back")),
            ],
            options={
                "verbose_name": "departure",
                "verbose_name_plural": "departures",
                "ordering": ("id",),
            },
        ),
        migrations.AddField(
            model_name="seat",
            name="dealt_to",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="dealt_seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="held at first by",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="missed",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="offer",
            field=models.CharField(max_length=32, null=True, unique=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="stand_in",
            field=models.SlugField(blank=True, max_length=20, verbose_name="stand-in"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("stand_in", ""), ("user__isnull", False), _connector="OR"),
                name="a_stand_in_is_for_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("offer__isnull", True),
                    models.Q(("stand_in", ""), _negated=True),
                    _connector="OR",
                ),
                name="only_an_absent_seat_is_offered",
            ),
        ),
        migrations.AddField(
            model_name="departure",
            name="followed_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="followed by",
            ),
        ),
        migrations.AddField(
            model_name="departure",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="departures",
                to="matches.match",
                verbose_name="match",
            ),
        ),
        migrations.AddField(
            model_name="departure",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="departures",
                to=settings.AUTH_USER_MODEL,
                verbose_name="who",
            ),
        ),
        migrations.AddConstraint(
            model_name="departure",
            constraint=models.UniqueConstraint(
                condition=models.Q(("back_at__isnull", True), ("followed_by__isnull", True)),
                fields=("match", "seat"),
                name="one_is_away_at_a_time",
            ),
        ),
        migrations.RunPython(held_at_first, migrations.RunPython.noop),
    ]
