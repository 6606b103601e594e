"""The outbox keeps what must be kept from the moment of a move."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0007_talk"),
    ]

    operations = [
        migrations.AddField(
            model_name="outbox",
            name="facts",
            field=models.JSONField(default=list),
        ),
    ]
