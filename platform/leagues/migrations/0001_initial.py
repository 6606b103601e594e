"""Leagues, their seasons, divisions and fixtures."""

from __future__ import annotations

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models

import leagues.scoring.tie_breaks


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("matches", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Division",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("tier", models.PositiveSmallIntegerField(verbose_name="tier")),
                ("seed", models.BigIntegerField(editable=False)),
                (
                    "matches_each",
                    models.PositiveSmallIntegerField(default=0, verbose_name="matches each"),
                ),
                (
                    "imbalance",
                    models.JSONField(editable=False, null=True, verbose_name="imbalance"),
                ),
            ],
            options={
                "verbose_name": "division",
                "verbose_name_plural": "divisions",
                "ordering": ("season_id", "tier"),
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, unique=True, verbose_name="name")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                (
                    "description",
                    models.TextField(blank=True, max_length=2000, verbose_name="what it is"),
                ),
                (
                    "live",
                    models.BooleanField(
                        default=False,
                        help_text="Live matches are played at an appointment, the others by correspondence.",
                        verbose_name="live",
                    ),
                ),
                (
                    "seats",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(8),
                        ],
                        verbose_name="seats at a table",
                    ),
                ),
                (
                    "division_size",
                    models.PositiveSmallIntegerField(
                        default=12,
                        validators=[
                            django.core.validators.MinValueValidator(2),
                            django.core.validators.MaxValueValidator(40),
                        ],
                        verbose_name="players in a division",
                    ),
                ),
                (
                    "matches_each",
                    models.PositiveSmallIntegerField(
                        default=9,
                        help_text="The nearest number is taken with which all play equally often at full tables.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(60),
                        ],
                        verbose_name="matches of each player in a season",
                    ),
                ),
                (
                    "at_once",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(60),
                        ],
                        verbose_name="matches that one plays at the same time",
                    ),
                ),
                (
                    "points",
                    models.JSONField(
                        blank=True,
                        default=list,
                        help_text="The first place's first. Empty: as many as players came in behind.",
                        verbose_name="points for each place",
                    ),
                ),
                (
                    "moving",
                    models.PositiveSmallIntegerField(
                        default=2,
                        help_text="As many go up from a division as come down to it.",
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(20),
                        ],
                        verbose_name="players who go up, and down, after a season",
                    ),
                ),
                (
                    "tie_breaks",
                    models.JSONField(
                        default=leagues.scoring.tie_breaks.default_order,
                        verbose_name="what decides between equal points",
                    ),
                ),
                (
                    "counts",
                    models.CharField(
                        choices=[
                            ("places", "the places of each match"),
                            ("rounds", "the points written down in the rounds"),
                        ],
                        default="places",
                        max_length=10,
                        verbose_name="what counts",
                    ),
                ),
                (
                    "corrections",
                    models.CharField(
                        choices=[
                            ("points", "change the table"),
                            ("none", "are shown, and change nothing"),
                        ],
                        default="points",
                        max_length=10,
                        verbose_name="rulings on words",
                    ),
                ),
                (
                    "void",
                    models.CharField(
                        choices=[("replay", "is played once more"), ("drop", "does not count")],
                        default="replay",
                        max_length=10,
                        verbose_name="a void match",
                    ),
                ),
                (
                    "sign_up_days",
                    models.PositiveSmallIntegerField(
                        default=14,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(90),
                        ],
                        verbose_name="days to sign up",
                    ),
                ),
                (
                    "season_days",
                    models.PositiveSmallIntegerField(
                        default=90,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(366),
                        ],
                        verbose_name="days of a season",
                    ),
                ),
                (
                    "break_days",
                    models.PositiveSmallIntegerField(
                        default=7,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(180),
                        ],
                        verbose_name="days between two seasons",
                    ),
                ),
                (
                    "appointment_days",
                    models.PositiveSmallIntegerField(
                        default=10,
                        help_text="So long the players have to agree on an appointment and to play.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(60),
                        ],
                        verbose_name="days for a live match",
                    ),
                ),
                (
                    "most",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        help_text="Players who sign up later are on the waiting list. Empty: as many as sign up.",
                        null=True,
                        verbose_name="most players",
                    ),
                ),
                (
                    "substitutes",
                    models.BooleanField(
                        default=True,
                        help_text="Somebody who waits takes the place of a player who drops out.",
                        verbose_name="substitutes",
                    ),
                ),
                (
                    "confirm_draw",
                    models.BooleanField(
                        default=False,
                        help_text="Until then it can be drawn anew, and no match begins.",
                        verbose_name="an organiser confirms the draw",
                    ),
                ),
                (
                    "continues",
                    models.BooleanField(
                        default=True, verbose_name="the next season opens by itself"
                    ),
                ),
                (
                    "closed_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="closed"
                    ),
                ),
                ("created_at", models.DateTimeField(editable=False, verbose_name="founded")),
                ("changes", models.PositiveIntegerField(default=1, editable=False)),
                (
                    "organisers",
                    models.ManyToManyField(
                        related_name="organised",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="organisers",
                    ),
                ),
            ],
            options={
                "verbose_name": "league",
                "verbose_name_plural": "leagues",
                "ordering": ("name",),
                "permissions": (("organise", "Can organise every league"),),
            },
        ),
        migrations.CreateModel(
            name="LeagueGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("tempo", models.SlugField(max_length=20, verbose_name="tempo")),
                ("target", models.JSONField(default=dict, verbose_name="target")),
                ("dropped", models.BooleanField(default=False)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="leagues.league",
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
                "ordering": ("position", "id"),
            },
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "to come"),
                            ("arranging", "to be arranged"),
                            ("running", "running"),
                            ("settled", "over"),
                        ],
                        default="waiting",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("opened_at", models.DateTimeField(blank=True, null=True, verbose_name="opened")),
                ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="due")),
                (
                    "appointment",
                    models.DateTimeField(blank=True, null=True, verbose_name="appointment"),
                ),
                (
                    "how",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("played", "played"),
                            ("corrected", "corrected"),
                            ("adjudicated", "counted as it stood"),
                            ("walkover", "walkover"),
                            ("void", "void"),
                        ],
                        max_length=12,
                        verbose_name="how it ended",
                    ),
                ),
                ("by_hand", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="reason")),
                ("changes", models.PositiveIntegerField(default=0)),
                ("settled_at", models.DateTimeField(blank=True, null=True, verbose_name="settled")),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fixtures",
                        to="leagues.division",
                    ),
                ),
                (
                    "match",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fixture",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "replay_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replay",
                        to="leagues.fixture",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="leagues.leaguegame",
                    ),
                ),
            ],
            options={
                "verbose_name": "fixture",
                "verbose_name_plural": "fixtures",
                "ordering": ("division_id", "number"),
            },
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("planned", "planned"),
                            ("sign_up", "open for sign-up"),
                            ("drawn", "being drawn"),
                            ("running", "running"),
                            ("finished", "finished"),
                            ("cancelled", "called off"),
                        ],
                        default="planned",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("opens_at", models.DateTimeField(verbose_name="sign-up opens")),
                (
                    "begins_at",
                    models.DateTimeField(verbose_name="sign-up closes, the season begins"),
                ),
                ("ends_at", models.DateTimeField(verbose_name="the season ends")),
                (
                    "finished_at",
                    models.DateTimeField(
                        blank=True, editable=False, null=True, verbose_name="ended"
                    ),
                ),
                ("settings", models.JSONField(default=dict, editable=False)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seasons",
                        to="leagues.league",
                        verbose_name="league",
                    ),
                ),
            ],
            options={
                "verbose_name": "season",
                "verbose_name_plural": "seasons",
                "ordering": ("league_id", "number"),
            },
        ),
        migrations.CreateModel(
            name="News",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("open", "sign-up is open"),
                            ("stays", "signed up again"),
                            ("begun", "the season begins"),
                            ("arrange", "a match is to be arranged"),
                            ("proposed", "an appointment is proposed"),
                            ("soon", "an appointment is near"),
                            ("overdue", "there is no appointment yet"),
                            ("ended", "the season is over"),
                        ],
                        max_length=10,
                    ),
                ),
                ("situation", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField()),
                ("sent_at", models.DateTimeField(null=True)),
                (
                    "fixture",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="news",
                        to="leagues.fixture",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="league_news",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="news",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "news of a league",
                "verbose_name_plural": "news of leagues",
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("bot", models.SlugField(blank=True, max_length=20, verbose_name="bot")),
                ("bot_number", models.PositiveSmallIntegerField(default=0)),
                ("rank", models.PositiveIntegerField(default=0, editable=False)),
                ("signed_up_at", models.DateTimeField(verbose_name="signed up")),
                ("late", models.BooleanField(default=False, verbose_name="came late")),
                (
                    "dropped_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="dropped out"),
                ),
                (
                    "dropped_why",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("self", "dropped out"),
                            ("organiser", "was taken out by an organiser"),
                            ("account", "has no account any more"),
                        ],
                        max_length=10,
                    ),
                ),
                (
                    "final_place",
                    models.PositiveSmallIntegerField(
                        editable=False, null=True, verbose_name="final place"
                    ),
                ),
                ("moved", models.SmallIntegerField(default=0, editable=False)),
                (
                    "division",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="leagues.division",
                    ),
                ),
                (
                    "replaces",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="replaced_by",
                        to="leagues.entry",
                        verbose_name="replaces",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="user",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ("season_id", "rank", "signed_up_at", "id"),
            },
        ),
        migrations.AddField(
            model_name="division",
            name="season",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="divisions",
                to="leagues.season",
            ),
        ),
        migrations.CreateModel(
            name="TableChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(verbose_name="at")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("drawn", "the fixtures were drawn"),
                            ("result", "a match is over"),
                            ("correction", "a result was corrected"),
                            ("decision", "a match was decided without being played out"),
                            ("void", "a match is void"),
                            ("dropped", "somebody dropped out"),
                            ("replaced", "somebody took a place over"),
                            ("final", "the season is over"),
                        ],
                        max_length=12,
                        verbose_name="what",
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="reason")),
                ("table", models.JSONField()),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="leagues.division",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="history",
                        to="leagues.entry",
                    ),
                ),
                (
                    "fixture",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="history",
                        to="leagues.fixture",
                    ),
                ),
            ],
            options={
                "verbose_name": "change of a table",
                "verbose_name_plural": "changes of tables",
                "ordering": ("division_id", "number"),
            },
        ),
        migrations.CreateModel(
            name="FixtureSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                ("agreed", models.BooleanField(default=False)),
                ("answered", models.BooleanField(default=False)),
                (
                    "place",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="place"),
                ),
                ("total", models.IntegerField(blank=True, null=True, verbose_name="total")),
                ("vacant", models.BooleanField(default=False)),
                ("absent", models.BooleanField(default=False, verbose_name="absent")),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="leagues.entry",
                    ),
                ),
                (
                    "fixture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="leagues.fixture",
                    ),
                ),
            ],
            options={
                "ordering": ("fixture_id", "seat"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("fixture", "seat"), name="one_row_a_seat_of_a_fixture"
                    ),
                    models.UniqueConstraint(fields=("fixture", "entry"), name="one_seat_an_entry"),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("division_size__gte", models.F("seats")), ("seats__gte", 2)),
                name="a_division_fills_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "division_size__gte",
                        django.db.models.expressions.CombinedExpression(
                            models.Value(2), "*", models.F("moving")
                        ),
                    )
                ),
                name="nobody_goes_up_and_down_at_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("most__isnull", True), ("most__gte", models.F("seats")), _connector="OR"
                ),
                name="a_league_fills_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("matches_each__gte", 1), ("season_days__gte", 1), ("sign_up_days__gte", 1)
                ),
                name="a_season_takes_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="leaguegame",
            constraint=models.UniqueConstraint(
                condition=models.Q(("dropped", False)),
                fields=("league", "rules", "tempo"),
                name="one_row_a_game_of_a_league",
            ),
        ),
        migrations.AddIndex(
            model_name="fixture",
            index=models.Index(fields=["state", "due_at"], name="fixtures_by_state"),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(
                fields=("division", "number"), name="one_fixture_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("settled_at__isnull", False),
                        ("state", "settled"),
                        models.Q(("how", ""), _negated=True),
                    ),
                    models.Q(
                        models.Q(("state", "settled"), _negated=True),
                        ("how", ""),
                        ("settled_at__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="a_settled_fixture_says_how",
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "running"), _negated=True),
                    ("match__isnull", False),
                    _connector="OR",
                ),
                name="a_running_fixture_has_its_match",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("league", "number"), name="one_season_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("state__in", ("finished", "cancelled", "planned")), _negated=True
                ),
                fields=("league",),
                name="one_season_at_a_time",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "planned")),
                fields=("league",),
                name="one_season_is_planned",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("begins_at__lte", models.F("ends_at")), ("opens_at__lt", models.F("begins_at"))
                ),
                name="a_season_ends_after_it_begins",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("finished_at__isnull", False), ("state", "finished")),
                    models.Q(
                        models.Q(("state", "finished"), _negated=True),
                        ("finished_at__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="a_finished_season_has_its_end",
            ),
        ),
        migrations.AddIndex(
            model_name="news",
            index=models.Index(
                condition=models.Q(("sent_at", None)), fields=["id"], name="league_news_to_send"
            ),
        ),
        migrations.AddConstraint(
            model_name="news",
            constraint=models.UniqueConstraint(
                fields=("user", "kind", "season", "fixture", "situation"),
                name="league_news_once",
                nulls_distinct=False,
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("dropped_at__isnull", True), ("user__isnull", False)),
                fields=("season", "user"),
                name="one_entry_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("bot", ""), _negated=True),
                fields=("season", "bot_number"),
                name="one_entry_a_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(("user__isnull", True), ("bot", ""), _connector="OR"),
                name="an_entry_is_a_person_or_a_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("bot", ""), ("bot_number", 0)),
                    models.Q(models.Q(("bot", ""), _negated=True), ("bot_number__gte", 1)),
                    _connector="OR",
                ),
                name="bots_are_numbered",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("dropped_at__isnull", True), ("dropped_why", "")),
                    models.Q(
                        ("dropped_at__isnull", False), models.Q(("dropped_why", ""), _negated=True)
                    ),
                    _connector="OR",
                ),
                name="who_drops_out_has_a_reason",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("replaces__isnull", True), ("division__isnull", False), _connector="OR"
                ),
                name="a_substitute_has_a_division",
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                fields=("season", "tier"), name="one_division_a_tier"
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.CheckConstraint(
                condition=models.Q(("tier__gte", 1)), name="tiers_count_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="tablechange",
            constraint=models.UniqueConstraint(
                fields=("division", "number"), name="one_change_a_number"
            ),
        ),
    ]
