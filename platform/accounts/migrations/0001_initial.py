"""Users, their preferences, and blocks, mutes and restrictions."""

from __future__ import annotations

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

import accounts.models.export
import accounts.models.users
import accounts.names


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "name",
                    models.CharField(
                        error_messages={
                            "unique": "This name, or one that looks like it, is taken."
                        },
                        max_length=24,
                        unique=True,
                        validators=[accounts.names.validate_name],
                        verbose_name="name",
                    ),
                ),
                ("name_key", models.CharField(editable=False, max_length=72, unique=True)),
                (
                    "email",
                    models.EmailField(
                        blank=True,
                        db_index=True,
                        default="",
                        max_length=254,
                        verbose_name="mail address",
                    ),
                ),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                (
                    "language",
                    models.CharField(
                        blank=True,
                        choices=[("", "as the browser asks"), ("de", "Deutsch"), ("en", "English")],
                        default="",
                        max_length=2,
                        verbose_name="language",
                    ),
                ),
                ("browser_language", models.CharField(default="en", editable=False, max_length=2)),
                (
                    "time_zone",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=64,
                        validators=[accounts.models.users.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "browser_zone",
                    models.CharField(blank=True, default="", editable=False, max_length=64),
                ),
                (
                    "quiet_from",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1439)],
                        verbose_name="quiet from",
                    ),
                ),
                (
                    "quiet_until",
                    models.PositiveSmallIntegerField(
                        blank=True,
                        null=True,
                        validators=[django.core.validators.MaxValueValidator(1439)],
                        verbose_name="quiet until",
                    ),
                ),
                (
                    "rest_day",
                    models.PositiveSmallIntegerField(
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
                        verbose_name="day of rest",
                    ),
                ),
                ("hours_before", models.JSONField(default=list, editable=False)),
                ("is_active", models.BooleanField(default=True, verbose_name="may sign in")),
                ("is_staff", models.BooleanField(default=False, verbose_name="may open the admin")),
                (
                    "created_at",
                    models.DateTimeField(
                        db_default=django.db.models.functions.datetime.Now(),
                        editable=False,
                        verbose_name="here since",
                    ),
                ),
                (
                    "seen_on",
                    models.DateField(
                        db_default=django.db.models.functions.datetime.TruncDate(
                            django.db.models.functions.datetime.Now()
                        ),
                        editable=False,
                        verbose_name="last here",
                    ),
                ),
                ("decision_unread", models.BooleanField(default=False, editable=False)),
                (
                    "gone_at",
                    models.DateTimeField(editable=False, null=True, verbose_name="gone for good"),
                ),
                (
                    "epoch",
                    models.PositiveIntegerField(
                        default=1,
                        editable=False,
                        help_text="Raised by sign-out, a new password and a ban; what is older may do nothing.",
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "blocked",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocked_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="blocks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DeviceHint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("device", models.CharField(max_length=64)),
                ("seen_at", models.DateTimeField(db_index=True, verbose_name="last seen")),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="device_hints",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Export",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "token",
                    models.CharField(
                        default=accounts.models.export.new_token, max_length=32, unique=True
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("done", models.PositiveSmallIntegerField(default=0)),
                ("total", models.PositiveSmallIntegerField()),
                ("file", models.BinaryField(null=True)),
                ("expires_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="exports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="Mute",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "muted",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="muted_by",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mutes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Restriction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "what",
                    models.CharField(
                        choices=[("talk", "write at tables"), ("public", "sit at public tables")],
                        max_length=10,
                    ),
                ),
                ("until", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="restrictions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Vacation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("first", models.DateField(verbose_name="first day")),
                ("last", models.DateField(verbose_name="last day")),
                ("begins_ms", models.BigIntegerField()),
                ("ends_ms", models.BigIntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="vacations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "vacation",
                "verbose_name_plural": "vacations",
                "ordering": ("begins_ms",),
            },
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("epoch__gte", 1)), name="accounts_user_epoch_positive"
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("name_key", ""), _negated=True),
                name="accounts_user_name_key_not_empty",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("quiet_from__isnull", True), ("quiet_until__isnull", True)),
                    models.Q(
                        ("quiet_from__isnull", False),
                        ("quiet_until__isnull", False),
                        ("quiet_from__lt", 1440),
                        ("quiet_until__lt", 1440),
                    ),
                    _connector="OR",
                ),
                name="accounts_user_quiet_hours_are_a_pair",
            ),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.UniqueConstraint(fields=("user", "blocked"), name="blocked_once"),
        ),
        migrations.AddConstraint(
            model_name="block",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", models.F("blocked")), _negated=True),
                name="nobody_blocks_themselves",
            ),
        ),
        migrations.AddConstraint(
            model_name="devicehint",
            constraint=models.UniqueConstraint(fields=("device", "user"), name="one_hint_a_device"),
        ),
        migrations.AddConstraint(
            model_name="export",
            constraint=models.UniqueConstraint(
                condition=models.Q(("file", None)), fields=("user",), name="one_export_at_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.UniqueConstraint(fields=("user", "muted"), name="muted_once"),
        ),
        migrations.AddConstraint(
            model_name="mute",
            constraint=models.CheckConstraint(
                condition=models.Q(("user", models.F("muted")), _negated=True),
                name="nobody_mutes_themselves",
            ),
        ),
        migrations.AddConstraint(
            model_name="restriction",
            constraint=models.UniqueConstraint(
                fields=("user", "what"), name="one_restriction_of_a_kind"
            ),
        ),
        migrations.AddConstraint(
            model_name="vacation",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("begins_ms__lte", models.F("ends_ms")), ("first__lte", models.F("last"))
                ),
                name="a_vacation_ends_after_it_begins",
            ),
        ),
    ]
