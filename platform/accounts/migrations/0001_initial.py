"""The user model, ours from the first migration."""

from __future__ import annotations

import django.db.models.functions.datetime
import django.db.models.functions.text
from django.db import migrations, models

import accounts.models
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
                        blank=True, max_length=254, null=True, verbose_name="mail address"
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
                (
                    "time_zone",
                    models.CharField(
                        blank=True,
                        default="",
                        max_length=64,
                        validators=[accounts.models.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
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
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("email"),
                        name="accounts_user_email_once",
                        violation_error_message="This mail address is in use.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("epoch__gte", 1)), name="accounts_user_epoch_positive"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("name_key", ""), _negated=True),
                        name="accounts_user_name_key_not_empty",
                    ),
                ],
            },
        ),
    ]
