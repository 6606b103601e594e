"""Reports of texts outside of a table, one for each reporter."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("moderation", "0001_initial"),)

    operations = (
        migrations.AddField(
            "report",
            "source",
            models.CharField(blank=True, db_default="", editable=False, max_length=80),
        ),
        migrations.AddConstraint(
            "report",
            models.UniqueConstraint(
                fields=("source", "reporter"),
                condition=~models.Q(source=""),
                name="one_report_a_source_and_reporter",
            ),
        ),
    )
