"""Notices, channels and deliveries."""

from __future__ import annotations

import django.db.models.deletion
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
            name="Channel",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "medium",
                    models.CharField(
                        choices=[("mail", "Mail"), ("push", "Push"), ("webhook", "Webhook")],
                        max_length=10,
                        verbose_name="medium",
                    ),
                ),
                ("target", models.CharField(blank=True, max_length=1000)),
                ("label", models.CharField(blank=True, max_length=60, verbose_name="browser")),
                (
                    "shape",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("discord", "Discord"),
                            ("slack", "Slack"),
                            ("raw", "JSON, signed"),
                        ],
                        max_length=10,
                        verbose_name="shape",
                    ),
                ),
                ("secret", models.CharField(blank=True, max_length=64)),
                ("key", models.CharField(blank=True, max_length=100)),
                ("kinds", models.JSONField(default=list, verbose_name="tells of")),
                ("daily", models.BooleanField(default=False, verbose_name="once a day")),
                (
                    "failures",
                    models.PositiveSmallIntegerField(default=0, verbose_name="failures in a row"),
                ),
                (
                    "off_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="switched off"),
                ),
                ("off_why", models.SlugField(blank=True, max_length=20, verbose_name="why")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="channels",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "channel",
                "verbose_name_plural": "channels",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("news", models.JSONField(null=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("turn", "It is my turn"),
                            ("deadline", "My time is running out"),
                            ("seat", "A seat is kept for me"),
                            ("begun", "A match begins"),
                            ("ended", "A match is over"),
                            ("league", "News of a league"),
                            ("ruling", "The word court has ruled on a word of mine"),
                            ("decision", "Something was decided about me"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("situation", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "match",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
            ],
            options={
                "verbose_name": "notice",
                "verbose_name_plural": "notices",
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "medium",
                    models.CharField(
                        choices=[("mail", "Mail"), ("push", "Push"), ("webhook", "Webhook")],
                        max_length=10,
                        verbose_name="medium",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("sending", "on its way"),
                            ("sent", "sent"),
                            ("skipped", "not sent"),
                            ("failed", "failed"),
                        ],
                        default="waiting",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("why", models.SlugField(blank=True, max_length=20, verbose_name="why")),
                ("due_ms", models.BigIntegerField()),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("lost", models.BooleanField(default=False)),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "channel",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="deliveries",
                        to="notifications.channel",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "notice",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.notice",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery",
                "verbose_name_plural": "deliveries",
            },
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("medium", "push"), _negated=True),
                fields=("user", "medium"),
                name="one_channel_a_medium",
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.UniqueConstraint(
                condition=models.Q(("medium", "push")),
                fields=("target",),
                name="one_person_a_browser",
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.UniqueConstraint(
                fields=("user", "match", "kind", "situation"),
                name="told_once_a_situation",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="notice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("kind__in", ("league", "ruling", "decision")),
                        ("match__isnull", True),
                        ("news__isnull", False),
                    ),
                    models.Q(
                        models.Q(("kind__in", ("league", "ruling", "decision")), _negated=True),
                        ("match__isnull", False),
                        ("news__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="of_a_match_or_news",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("status__in", ("waiting", "sending"))),
                fields=["due_ms"],
                name="deliveries_on_their_way",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["user", "-id"], name="deliveries_of_a_user"),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                fields=("notice", "channel"), name="one_delivery_a_channel"
            ),
        ),
    ]
