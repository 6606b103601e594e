"""Reports, sanctions, and an audit log that the database keeps for ever."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

APPEND_ONLY = """
CREATE TRIGGER moderation_auditentry_append_only BEFORE UPDATE OR DELETE ON moderation_auditentry
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("matches", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Report",
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
                            ("message", "a message"),
                            ("name", "a name"),
                            ("behaviour", "behaviour"),
                            ("collusion", "suspected collusion"),
                            ("flag", "noticed by the word list"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("words", models.TextField(blank=True, verbose_name="words")),
                ("context", models.JSONField(default=dict, verbose_name="context")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("claimed_until", models.DateTimeField(null=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[("dismissed", "nothing to be done"), ("acted", "a sanction")],
                        max_length=10,
                        verbose_name="outcome",
                    ),
                ),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("decided_at", models.DateTimeField(null=True, verbose_name="decided")),
                (
                    "about",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="about",
                    ),
                ),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="matches.message",
                        verbose_name="message",
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="reported by",
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="Sanction",
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
                            ("warning", "Warning"),
                            ("mute", "No own words at tables"),
                            ("no_public", "No public tables"),
                            ("suspension", "Suspension"),
                            ("ban", "Ban"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                (
                    "cause",
                    models.CharField(
                        choices=[
                            ("insult", "insults or threats"),
                            ("name", "an unfit name"),
                            ("unfair", "spoiling matches"),
                            ("collusion", "playing for each other"),
                            ("accounts", "several accounts at one table"),
                            ("spam", "advertising or flooding"),
                            ("other", "something else"),
                        ],
                        max_length=10,
                        verbose_name="because of",
                    ),
                ),
                ("reason", models.TextField(verbose_name="reason")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("ends_at", models.DateTimeField(null=True, verbose_name="ends")),
                ("lifted_at", models.DateTimeField(null=True, verbose_name="lifted")),
                ("lift_reason", models.TextField(blank=True)),
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
                    "lifted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "report",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sanctions",
                        to="moderation.report",
                        verbose_name="report",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="sanctions",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="about",
                    ),
                ),
            ],
            options={
                "verbose_name": "sanction",
                "verbose_name_plural": "sanctions",
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="SanctionAppeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("words", models.TextField(verbose_name="words")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("upheld", "The decision stands"),
                            ("lifted", "The decision was lifted"),
                        ],
                        max_length=10,
                        verbose_name="outcome",
                    ),
                ),
                ("answer", models.TextField(blank=True, verbose_name="answer")),
                ("decided_at", models.DateTimeField(null=True, verbose_name="decided")),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "sanction",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeal",
                        to="moderation.sanction",
                    ),
                ),
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="AuditEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="at")),
                ("app", models.CharField(max_length=40, verbose_name="area")),
                ("verb", models.CharField(max_length=60, verbose_name="what")),
                ("target", models.CharField(max_length=120, verbose_name="of what")),
                ("facts", models.JSONField(default=dict, verbose_name="facts")),
                (
                    "by",
                    models.ForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
            ],
            options={
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
                "ordering": ("-id",),
                "permissions": (
                    ("see_audit", "May read the audit log"),
                    ("decide_cases", "May decide reports and cases"),
                    ("sanction", "May impose and lift sanctions"),
                    ("arbitrate", "May look at all hands of a running match as an arbiter"),
                ),
                "default_permissions": ("view",),
                "indexes": [models.Index(fields=["target", "id"], name="audit_by_target")],
            },
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["outcome", "id"], name="reports_by_outcome"),
        ),
        migrations.AddConstraint(
            model_name="report",
            constraint=models.UniqueConstraint(
                condition=models.Q(("message__isnull", False)),
                fields=("message", "reporter"),
                name="one_report_a_message_and_reporter",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind__in", ("warning", "ban")), _negated=True),
                    ("ends_at", None),
                    _connector="OR",
                ),
                name="warnings_and_bans_have_no_end",
            ),
        ),
        migrations.AddConstraint(
            model_name="sanction",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("kind", "suspension"), _negated=True),
                    ("ends_at__isnull", False),
                    _connector="OR",
                ),
                name="a_suspension_has_an_end",
            ),
        ),
        migrations.RunSQL(
            APPEND_ONLY, "DROP TRIGGER moderation_auditentry_append_only ON moderation_auditentry"
        ),
    ]
