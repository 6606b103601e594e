"""The language that somebody's browser asks for."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_vacation"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="asked_language",
            field=models.CharField(blank=True, default="", editable=False, max_length=2),
        ),
    ]
