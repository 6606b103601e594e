"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

import django.core.validators
from django.conf import settings
from django.db import migrations, models

import leagues.scoring.tie_breaks


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0006_even_games_help"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="news",
            options={"verbose_name": "league update", "verbose_name_plural": "league updates"},
        ),
        migrations.AlterModelOptions(
            name="tablechange",
            options={
                "ordering": ("division_id", "number"),
                "verbose_name": "change in the standings",
                "verbose_name_plural": "changes in the standings",
            },
        ),
        migrations.AlterField(
            model_name="entry",
            name="dropped_why",
            field=models.CharField(
                blank=True,
                choices=[
                    ("self", "dropped out"),
                    ("organiser", "was removed by an organiser"),
                    ("account", "deleted account"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="late",
            field=models.BooleanField(default=False, verbose_name="joined late"),
        ),
        migrations.AlterField(
            model_name="fixture",
            name="appointment",
            field=models.DateTimeField(blank=True, null=True, verbose_name="agreed time"),
        ),
        migrations.AlterField(
            model_name="fixture",
            name="how",
            field=models.CharField(
                blank=True,
                choices=[
                    ("played", "played"),
                    ("corrected", "corrected"),
                    ("adjudicated", "counted as it was"),
                    ("walkover", "walkover"),
                    ("void", "void"),
                ],
                max_length=12,
                verbose_name="how it ended",
            ),
        ),
        migrations.AlterField(
            model_name="fixture",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "upcoming"),
                    ("arranging", "no time yet"),
                    ("running", "running"),
                    ("settled", "over"),
                ],
                default="waiting",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="fixturemessage",
            name="at",
            field=models.DateTimeField(verbose_name="sent"),
        ),
        migrations.AlterField(
            model_name="league",
            name="appointment_days",
            field=models.PositiveSmallIntegerField(
                default=10,
                help_text="How long the players have to agree on a time and play.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(60),
                ],
                verbose_name="days for a live match",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="at_once",
            field=models.PositiveSmallIntegerField(
                default=3,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(60),
                ],
                verbose_name="matches a player has at the same time",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="break_days",
            field=models.PositiveSmallIntegerField(
                default=7,
                validators=[
                    django.core.validators.MinValueValidator(0),
                    django.core.validators.MaxValueValidator(180),
                ],
                verbose_name="days between seasons",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="confirm_draw",
            field=models.BooleanField(
                default=False,
                help_text="Until then you can make new pairings, and no match begins.",
                verbose_name="an organiser confirms the pairings",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="continues",
            field=models.BooleanField(
                default=True, verbose_name="the next season opens automatically"
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="corrections",
            field=models.CharField(
                choices=[
                    ("points", "change the standings"),
                    ("none", "are shown, but change nothing"),
                ],
                default="points",
                max_length=10,
                verbose_name="rulings on words",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="counts",
            field=models.CharField(
                choices=[
                    ("places", "the places of each match"),
                    ("rounds", "the points scored in the rounds"),
                ],
                default="places",
                max_length=10,
                verbose_name="what counts",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="description",
            field=models.TextField(blank=True, max_length=2000, verbose_name="about the league"),
        ),
        migrations.AlterField(
            model_name="league",
            name="invite_only",
            field=models.BooleanField(
                db_default=False,
                default=False,
                help_text="Only people you invite, by name or by link, can see the league and take part. You cannot change this later.",
                verbose_name="invite only",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="live",
            field=models.BooleanField(
                default=False,
                help_text="Live matches are played at an agreed time, the others by correspondence.",
                verbose_name="live",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="matches_each",
            field=models.PositiveSmallIntegerField(
                default=9,
                help_text="If this number is not possible, we take the nearest one that gives full tables and the same number of matches for all. With several games it can be the second nearest, if that balances the games better and is at most a quarter away.",
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(60),
                ],
                verbose_name="matches per player in a season",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="most",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Players who sign up later go on the waiting list. Leave empty for no limit.",
                null=True,
                verbose_name="maximum number of players",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="moving",
            field=models.PositiveSmallIntegerField(
                default=2,
                help_text="The same number move up from a division as move down into it.",
                validators=[
                    django.core.validators.MinValueValidator(0),
                    django.core.validators.MaxValueValidator(20),
                ],
                verbose_name="players who move up and down after a season",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="points",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="Start with the first place. Leave empty for one point per player finishing behind.",
                verbose_name="points for each place",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="season_days",
            field=models.PositiveSmallIntegerField(
                default=90,
                validators=[
                    django.core.validators.MinValueValidator(1),
                    django.core.validators.MaxValueValidator(366),
                ],
                verbose_name="length of a season in days",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="substitutes",
            field=models.BooleanField(
                default=True,
                help_text="A player on the waiting list replaces a player who drops out.",
                verbose_name="substitutes",
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="tie_breaks",
            field=models.JSONField(
                default=leagues.scoring.tie_breaks.default_order, verbose_name="tie-breaks"
            ),
        ),
        migrations.AlterField(
            model_name="league",
            name="void",
            field=models.CharField(
                choices=[("replay", "is played again"), ("drop", "does not count")],
                default="replay",
                max_length=10,
                verbose_name="a void match",
            ),
        ),
        migrations.AlterField(
            model_name="news",
            name="kind",
            field=models.CharField(
                choices=[
                    ("open", "sign-up is open"),
                    ("stays", "signed up again"),
                    ("dates", "the dates of the season changed"),
                    ("called_off", "the season was cancelled"),
                    ("begun", "the season begins"),
                    ("arrange", "a match needs a time"),
                    ("proposed", "a time was proposed"),
                    ("moved", "another time was proposed after all had agreed"),
                    ("agreed", "all players agreed on a time"),
                    ("withdrawn", "a time was withdrawn"),
                    ("wiped", "a time was dropped because a player left"),
                    ("wrote", "a player wrote about a match"),
                    ("soon", "a match begins soon"),
                    ("overdue", "there is no time yet"),
                    ("decided", "a match was decided without being played to the end"),
                    ("voided", "a match is void"),
                    ("corrected", "a result was corrected"),
                    ("reopened", "a match will be played after all"),
                    ("place", "a place is free"),
                    ("replaced", "a player took over a place"),
                    ("taken_out", "an organiser removed a player"),
                    ("vacated", "a player dropped out"),
                    ("followed", "a player dropped out and was replaced"),
                    ("ended", "the season is over"),
                ],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="season",
            name="state",
            field=models.CharField(
                choices=[
                    ("planned", "planned"),
                    ("sign_up", "open for sign-up"),
                    ("drawn", "pairings being made"),
                    ("running", "running"),
                    ("finished", "finished"),
                    ("cancelled", "cancelled"),
                ],
                default="planned",
                max_length=10,
                verbose_name="state",
            ),
        ),
        migrations.AlterField(
            model_name="tablechange",
            name="kind",
            field=models.CharField(
                choices=[
                    ("drawn", "the pairings were made"),
                    ("result", "a match is over"),
                    ("correction", "a result was corrected"),
                    ("decision", "a match was decided without being played to the end"),
                    ("void", "a match is void"),
                    ("dropped", "a player dropped out"),
                    ("replaced", "a player took over a place"),
                    ("final", "the season is over"),
                ],
                max_length=12,
                verbose_name="what",
            ),
        ),
        migrations.AlterConstraint(
            model_name="league",
            name="one_open_league_a_name",
            constraint=models.UniqueConstraint(
                condition=models.Q(("invite_only", False)),
                fields=("name",),
                name="one_open_league_a_name",
                violation_error_message="There is already a league with this name.",
            ),
        ),
    ]
