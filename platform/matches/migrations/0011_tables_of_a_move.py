"""Cheaper writes of a move: no index that another one contains, room for new versions of a row, and
vacuum that keeps up.

Deadlines and outbox rows live for seconds, and a round is updated with each move.
"""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# An update keeps a round's indexes as they are while its page has room (HOT).
ROOM = "ALTER TABLE matches_round SET (fillfactor = 70)"
VACUUM = """
ALTER TABLE {table} SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.05)
"""
NO_VACUUM = """
ALTER TABLE {table} RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor)
"""
SHORT_LIVED = ("matches_deadline", "matches_outbox", "matches_round")


class Migration(migrations.Migration):
    atomic = False  # each table is locked for the moment of its own statement

    dependencies = [
        ("matches", "0010_plain_english"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterField(
            model_name="deadline",
            name="kind",
            field=models.SlugField(db_index=False, max_length=30, verbose_name="kind"),
        ),
        migrations.AlterField(
            model_name="deadline",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="deadlines",
                to="matches.round",
                verbose_name="round",
            ),
        ),
        migrations.AlterField(
            model_name="move",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moves",
                to="matches.round",
                verbose_name="round",
            ),
        ),
        migrations.AlterField(
            model_name="outbox",
            name="kind",
            field=models.SlugField(db_index=False, max_length=30, verbose_name="kind"),
        ),
        migrations.AlterField(
            model_name="outbox",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="outbox",
                to="matches.round",
                verbose_name="round",
            ),
        ),
        migrations.AlterField(
            model_name="round",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rounds",
                to="matches.match",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="bot",
            field=models.SlugField(blank=True, db_index=False, max_length=20, verbose_name="bot"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="match",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="matches.match",
                verbose_name="match",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="stand_in",
            field=models.SlugField(
                blank=True, db_index=False, max_length=20, verbose_name="stand-in"
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="user",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="held by",
            ),
        ),
        migrations.AlterField(
            model_name="standingorder",
            name="round",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="orders",
                to="matches.round",
            ),
        ),
        migrations.RunSQL(ROOM, "ALTER TABLE matches_round RESET (fillfactor)"),
        *(
            migrations.RunSQL(VACUUM.format(table=table), NO_VACUUM.format(table=table))
            for table in SHORT_LIVED
        ),
    ]
