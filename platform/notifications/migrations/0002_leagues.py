from __future__ import annotations

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def tell_of_leagues(apps: Any, schema_editor: Any) -> None:
    """Every channel that told of anything tells of leagues, too, until its person says otherwise."""
    for channel in apps.get_model("notifications", "Channel").objects.exclude(kinds=[]):
        channel.kinds = [*channel.kinds, "league"]
        channel.save(update_fields=["kinds"])


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0012_corrections"),
        ("notifications", "0001_notices"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="notice",
            name="told_once_a_situation",
        ),
        migrations.AddField(
            model_name="notice",
            name="news",
            field=models.JSONField(null=True),
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
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="match",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notices",
                to="matches.match",
                verbose_name="match",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("user", "match", "kind", "situation"),
                name="told_once_a_situation",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "league"), ("match__isnull", True), ("news__isnull", False)),
                    models.Q(
                        models.Q(("kind", "league"), _negated=True),
                        ("match__isnull", False),
                        ("news__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="of_a_match_or_of_a_league",
            ),
        ),
        migrations.RunPython(tell_of_leagues, migrations.RunPython.noop),
    ]
