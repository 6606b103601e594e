"""The audit log, which the database itself only ever lets grow."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

APPEND_ONLY = """
CREATE TRIGGER moderation_auditentry_append_only BEFORE UPDATE OR DELETE ON moderation_auditentry
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0001_initial"),
        ("matches", "0002_append_only"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
        migrations.RunSQL(
            APPEND_ONLY, "DROP TRIGGER moderation_auditentry_append_only ON moderation_auditentry"
        ),
    ]
