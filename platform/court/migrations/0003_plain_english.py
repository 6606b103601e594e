"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("court", "0002_settlements"),
    ]

    operations = [
        migrations.AlterField(
            model_name="case",
            name="origin",
            field=models.CharField(
                choices=[
                    ("appeal", "a player appealed"),
                    ("tie", "the vote was a tie"),
                    ("lexicon", "the vote went against the word list"),
                    ("moderator", "a moderator opened it"),
                ],
                max_length=10,
                verbose_name="reason",
            ),
        ),
        migrations.AlterField(
            model_name="dispute",
            name="stands",
            field=models.BooleanField(verbose_name="state"),
        ),
    ]
