"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0009_substitutes_and_shared_devices"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="release",
            options={
                "ordering": ("id",),
                "verbose_name": "data release",
                "verbose_name_plural": "data releases",
            },
        ),
        migrations.AlterField(
            model_name="departure",
            name="asked_at",
            field=models.DateTimeField(null=True, verbose_name="substitute requested"),
        ),
        migrations.AlterField(
            model_name="match",
            name="rulings",
            field=models.CharField(
                choices=[("none", "None"), ("points", "Points")],
                default="none",
                max_length=10,
                verbose_name="effect of rulings",
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="talk",
            field=models.CharField(
                choices=[("on", "On"), ("presets", "Presets"), ("off", "Off")],
                default="on",
                max_length=10,
                verbose_name="chat",
            ),
        ),
        migrations.AlterField(
            model_name="match",
            name="welcomes_bots",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="open to third-party bots"
            ),
        ),
        migrations.AlterField(
            model_name="message",
            name="at",
            field=models.DateTimeField(verbose_name="sent"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="bank_used_ms",
            field=models.BigIntegerField(default=0, editable=False, verbose_name="time bank used"),
        ),
        migrations.AlterField(
            model_name="seat",
            name="dealt_to",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="dealt_seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="first held by",
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="kept_for",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="kept_seats",
                to=settings.AUTH_USER_MODEL,
                verbose_name="reserved for",
            ),
        ),
    ]
