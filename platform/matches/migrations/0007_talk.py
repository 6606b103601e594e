"""What is said at a table, and how people may talk there."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0006_names"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="talk",
            field=models.CharField(
                choices=[("on", "On"), ("presets", "Presets"), ("off", "Off")],
                default="on",
                max_length=10,
                verbose_name="talk",
            ),
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(null=True, verbose_name="round")),
                ("seat", models.PositiveSmallIntegerField(null=True, verbose_name="seat")),
                ("text", models.CharField(blank=True, max_length=280, verbose_name="own words")),
                ("preset", models.SlugField(blank=True, max_length=20, verbose_name="preset")),
                ("at", models.DateTimeField(verbose_name="said")),
                ("key", models.CharField(max_length=64)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="author",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ("id",),
                "indexes": [
                    models.Index(fields=["match", "id"], name="messages_of_a_match"),
                    models.Index(fields=["author", "at"], name="messages_by_author"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "key"), name="one_message_a_key"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("preset", ""), ("text", ""), _negated=True),
                            models.Q(("text", ""), ("preset", ""), _connector="OR"),
                        ),
                        name="own_words_or_a_preset",
                    ),
                ],
            },
        ),
    ]
