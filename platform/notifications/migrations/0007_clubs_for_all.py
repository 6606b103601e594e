"""News of clubs come to browsers of existing accounts as to new ones, and to no mailbox unasked."""

from __future__ import annotations

from typing import Any

from django.db import migrations

CLUB = "club"
OTHERS = {"turn", "deadline", "seat", "begun", "ended", "league", "ruling", "decision", "friend"}
UNASKED = {"deadline", "seat", "league", "ruling", "decision"}


def level(apps: Any, _editor: Any) -> None:
    """Change only channels whose kinds are still the defaults of an earlier release."""
    channels = apps.get_model("notifications", "Channel").objects
    for one in channels.filter(medium="push").iterator():
        if set(one.kinds) == OTHERS:
            one.kinds = [*one.kinds, CLUB]
            one.save(update_fields=["kinds"])
    for one in channels.filter(medium="mail").iterator():
        if set(one.kinds) == UNASKED | {CLUB}:
            one.kinds = [kind for kind in one.kinds if kind != CLUB]
            one.save(update_fields=["kinds"])


class Migration(migrations.Migration):
    dependencies = [("notifications", "0006_news_of_clubs")]

    operations = [migrations.RunPython(level, migrations.RunPython.noop)]
