"""Notices in a user's data export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.models import User
from notifications.models import Channel, Notice


def export_channels(user: User) -> Sequence[Mapping[str, object]]:
    """Return the channels of a user, without their secrets."""
    return list(
        Channel.objects.filter(user=user).values("medium", "about", "target", "label", "kinds")
    )


def export_notices(user: User) -> Sequence[Mapping[str, object]]:
    """Return the notices of a user."""
    return list(Notice.objects.filter(user=user).order_by("id").values("kind", "match_id", "at"))
