"""Each part of the house has a heart; after a downtime deadlines are written anew by and by."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import migrations, models


def name_the_heart(apps: Any, schema_editor: Any) -> None:
    """The one heart beat in a worker; its row gets an ordinary id, so that others can follow."""
    hearts = apps.get_model("matches", "Heartbeat").objects
    for at_ms in list(hearts.values_list("at_ms", flat=True)):
        hearts.all().delete()
        hearts.create(part="worker", at_ms=at_ms)


class Migration(migrations.Migration):
    dependencies = (("matches", "0016_occasion"),)

    operations = (
        migrations.RemoveConstraint("heartbeat", "one_heart"),
        migrations.AddField(
            "heartbeat",
            "part",
            models.CharField(
                choices=[("web", "Web"), ("worker", "Worker"), ("beat", "Beat")],
                max_length=10,
                unique=True,
                default="worker",
            ),
            preserve_default=False,
        ),
        migrations.RunPython(name_the_heart, migrations.RunPython.noop),
        # Those of before were written into every deadline at once.
        migrations.AddField(
            "downtime", "next_match", models.UUIDField(null=True, default=None, editable=False)
        ),
        migrations.AlterField(
            "downtime",
            "next_match",
            models.UUIDField(null=True, default=uuid.UUID(int=0), editable=False),
        ),
    )
