"""Clubs, their members, texts, tables and leagues."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("leagues", "0007_plain_english"),
        ("matches", "0010_plain_english"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="address")),
                (
                    "about",
                    models.TextField(blank=True, max_length=2000, verbose_name="about the club"),
                ),
                ("language", models.CharField(blank=True, max_length=2, verbose_name="language")),
                (
                    "entrance",
                    models.CharField(
                        choices=[
                            ("open", "Anyone can join"),
                            ("ask", "An officer answers each request"),
                            ("link", "Private: only people with the link see the club and join"),
                        ],
                        default="ask",
                        max_length=4,
                        verbose_name="how people join",
                    ),
                ),
                (
                    "invite",
                    models.CharField(
                        blank=True, editable=False, max_length=32, null=True, unique=True
                    ),
                ),
                ("created_at", models.DateTimeField(editable=False, verbose_name="founded")),
                (
                    "written_by",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "club",
                "verbose_name_plural": "clubs",
                "ordering": ("name", "id"),
            },
        ),
        migrations.CreateModel(
            name="ClubMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=280, verbose_name="own words")),
                ("at", models.DateTimeField(verbose_name="sent")),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_messages",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ("id",),
            },
        ),
        migrations.CreateModel(
            name="ClubTable",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="matches.match",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tables",
                        to="clubs.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Announcement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                ("text", models.TextField(max_length=2000, verbose_name="text")),
                ("at", models.DateTimeField(verbose_name="sent")),
                ("told_at", models.DateTimeField(blank=True, editable=False, null=True)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_announcements",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="announcements",
                        to="clubs.club",
                    ),
                ),
            ],
            options={
                "verbose_name": "announcement",
                "verbose_name_plural": "announcements",
                "ordering": ("-id",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("told_at", None)),
                        fields=["id"],
                        name="announcements_to_tell",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubLeague",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="leagues",
                        to="clubs.club",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.league",
                    ),
                ),
            ],
            options={
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "league"), name="one_row_a_league_of_a_club"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("founder", "founder"),
                            ("officer", "officer"),
                            ("member", "member"),
                            ("asked", "has asked to join"),
                            ("banned", "banned"),
                        ],
                        max_length=8,
                        verbose_name="role",
                    ),
                ),
                ("at", models.DateTimeField(verbose_name="since")),
                ("gets_news", models.BooleanField(default=True, verbose_name="gets announcements")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="members",
                        to="clubs.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="club_memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "member of a club",
                "verbose_name_plural": "members of clubs",
                "ordering": ("at", "id"),
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="one_row_a_member"),
                    models.UniqueConstraint(
                        condition=models.Q(("role", "founder")),
                        fields=("club",),
                        name="one_founder_a_club",
                    ),
                ],
            },
        ),
    ]
