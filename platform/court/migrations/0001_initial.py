"""Disputes, cases about them, and rulings that the database keeps for ever."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

KEPT = """
CREATE TRIGGER court_ruling_kept BEFORE UPDATE OR DELETE ON court_ruling
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("matches", "0001_initial"),
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
                        choices=[
                            ("vote", "vote"),
                            ("lexicon", "lexicon"),
                            ("precedents", "earlier rulings"),
                        ],
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
            name="Case",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "origin",
                    models.CharField(
                        choices=[
                            ("appeal", "a player appealed"),
                            ("tie", "the vote was a tie"),
                            ("lexicon", "the vote went against the word list"),
                            ("moderator", "a moderator took it up"),
                        ],
                        max_length=10,
                        verbose_name="because",
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("decided", "decided"),
                            ("withdrawn", "withdrawn"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("opened_at", models.DateTimeField(verbose_name="opened")),
                ("closed_at", models.DateTimeField(null=True, verbose_name="closed")),
                ("claimed_until", models.DateTimeField(null=True, verbose_name="claimed until")),
                (
                    "wants_opinion",
                    models.BooleanField(default=False, verbose_name="second opinion wanted"),
                ),
                ("evidence", models.JSONField(null=True, verbose_name="evidence")),
                (
                    "claimed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="claimed by",
                    ),
                ),
                (
                    "dispute",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="case",
                        to="court.dispute",
                        verbose_name="dispute",
                    ),
                ),
            ],
            options={
                "verbose_name": "case",
                "verbose_name_plural": "cases",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="Opinion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "decision",
                    models.CharField(
                        choices=[
                            ("valid", "valid"),
                            ("invalid", "invalid"),
                            ("form", "valid only in this form"),
                            ("table", "for the table to decide"),
                        ],
                        max_length=10,
                        verbose_name="opinion",
                    ),
                ),
                ("reason", models.TextField(verbose_name="reason")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="opinions",
                        to="court.case",
                    ),
                ),
            ],
            options={
                "verbose_name": "second opinion",
                "verbose_name_plural": "second opinions",
                "ordering": ("id",),
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
                        to="court.dispute",
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
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.SlugField(max_length=40, verbose_name="game")),
                ("entry", models.CharField(max_length=80, verbose_name="entry")),
                ("pair", models.CharField(max_length=80, verbose_name="cards")),
                ("word", models.CharField(max_length=80, verbose_name="word")),
                ("parts", models.JSONField(verbose_name="cards")),
                (
                    "decision",
                    models.CharField(
                        choices=[
                            ("valid", "valid"),
                            ("invalid", "invalid"),
                            ("form", "valid only in this form"),
                            ("table", "for the table to decide"),
                        ],
                        max_length=10,
                        verbose_name="decision",
                    ),
                ),
                ("reason", models.TextField(verbose_name="reason")),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="court.case",
                        verbose_name="case",
                    ),
                ),
                (
                    "correction",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="matches.correction",
                        verbose_name="correction",
                    ),
                ),
                (
                    "overturns",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="overturned_by",
                        to="court.ruling",
                        verbose_name="overturns",
                    ),
                ),
            ],
            options={
                "verbose_name": "ruling",
                "verbose_name_plural": "rulings",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="Citation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "dispute",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="citation",
                        to="court.dispute",
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="citations",
                        to="court.ruling",
                    ),
                ),
            ],
            options={
                "verbose_name": "citation",
                "verbose_name_plural": "citations",
            },
        ),
        migrations.CreateModel(
            name="Challenge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(verbose_name="appeal")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("closed_at", models.DateTimeField(null=True, verbose_name="closed")),
                ("upheld", models.TextField(blank=True, verbose_name="why the ruling stays")),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "ruling",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="challenge",
                        to="court.ruling",
                        verbose_name="ruling",
                    ),
                ),
            ],
            options={
                "verbose_name": "appeal against a ruling",
                "verbose_name_plural": "appeals against rulings",
            },
        ),
        migrations.CreateModel(
            name="Appeal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField(verbose_name="appeal")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("withdrawn_at", models.DateTimeField(null=True, verbose_name="withdrawn")),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "case",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="appeals",
                        to="court.case",
                    ),
                ),
            ],
            options={
                "verbose_name": "appeal",
                "verbose_name_plural": "appeals",
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(fields=("case", "user"), name="one_appeal_a_person")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.UniqueConstraint(
                fields=("match", "round", "move", "index"), name="one_record_a_dispute"
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(fields=["status", "opened_at"], name="cases_by_status"),
        ),
        migrations.AddConstraint(
            model_name="opinion",
            constraint=models.UniqueConstraint(
                fields=("case", "by"), name="one_opinion_a_moderator"
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
        migrations.AddIndex(
            model_name="ruling",
            index=models.Index(fields=["game", "entry", "pair", "-id"], name="rulings_by_entry"),
        ),
        migrations.AddIndex(
            model_name="ruling",
            index=models.Index(fields=["game", "pair"], name="rulings_by_pair"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="a_ruling_has_a_reason"
            ),
        ),
        migrations.RunSQL(KEPT, "DROP TRIGGER court_ruling_kept ON court_ruling"),
    ]
