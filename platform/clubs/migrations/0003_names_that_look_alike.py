"""A listed club's name is compared by its key; of older clubs that look alike, the first keeps it."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

from accounts.listed_names import fill_keys


def fill(apps: Any, _editor: Any) -> None:
    clubs = apps.get_model("clubs", "Club").objects
    fill_keys(clubs.exclude(entrance="link").order_by("pk"))


class Migration(migrations.Migration):
    dependencies = [("clubs", "0002_offers")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="name_key",
            field=models.TextField(editable=False, null=True, unique=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
