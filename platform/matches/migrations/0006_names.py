"""What the models and their fields are called in the admin; nothing changes in the database."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_offered"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="deadline",
            options={"verbose_name": "deadline", "verbose_name_plural": "deadlines"},
        ),
        migrations.AlterModelOptions(
            name="match",
            options={"verbose_name": "match", "verbose_name_plural": "matches"},
        ),
        migrations.AlterModelOptions(
            name="move",
            options={
                "ordering": ("number",),
                "verbose_name": "move",
                "verbose_name_plural": "moves",
            },
        ),
        migrations.AlterModelOptions(
            name="outbox",
            options={"verbose_name": "outbox entry", "verbose_name_plural": "outbox"},
        ),
        migrations.AlterModelOptions(
            name="round",
            options={"verbose_name": "round", "verbose_name_plural": "rounds"},
        ),
        migrations.AlterModelOptions(
            name="rulesversion",
            options={"verbose_name": "rules version", "verbose_name_plural": "rules versions"},
        ),
        migrations.AlterModelOptions(
            name="seat",
            options={
                "ordering": ("number",),
                "verbose_name": "seat",
                "verbose_name_plural": "seats",
            },
        ),
        migrations.AlterField(
            model_name="deadline",
            name="kind",
            field=models.SlugField(max_length=30, verbose_name="kind"),
        ),
        migrations.AlterField(
            model_name="deadline",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deadlines",
                to="matches.round",
                verbose_name="round",
            ),
        ),
        migrations.AlterField(
            model_name="deadline",
            name="seat",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="seat"),
        ),
        migrations.AlterField(
            model_name="match",
            name="created_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="opened"),
        ),
        migrations.AlterField(
            model_name="match",
            name="finished_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="finished"),
        ),
        migrations.AlterField(
            model_name="match",
            name="game",
            field=models.SlugField(max_length=40, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="match",
            name="host",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="host",
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="public",
            field=models.BooleanField(default=False, verbose_name="public"),
        ),
        migrations.AlterField(
            model_name="match",
            name="quick",
            field=models.BooleanField(default=False, verbose_name="quick match"),
        ),
        migrations.AlterField(
            model_name="match",
            name="rematch_of",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="rematch",
                to="matches.match",
                verbose_name="rematch of",
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="rules",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="matches",
                to="matches.rulesversion",
                verbose_name="rules version",
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="standing",
            field=models.JSONField(editable=False, null=True, verbose_name="standing"),
        ),
        migrations.AlterField(
            model_name="match",
            name="started_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="first dealt"),
        ),
        migrations.AlterField(
            model_name="match",
            name="status",
            field=models.CharField(
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
        migrations.AlterField(
            model_name="match",
            name="target",
            field=models.JSONField(default=dict, verbose_name="target"),
        ),
        migrations.AlterField(
            model_name="match",
            name="tempo",
            field=models.SlugField(max_length=20, verbose_name="tempo"),
        ),
        migrations.AlterField(
            model_name="move",
            name="number",
            field=models.PositiveIntegerField(verbose_name="number"),
        ),
        migrations.AlterField(
            model_name="move",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moves",
                to="matches.round",
                verbose_name="round",
            ),
        ),
        migrations.AlterField(
            model_name="outbox",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0, verbose_name="attempts"),
        ),
        migrations.AlterField(
            model_name="outbox",
            name="kind",
            field=models.SlugField(max_length=30, verbose_name="kind"),
        ),
        migrations.AlterField(
            model_name="outbox",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outbox",
                to="matches.round",
                verbose_name="round",
            ),
        ),
        migrations.AlterField(
            model_name="outbox",
            name="seat",
            field=models.PositiveSmallIntegerField(null=True, verbose_name="seat"),
        ),
        migrations.AlterField(
            model_name="round",
            name="announced_at",
            field=models.DateTimeField(auto_now_add=True, verbose_name="announced"),
        ),
        migrations.AlterField(
            model_name="round",
            name="commitment",
            field=models.CharField(max_length=64, verbose_name="commitment"),
        ),
        migrations.AlterField(
            model_name="round",
            name="drawn",
            field=models.PositiveIntegerField(default=0, verbose_name="chance drawn"),
        ),
        migrations.AlterField(
            model_name="round",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="matches.match",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="nonces",
            field=models.JSONField(default=list, verbose_name="nonces of the seats"),
        ),
        migrations.AlterField(
            model_name="round",
            name="number",
            field=models.PositiveSmallIntegerField(verbose_name="number"),
        ),
        migrations.AlterField(
            model_name="rulesversion",
            name="game",
            field=models.SlugField(max_length=40, verbose_name="game"),
        ),
        migrations.AlterField(
            model_name="rulesversion",
            name="notes",
            field=models.TextField(blank=True, verbose_name="what is new"),
        ),
        migrations.AlterField(
            model_name="rulesversion",
            name="offered",
            field=models.BooleanField(default=True, verbose_name="offered at new tables"),
        ),
        migrations.AlterField(
            model_name="rulesversion",
            name="options",
            field=models.JSONField(default=dict, verbose_name="options"),
        ),
        migrations.AlterField(
            model_name="rulesversion",
            name="published",
            field=models.DateTimeField(blank=True, null=True, verbose_name="published"),
        ),
        migrations.AlterField(
            model_name="rulesversion",
            name="revision",
            field=models.PositiveSmallIntegerField(verbose_name="revision"),
        ),
        migrations.AlterField(
            model_name="rulesversion",
            name="version",
            field=models.PositiveIntegerField(verbose_name="version"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="bot",
            field=models.SlugField(blank=True, max_length=20, verbose_name="bot"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="declared",
            field=models.JSONField(default=dict, verbose_name="declared"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="kept_for",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="kept_seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="kept for",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="matches.match",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="number",
            field=models.PositiveSmallIntegerField(verbose_name="number"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="ready",
            field=models.BooleanField(default=False, verbose_name="ready"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="user",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="held by",
            ),
        ),
    ]
