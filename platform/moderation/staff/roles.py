"""The roles of the staff: Django groups with permissions, created after every `migrate`.

A migration could not create them, because permissions exist only afterwards, and those of a new app
only when it is installed. An administrator's additions to a role stay; its own permissions are
restored.
"""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.models import Group, Permission

MODERATORS, ORGANISERS, ADMINISTRATORS = "moderators", "organisers", "administrators"

_CASES = ("moderation.decide_cases", "moderation.sanction", "moderation.arbitrate")
_TEXTS = ("texts.view_text", "texts.add_text", "texts.change_text", "texts.delete_text")
_PEOPLE = ("accounts.view_user", "accounts.change_user")

ROLES: dict[str, tuple[str, ...]] = {
    MODERATORS: _CASES,
    ORGANISERS: ("leagues.organise",),
    ADMINISTRATORS: (*_CASES, "moderation.see_audit", "leagues.organise", *_PEOPLE, *_TEXTS),
}


def ensure_roles(sender: AppConfig, **_: Any) -> None:
    """Give each role its permissions of this app."""
    for name, wanted in ROLES.items():
        group, _created = Group.objects.get_or_create(name=name)
        codes = [code.split(".")[1] for code in wanted if code.split(".")[0] == sender.label]
        if codes:
            group.permissions.add(
                *Permission.objects.filter(content_type__app_label=sender.label, codename__in=codes)
            )
