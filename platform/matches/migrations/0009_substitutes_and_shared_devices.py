"""Substitutes need the consent of the table, and the server stores shared devices."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = (
        ("matches", "0008_seats_by_time_of_end"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.AddField(
            "departure",
            "agreed",
            models.JSONField(db_default=[], default=list, verbose_name="agreed"),
        ),
        migrations.AddField(
            "departure",
            "asked_at",
            models.DateTimeField(null=True, verbose_name="substitute asked for"),
        ),
        migrations.AddField(
            "departure",
            "objected",
            models.BooleanField(db_default=False, default=False, verbose_name="objected"),
        ),
        migrations.AddField(
            "seat",
            "at_device_of",
            models.ForeignKey(
                db_index=False,
                editable=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["at_device_of"],
                condition=models.Q(("at_device_of__isnull", False)),
                name="seats_at_a_shared_device",
            ),
        ),
    )
