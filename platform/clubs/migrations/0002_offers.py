"""Offers of clubs, and the time at which a founder was replaced."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="succeeded_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name="clubmember",
            name="offered_at",
            field=models.DateTimeField(editable=False, null=True),
        ),
    ]
