"""Matches, their rounds and moves: the log is append-only and complete, published rules are fixed."""

from __future__ import annotations

import uuid

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import matches.models.match

REFUSE = """
CREATE FUNCTION matches_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % is refused: it is kept for ever', TG_OP, TG_TABLE_NAME
    USING ERRCODE = 'restrict_violation';
END $$
"""

APPEND_ONLY = """
CREATE TRIGGER matches_move_append_only BEFORE UPDATE OR DELETE ON matches_move
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""

# Each move except the first refers to the one before, so a gap is a broken reference.
NO_GAP = """
ALTER TABLE matches_move
  ADD COLUMN previous integer GENERATED ALWAYS AS (NULLIF(number, 1) - 1) STORED,
  ADD CONSTRAINT no_gap_in_the_log FOREIGN KEY (round_id, previous)
    REFERENCES matches_move (round_id, number)
"""

# A published rules version can be withdrawn from new tables; nothing else of it can change.
PUBLISHED = """
CREATE TRIGGER matches_rulesversion_published BEFORE UPDATE ON matches_rulesversion
  FOR EACH ROW WHEN (OLD.published IS NOT NULL
    AND to_jsonb(OLD) - 'offered' IS DISTINCT FROM to_jsonb(NEW) - 'offered')
  EXECUTE FUNCTION matches_refuse_change();
CREATE TRIGGER matches_rulesversion_kept BEFORE DELETE ON matches_rulesversion
  FOR EACH ROW WHEN (OLD.published IS NOT NULL) EXECUTE FUNCTION matches_refuse_change()
"""

CORRECTIONS_KEPT = """
CREATE TRIGGER matches_correction_kept BEFORE DELETE ON matches_correction
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""

# A user may be deleted; their messages and actions stay.
CORRECTIONS_AS_SAID = """
CREATE TRIGGER matches_correction_as_said BEFORE UPDATE ON matches_correction
  FOR EACH ROW WHEN (
    (OLD.match_id, OLD.kind, OLD.round, OLD.facts, OLD.reason, OLD.source, OLD.at)
      IS DISTINCT FROM
    (NEW.match_id, NEW.kind, NEW.round, NEW.facts, NEW.reason, NEW.source, NEW.at)
    OR OLD.undone_at IS NOT NULL AND (OLD.undone_at, OLD.undone_reason)
      IS DISTINCT FROM (NEW.undone_at, NEW.undone_reason)
  ) EXECUTE FUNCTION matches_refuse_change()
"""

