from __future__ import annotations

from typing import Any

from django.db import migrations, models

NEWS = ("league", "ruling", "decision")


def tell_of_decisions(apps: Any, schema_editor: Any) -> None:
    """Every channel that told of anything tells of these, too; what others may read, of words alone."""
    for channel in apps.get_model("notifications", "Channel").objects.exclude(kinds=[]):
        own = [] if channel.medium == "webhook" else ["decision"]
        channel.kinds = [*channel.kinds, "ruling", *own]
        channel.save(update_fields=["kinds"])


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0002_leagues"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="notice",
            name="of_a_match_or_of_a_league",
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is my turn"),
                    ("deadline", "My time is running out"),
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
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", NEWS), ("match__isnull", True), ("news__isnull", False)),
                    models.Q(
                        models.Q(("kind__in", NEWS), _negated=True),
                        ("match__isnull", False),
                        ("news__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="of_a_match_or_news",
            ),
        ),
        migrations.RunPython(tell_of_decisions, migrations.RunPython.noop),
    ]
