"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("moderation", "0004_forgotten_reporters"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="auditentry",
            options={
                "default_permissions": ("view",),
                "ordering": ("-id",),
                "permissions": (
                    ("see_audit", "Can read the audit log"),
                    ("decide_cases", "Can decide reports and cases"),
                    ("sanction", "Can impose and lift sanctions"),
                    ("arbitrate", "Can see all hands of a running match as an arbiter"),
                ),
                "verbose_name": "audit entry",
                "verbose_name_plural": "audit log",
            },
        ),
        migrations.AlterField(
            model_name="auditentry",
            name="target",
            field=models.CharField(max_length=120, verbose_name="about what"),
        ),
        migrations.AlterField(
            model_name="report",
            name="kind",
            field=models.CharField(
                choices=[
                    ("message", "a message"),
                    ("name", "a name"),
                    ("behaviour", "behaviour"),
                    ("collusion", "suspected collusion"),
                    ("flag", "found by the word list"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.AlterField(
            model_name="report",
            name="outcome",
            field=models.CharField(
                blank=True,
                choices=[("dismissed", "no action needed"), ("acted", "a sanction")],
                max_length=10,
                verbose_name="outcome",
            ),
        ),
        migrations.AlterField(
            model_name="sanction",
            name="cause",
            field=models.CharField(
                choices=[
                    ("insult", "insults or threats"),
                    ("name", "an unsuitable name"),
                    ("unfair", "spoiling matches"),
                    ("collusion", "helping each other"),
                    ("accounts", "several accounts at one table"),
                    ("spam", "advertising or spam"),
                    ("other", "something else"),
                ],
                max_length=10,
                verbose_name="because of",
            ),
        ),
    ]
