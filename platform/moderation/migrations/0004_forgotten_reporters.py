"""Several people who told of one message can all be forgotten: then nobody stands there, more than once."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("moderation", "0003_plainer_words"),)

    operations = (
        migrations.RemoveConstraint("report", "one_report_a_message_and_reporter"),
        migrations.AddConstraint(
            "report",
            models.UniqueConstraint(
                fields=("message", "reporter"),
                condition=models.Q(message__isnull=False),
                name="one_report_a_message_and_reporter",
            ),
        ),
    )
