from __future__ import annotations

from typing import Any

from django.db import migrations, models


def tell_of_seats(apps: Any, schema_editor: Any) -> None:
    """Every channel that told of anything tells of seats that are kept, too."""
    for channel in apps.get_model("notifications", "Channel").objects.exclude(kinds=[]):
        channel.kinds = [*channel.kinds, "seat"]
        channel.save(update_fields=["kinds"])


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0003_decisions"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is my turn"),
                    ("deadline", "My time is running out"),
                    ("seat", "A seat is kept for me"),
                    ("begun", "A match begins"),
                    ("ended", "A match is over"),
                    ("league", "News of a league"),
                    ("ruling", "The word court has ruled on a word of mine"),
                    ("decision", "Something was decided about me"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.RunPython(tell_of_seats, migrations.RunPython.noop),
    ]
