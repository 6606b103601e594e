"""What matches count for after corrections, which are kept for ever."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

PLAYED = "UPDATE matches_match SET result = standing WHERE status = 'finished'"

KEPT = """
CREATE TRIGGER matches_correction_kept BEFORE DELETE ON matches_correction
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""

# People may go; what was said and done stays.
AS_SAID = """
CREATE TRIGGER matches_correction_as_said BEFORE UPDATE ON matches_correction
  FOR EACH ROW WHEN (
    (OLD.match_id, OLD.kind, OLD.round, OLD.facts, OLD.reason, OLD.source, OLD.at)
      IS DISTINCT FROM
    (NEW.match_id, NEW.kind, NEW.round, NEW.facts, NEW.reason, NEW.source, NEW.at)
    OR OLD.undone_at IS NOT NULL AND (OLD.undone_at, OLD.undone_reason)
      IS DISTINCT FROM (NEW.undone_at, NEW.undone_reason)
  ) EXECUTE FUNCTION matches_refuse_change()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0011_orders"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="result",
            field=models.JSONField(editable=False, null=True, verbose_name="result"),
        ),
        migrations.CreateModel(
            name="Correction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("void", "does not count"),
                            ("result", "another result"),
                            ("points", "other points in a round"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(null=True, verbose_name="round")),
                ("facts", models.JSONField(default=dict, verbose_name="what counts")),
                ("reason", models.TextField(verbose_name="reason")),
                ("source", models.CharField(blank=True, max_length=80, verbose_name="because of")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("undone_at", models.DateTimeField(null=True, verbose_name="undone")),
                ("undone_reason", models.TextField(blank=True, verbose_name="why undone")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="undone by",
                    ),
                ),
            ],
            options={
                "verbose_name": "correction",
                "verbose_name_plural": "corrections",
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            models.Q(("source", ""), _negated=True), ("undone_at__isnull", True)
                        ),
                        fields=("match", "kind", "round", "source"),
                        name="asked_for_once",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "points"), ("round__isnull", False)),
                            models.Q(("kind__in", ("void", "result")), ("round__isnull", True)),
                            _connector="OR",
                        ),
                        name="only_points_are_of_a_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="a_correction_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("undone_at__isnull", True), ("undone_reason", "")),
                            models.Q(
                                ("undone_at__isnull", False),
                                models.Q(("undone_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="so_has_its_undoing",
                    ),
                ],
            },
        ),
        migrations.RunSQL(PLAYED, migrations.RunSQL.noop),
        migrations.RunSQL(KEPT, "DROP TRIGGER matches_correction_kept ON matches_correction"),
        migrations.RunSQL(AS_SAID, "DROP TRIGGER matches_correction_as_said ON matches_correction"),
    ]
