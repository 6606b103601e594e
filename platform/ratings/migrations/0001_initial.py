"""Ratings and their history."""

from __future__ import annotations

import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("matches", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="StaleSince",
            fields=[
                ("game", models.SlugField(max_length=40, primary_key=True, serialize=False)),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.SlugField(max_length=40, verbose_name="game")),
                ("bot", models.SlugField(blank=True, max_length=20, verbose_name="bot")),
                (
                    "version",
                    models.PositiveSmallIntegerField(default=0, verbose_name="version of the bot"),
                ),
                ("mu", models.FloatField(verbose_name="mean")),
                ("sigma", models.FloatField(verbose_name="deviation")),
                ("matches", models.PositiveIntegerField(default=0, verbose_name="rated matches")),
                ("played_at", models.DateTimeField(null=True, verbose_name="last rated")),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("place", models.PositiveSmallIntegerField(verbose_name="place")),
                ("mu_before", models.FloatField(verbose_name="mean before")),
                ("sigma_before", models.FloatField(verbose_name="deviation before")),
                ("mu", models.FloatField(verbose_name="mean")),
                ("sigma", models.FloatField(verbose_name="deviation")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "rating",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="ratings.rating",
                        verbose_name="rating",
                    ),
                ),
            ],
            options={
                "verbose_name": "rating change",
                "verbose_name_plural": "rating changes",
            },
        ),
        migrations.CreateModel(
            name="Feat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("name", models.SlugField(max_length=40, verbose_name="name")),
                ("count", models.PositiveIntegerField(verbose_name="count")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="feats",
                        to="matches.match",
                    ),
                ),
            ],
            options={
                "verbose_name": "feat",
                "verbose_name_plural": "feats",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("match", "seat", "name"), name="one_count_a_feat"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                models.F("game"),
                models.OrderBy(
                    django.db.models.expressions.CombinedExpression(
                        models.F("mu"),
                        "-",
                        django.db.models.expressions.CombinedExpression(
                            models.Value(2), "*", models.F("sigma")
                        ),
                    ),
                    descending=True,
                ),
                name="ratings_by_floor",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)),
                fields=("game", "user"),
                name="one_rating_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", True)),
                fields=("game", "bot", "version"),
                name="one_rating_a_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", ""), ("user__isnull", False)),
                    models.Q(("user__isnull", True), models.Q(("bot", ""), _negated=True)),
                    _connector="OR",
                ),
                name="a_rating_is_a_persons_or_a_bots",
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(fields=["rating", "-at", "-match"], name="changes_of_a_rating"),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(fields=("match", "seat"), name="one_change_a_seat"),
        ),
    ]
