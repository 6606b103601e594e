"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

import django.core.validators
import django.db.models.functions.datetime
from django.db import migrations, models

import accounts.names


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_former_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="restriction",
            name="what",
            field=models.CharField(
                choices=[("talk", "write in the chat"), ("public", "sit at public tables")],
                max_length=10,
            ),
        ),
        migrations.AlterField(
            model_name="signin",
            name="seen_on",
            field=models.DateField(verbose_name="last active"),
        ),
        migrations.AlterField(
            model_name="user",
            name="created_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(),
                editable=False,
                verbose_name="joined",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="email",
            field=models.EmailField(
                blank=True, db_index=True, default="", max_length=254, verbose_name="email address"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="epoch",
            field=models.PositiveIntegerField(
                default=1,
                editable=False,
                help_text="Raised by signing out, a new password and a ban. Older sign-ins stop working.",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="gone_at",
            field=models.DateTimeField(editable=False, null=True, verbose_name="deleted"),
        ),
        migrations.AlterField(
            model_name="user",
            name="hides_presence",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="hides when they are here"
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="name",
            field=models.CharField(
                error_messages={
                    "unique": "This name, or one that looks like it, is already taken."
                },
                max_length=24,
                unique=True,
                validators=[accounts.names.validate_kept_name],
                verbose_name="name",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="quiet_from",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MaxValueValidator(1439)],
                verbose_name="quiet hours from",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="quiet_until",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MaxValueValidator(1439)],
                verbose_name="quiet hours to",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="rest_day",
            field=models.PositiveSmallIntegerField(
                blank=True,
                choices=[
                    (0, "Monday"),
                    (1, "Tuesday"),
                    (2, "Wednesday"),
                    (3, "Thursday"),
                    (4, "Friday"),
                    (5, "Saturday"),
                    (6, "Sunday"),
                ],
                null=True,
                verbose_name="rest day",
            ),
        ),
        migrations.AlterField(
            model_name="user",
            name="seen_on",
            field=models.DateField(
                db_default=django.db.models.functions.datetime.TruncDate(
                    django.db.models.functions.datetime.Now()
                ),
                editable=False,
                verbose_name="last active",
            ),
        ),
    ]
