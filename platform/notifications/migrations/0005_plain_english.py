"""Plain English in forms and in the admin; the database stays as it is."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0004_browsers_looks_and_devices"),
    ]

    operations = [
        migrations.AlterField(
            model_name="channel",
            name="kinds",
            field=models.JSONField(default=list, verbose_name="covers"),
        ),
        migrations.AlterField(
            model_name="channel",
            name="medium",
            field=models.CharField(
                choices=[("mail", "Email"), ("push", "Push"), ("webhook", "Webhook")],
                max_length=10,
                verbose_name="medium",
            ),
        ),
        migrations.AlterField(
            model_name="delivery",
            name="medium",
            field=models.CharField(
                choices=[("mail", "Email"), ("push", "Push"), ("webhook", "Webhook")],
                max_length=10,
                verbose_name="medium",
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("turn", "It is my turn"),
                    ("deadline", "My time is running out"),
                    ("seat", "A seat is reserved for me"),
                    ("begun", "A match begins"),
                    ("ended", "A match is over"),
                    ("league", "League updates"),
                    ("ruling", "The word court ruled on a word of mine"),
                    ("decision", "A decision about me"),
                    ("friend", "Friend requests and answers"),
                ],
                max_length=10,
                verbose_name="kind",
            ),
        ),
    ]
