"""Lists find ended matches by the time of their end, finished or aborted."""

from __future__ import annotations

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False
    dependencies = (("matches", "0007_ended_seats"),)

    operations = (
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["user", "-ended_at", "-id"],
                condition=models.Q(("ended_at__isnull", False)),
                name="seats_by_time_of_end",
            ),
        ),
        RemoveIndexConcurrently("seat", "seats_by_end"),
    )
