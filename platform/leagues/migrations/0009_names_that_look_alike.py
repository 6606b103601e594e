"""An open league's name is compared by its key; of older leagues that look alike, the first keeps it."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

from accounts.listed_names import fill_keys


def fill(apps: Any, _editor: Any) -> None:
    leagues = apps.get_model("leagues", "League").objects
    fill_keys(leagues.filter(invite_only=False).order_by("pk"))


class Migration(migrations.Migration):
    dependencies = [("leagues", "0008_settings_at_their_fields")]

    operations = [
        migrations.RemoveConstraint(model_name="league", name="one_open_league_a_name"),
        migrations.AddField(
            model_name="league",
            name="name_key",
            field=models.TextField(editable=False, null=True, unique=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