RELEASES_KEPT = """
CREATE TRIGGER matches_release_kept BEFORE UPDATE OR DELETE ON matches_release
  FOR EACH ROW EXECUTE FUNCTION matches_refuse_change()
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "part",
                    models.CharField(
                        choices=[("web", "Web"), ("worker", "Worker"), ("beat", "Beat")],
                        max_length=10,
                        unique=True,
                    ),
                ),
                ("at_ms", models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="Downtime",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("begins_ms", models.BigIntegerField(verbose_name="begins")),
                ("ends_ms", models.BigIntegerField(db_index=True, verbose_name="ends")),
                (
                    "next_match",
                    models.UUIDField(
                        default=uuid.UUID("00000000-0000-0000-0000-000000000000"),
                        editable=False,
                        null=True,
                    ),
                ),
            ],
            options={
                "verbose_name": "downtime",
                "verbose_name_plural": "downtimes",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("begins_ms__lt", models.F("ends_ms"))),
                        name="a_downtime_lasts",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("game", models.SlugField(max_length=40, verbose_name="game")),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("aborted", "Aborted"),
                        ],
                        default="open",
                        max_length=10,
                        verbose_name="status",
                    ),
                ),
                ("public", models.BooleanField(default=False, verbose_name="public")),
                (
                    "talk",
                    models.CharField(
                        choices=[("on", "On"), ("presets", "Presets"), ("off", "Off")],
                        default="on",
                        max_length=10,
                        verbose_name="talk",
                    ),
                ),
                ("rated", models.BooleanField(default=False, verbose_name="rated")),
                (
                    "rulings",
                    models.CharField(
                        choices=[("none", "None"), ("points", "Points")],
                        default="none",
                        max_length=10,
                        verbose_name="what a ruling corrects",
                    ),
                ),
                ("quick", models.BooleanField(default=False, verbose_name="quick match")),
                (
                    "invite",
                    models.CharField(
                        default=matches.models.match.new_token, max_length=32, unique=True
                    ),
                ),
                ("tempo", models.SlugField(max_length=20, verbose_name="tempo")),
                ("pace", models.JSONField()),
                ("target", models.JSONField(default=dict, verbose_name="target")),
                ("changes", models.PositiveIntegerField(default=1)),
                ("dismissed", models.JSONField(default=list)),
                ("occasion", models.JSONField(blank=True, default=dict, editable=False)),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="opened")),
                (
                    "started_at",
                    models.DateTimeField(editable=False, null=True, verbose_name="first dealt"),
                ),
                (
                    "finished_at",
                    models.DateTimeField(editable=False, null=True, verbose_name="finished"),
                ),
                ("standing", models.JSONField(editable=False, null=True, verbose_name="standing")),
                ("result", models.JSONField(editable=False, null=True, verbose_name="result")),
                (
                    "host",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="host",
                    ),
                ),
                (
                    "rematch_of",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="rematch",
                        to="matches.match",
                        verbose_name="rematch of",
                    ),
                ),
            ],
            options={
                "verbose_name": "match",
                "verbose_name_plural": "matches",
            },
        ),
        migrations.CreateModel(
            name="Release",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.SlugField(max_length=40, verbose_name="game")),
                ("hash", models.CharField(max_length=64)),
                ("base", models.CharField(blank=True, max_length=64)),
                ("files", models.JSONField()),
                ("published", models.DateTimeField(verbose_name="published")),
            ],
            options={
                "verbose_name": "release of the data",
                "verbose_name_plural": "releases of the data",
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "hash"), name="one_release_a_hash")
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("seed", models.BinaryField()),
                ("commitment", models.CharField(max_length=64, verbose_name="commitment")),
                ("nonces", models.JSONField(default=list, verbose_name="nonces of the seats")),
                ("start", models.JSONField(null=True)),
                ("opening", models.JSONField(default=list)),
                ("state", models.TextField(blank=True)),
                ("undo", models.TextField(blank=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0, verbose_name="chance drawn")),
                ("visible", models.JSONField(default=list)),
                ("glances", models.JSONField(default=list)),
                ("at_ms", models.BigIntegerField(default=0)),
                ("outcome", models.JSONField(null=True)),
                ("announced_at", models.DateTimeField(auto_now_add=True, verbose_name="announced")),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
            },
        ),
        migrations.CreateModel(
            name="Outbox",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.SlugField(max_length=30, verbose_name="kind")),
                ("seat", models.PositiveSmallIntegerField(null=True, verbose_name="seat")),
                ("version", models.PositiveIntegerField()),
                ("due_ms", models.BigIntegerField(db_index=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
                ("facts", models.JSONField(default=list)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="outbox",
                        to="matches.round",
                        verbose_name="round",
                    ),
                ),
            ],
            options={
                "verbose_name": "outbox entry",
                "verbose_name_plural": "outbox",
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(verbose_name="number")),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("action", models.JSONField()),
                ("events", models.JSONField()),
                ("key", models.CharField(blank=True, max_length=64)),
                ("body", models.CharField(blank=True, max_length=64)),
                ("at_ms", models.BigIntegerField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="moves",
                        to="matches.round",
                        verbose_name="round",
                    ),
                ),
            ],
            options={
                "verbose_name": "move",
                "verbose_name_plural": "moves",
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="Deadline",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.SlugField(max_length=30, verbose_name="kind")),
                ("seat", models.PositiveSmallIntegerField(null=True, verbose_name="seat")),
                ("due_ms", models.BigIntegerField(db_index=True)),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deadlines",
                        to="matches.round",
                        verbose_name="round",
                    ),
                ),
            ],
            options={
                "verbose_name": "deadline",
                "verbose_name_plural": "deadlines",
            },
        ),
        migrations.CreateModel(
            name="RulesVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("game", models.SlugField(max_length=40, verbose_name="game")),
                ("version", models.PositiveIntegerField(verbose_name="version")),
                ("revision", models.PositiveSmallIntegerField(verbose_name="revision")),
                ("options", models.JSONField(default=dict, verbose_name="options")),
                ("data", models.CharField(blank=True, max_length=64)),
                (
                    "published",
                    models.DateTimeField(blank=True, null=True, verbose_name="published"),
                ),
                ("notes", models.TextField(blank=True, verbose_name="what is new")),
                (
                    "offered",
                    models.BooleanField(default=True, verbose_name="offered at new tables"),
                ),
            ],
            options={
                "verbose_name": "rules version",
                "verbose_name_plural": "rules versions",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "version"), name="one_row_a_version"),
                    models.UniqueConstraint(
                        fields=("game", "revision", "options", "data"),
                        name="one_version_a_combination",
                    ),
                ],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="rules",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="matches.rulesversion",
                verbose_name="rules version",
            ),
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(verbose_name="number")),
                ("bot", models.SlugField(blank=True, max_length=20, verbose_name="bot")),
                ("bot_name", models.CharField(blank=True, editable=False, max_length=20)),
                (
                    "bot_version",
                    models.PositiveSmallIntegerField(default=0, verbose_name="version of the bot"),
                ),
                ("stand_in", models.SlugField(blank=True, max_length=20, verbose_name="stand-in")),
                ("missed", models.PositiveSmallIntegerField(default=0)),
                ("invite", models.CharField(max_length=32, null=True, unique=True)),
                ("offer", models.CharField(max_length=32, null=True, unique=True)),
                ("declared", models.JSONField(default=dict, verbose_name="declared")),
                ("ready", models.BooleanField(default=False, verbose_name="ready")),
                ("nonce", models.CharField(blank=True, max_length=64)),
                (
                    "bank_used_ms",
                    models.BigIntegerField(
                        default=0, editable=False, verbose_name="spent of the bank"
                    ),
                ),
                ("acknowledged", models.PositiveIntegerField(default=0)),
                (
                    "dealt_to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="dealt_seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="held at first by",
                    ),
                ),
                (
                    "kept_for",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="kept_seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="kept for",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seats",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="held by",
                    ),
                ),
            ],
            options={
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="StandingOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=40)),
                ("until", models.IntegerField()),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="orders",
                        to="matches.round",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Departure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
                (
                    "why",
                    models.CharField(
                        choices=[("away", "was away"), ("left", "left")],
                        max_length=10,
                        verbose_name="why",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="when")),
                ("back_at", models.DateTimeField(null=True, verbose_name="back")),
                (
                    "followed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="followed by",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="departures",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="who",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="departures",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "departure",
                "verbose_name_plural": "departures",
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("back_at__isnull", True), ("followed_by__isnull", True)
                        ),
                        fields=("match", "seat"),
                        name="one_is_away_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Correction",
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
                            ("void", "does not count"),
                            ("result", "another result"),
                            ("points", "other points in a round"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("round", models.PositiveSmallIntegerField(null=True, verbose_name="round")),
                ("facts", models.JSONField(default=dict, verbose_name="what counts")),
                ("reason", models.TextField(verbose_name="reason")),
                ("source", models.CharField(blank=True, max_length=80, verbose_name="because of")),
                ("at", models.DateTimeField(verbose_name="at")),
                ("undone_at", models.DateTimeField(null=True, verbose_name="undone")),
                ("undone_reason", models.TextField(blank=True, verbose_name="why undone")),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "undone_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="undone by",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "correction",
                "verbose_name_plural": "corrections",
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            models.Q(("source", ""), _negated=True), ("undone_at__isnull", True)
                        ),
                        fields=("match", "kind", "round", "source"),
                        name="asked_for_once",
                        nulls_distinct=False,
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "points"), ("round__isnull", False)),
                            models.Q(("kind__in", ("void", "result")), ("round__isnull", True)),
                            _connector="OR",
                        ),
                        name="only_points_are_of_a_round",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True),
                        name="a_correction_has_a_reason",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("undone_at__isnull", True), ("undone_reason", "")),
                            models.Q(
                                ("undone_at__isnull", False),
                                models.Q(("undone_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="so_has_its_undoing",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Arbiter",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_at", models.DateTimeField(verbose_name="since")),
                ("ended_at", models.DateTimeField(null=True, verbose_name="until")),
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
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="arbiters",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "arbiter",
                "verbose_name_plural": "arbiters",
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("match", "user"),
                        name="an_arbiter_once_at_a_time",
                    )
                ],
            },
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
        migrations.CreateModel(
            name="Pause",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("agreed", models.JSONField(default=list, verbose_name="agreed")),
                ("begins_ms", models.BigIntegerField(null=True, verbose_name="begins")),
                ("ends_ms", models.BigIntegerField(null=True, verbose_name="ends")),
                ("left_ms", models.BigIntegerField(null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pauses",
                        to="matches.match",
                        verbose_name="match",
                    ),
                ),
            ],
            options={
                "verbose_name": "pause",
                "verbose_name_plural": "pauses",
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ends_ms__isnull", True)),
                        fields=("match",),
                        name="one_pause_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("ends_ms__isnull", True),
                            ("begins_ms__lte", models.F("ends_ms")),
                            _connector="OR",
                        ),
                        name="a_pause_ends_after_it_begins",
                    ),
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="one_round_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="outbox",
            constraint=models.UniqueConstraint(
                fields=("round", "kind", "seat"), name="owed_once", nulls_distinct=False
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                fields=("round", "number"), name="one_move_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(
                condition=models.Q(("key", ""), _negated=True),
                fields=("round", "seat", "key"),
                name="one_move_a_key",
            ),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1)), name="moves_count_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="deadline",
            constraint=models.UniqueConstraint(
                fields=("round", "kind", "seat"), name="one_row_a_deadline", nulls_distinct=False
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(fields=["status", "created_at"], name="matches_by_status"),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", False)),
                fields=["-finished_at"],
                name="matches_by_end",
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(fields=["user", "match"], name="seats_by_user"),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="one_seat_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)),
                fields=("match", "user"),
                name="one_seat_a_user",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("user__isnull", True), ("bot", ""), _connector="OR"),
                name="a_person_or_a_bot",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("kept_for__isnull", True),
                    models.Q(("bot", ""), ("invite__isnull", True), ("user__isnull", True)),
                    _connector="OR",
                ),
                name="only_a_free_seat_is_kept",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("invite__isnull", True), ("bot", ""), _connector="OR"),
                name="no_bot_is_invited",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("stand_in", ""), ("user__isnull", False), _connector="OR"),
                name="a_stand_in_is_for_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("offer__isnull", True),
                    models.Q(("stand_in", ""), _negated=True),
                    _connector="OR",
                ),
                name="only_an_absent_seat_is_offered",
            ),
        ),
        migrations.AddConstraint(
            model_name="standingorder",
            constraint=models.UniqueConstraint(fields=("round", "seat"), name="one_order_a_seat"),
        ),
        migrations.RunSQL(REFUSE, "DROP FUNCTION matches_refuse_change()"),
        migrations.RunSQL(APPEND_ONLY, "DROP TRIGGER matches_move_append_only ON matches_move"),
        migrations.RunSQL(
            NO_GAP,
            "ALTER TABLE matches_move DROP CONSTRAINT no_gap_in_the_log, DROP COLUMN previous",
        ),
        migrations.RunSQL(
            PUBLISHED,
            "DROP TRIGGER matches_rulesversion_kept ON matches_rulesversion;"
            " DROP TRIGGER matches_rulesversion_published ON matches_rulesversion",
        ),
        migrations.RunSQL(
            CORRECTIONS_KEPT, "DROP TRIGGER matches_correction_kept ON matches_correction"
        ),
        migrations.RunSQL(
            CORRECTIONS_AS_SAID, "DROP TRIGGER matches_correction_as_said ON matches_correction"
        ),
        migrations.RunSQL(RELEASES_KEPT, "DROP TRIGGER matches_release_kept ON matches_release"),
    ]
