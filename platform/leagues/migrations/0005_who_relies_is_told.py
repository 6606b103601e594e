"""Notices of changes, for the people who rely on them; decisions store the result that counted before."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0004_plainer_words"),
    ]

    operations = [
        migrations.AddField(
            model_name="fixture",
            name="appointment_changes",
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="fixture",
            name="cancelled_appointment",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="news",
            name="facts",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="tablechange",
            name="before",
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name="news",
            name="kind",
            field=models.CharField(
                choices=[
                    ("open", "sign-up is open"),
                    ("stays", "signed up again"),
                    ("dates", "the season has other dates"),
                    ("called_off", "the season is called off"),
                    ("begun", "the season begins"),
                    ("arrange", "a match is to be arranged"),
                    ("proposed", "an appointment is proposed"),
                    ("moved", "another appointment is proposed than was agreed on"),
                    ("agreed", "all have agreed to an appointment"),
                    ("withdrawn", "an appointment was withdrawn"),
                    ("wiped", "an appointment fell because somebody dropped out"),
                    ("wrote", "somebody wrote about a match"),
                    ("soon", "an appointment is near"),
                    ("overdue", "there is no appointment yet"),
                    ("decided", "a match was decided without being played out"),
                    ("voided", "a match is void"),
                    ("corrected", "a result was corrected"),
                    ("reopened", "a match is to be played after all"),
                    ("place", "a place became free"),
                    ("replaced", "somebody took a place over"),
                    ("taken_out", "an organiser has ended somebody's part"),
                    ("vacated", "somebody dropped out"),
                    ("followed", "somebody dropped out, and somebody follows"),
                    ("ended", "the season is over"),
                ],
                max_length=10,
            ),
        ),
    ]
