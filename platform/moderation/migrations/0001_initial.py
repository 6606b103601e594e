"""The record of disputes."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("matches", "0008_facts"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Dispute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(verbose_name="round")),
                ("move", models.PositiveIntegerField(verbose_name="move")),
                ("index", models.PositiveSmallIntegerField()),
                ("seq", models.PositiveIntegerField()),
                ("word", models.TextField(verbose_name="word")),
                ("parts", models.JSONField(verbose_name="cards")),
                ("stands", models.BooleanField(verbose_name="stands")),
                (
                    "by",
                    models.CharField(
                        choices=[("vote", "vote"), ("lexicon", "lexicon")],
                        max_length=10,
                        verbose_name="decided by",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="disputes",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "rules",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="matches.rulesversion",
                        verbose_name="rules version",
                    ),
                ),
            ],
            options={
                "verbose_name": "dispute",
                "verbose_name_plural": "disputes",
            },
        ),
        migrations.CreateModel(
            name="Party",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("author", "announced the word"),
                            ("doubter", "doubted it"),
                            ("voter", "voted"),
                        ],
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                ("place", models.PositiveSmallIntegerField(verbose_name="turn")),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("bot", models.SlugField(blank=True, max_length=20, verbose_name="bot")),
                ("valid", models.BooleanField(null=True, verbose_name="held it valid")),
                (
                    "dispute",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parties",
                        to="moderation.dispute",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="disputes",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "party",
                "verbose_name_plural": "parties",
                "ordering": ("dispute", "role", "place"),
            },
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(
                fields=("match", "round", "move", "index"), name="one_record_a_dispute"
            ),
        ),
        migrations.AddConstraint(
            model_name="party",
            constraint=models.UniqueConstraint(
                fields=("dispute", "role", "place"), name="one_party_a_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="party",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("role", "voter"), ("valid__isnull", False)),
                    models.Q(models.Q(("role", "voter"), _negated=True), ("valid__isnull", True)),
                    _connector="OR",
                ),
                name="only_voters_vote",
            ),
        ),
    ]
