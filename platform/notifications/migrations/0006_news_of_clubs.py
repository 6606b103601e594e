"""Notices of clubs."""

from __future__ import annotations

from django.db import migrations, models

NEWS = ("league", "ruling", "decision", "friend", "club")


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_plain_english"),
        ("notifications", "0005_plain_english"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="notice",
            name="of_a_match_or_news",
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is my turn"),
                    ("deadline", "My time is running out"),
                    ("seat", "A seat is reserved for me"),
                    ("begun", "A match begins"),
                    ("ended", "A match is over"),
                    ("league", "League updates"),
                    ("ruling", "The word court ruled on a word of mine"),
                    ("decision", "A decision about me"),
                    ("friend", "Friend requests and answers"),
                    ("club", "News of my clubs"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind__in", NEWS),
                        ("match__isnull", True),
                        ("news__isnull", False),
                    ),
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
    ]
