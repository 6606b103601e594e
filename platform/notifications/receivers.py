"""Browsers follow the person: to the account that a guest becomes, and away with a sign-out."""

from __future__ import annotations

from notifications.models import Channel, Delivery, Notice
from notifications.services import channels


def drop_browsers(*, user_id: int, **_: object) -> None:
    """Push to none of a user's browsers any more, after a sign-out, a new password or a ban."""
    channels.lose_browsers(user_id)


def move_browser_to_account(*, guest_id: int, user_id: int, **_: object) -> None:
    """Make a guest's browser the account's."""
    Channel.objects.filter(user_id=guest_id, medium=Channel.Medium.PUSH).update(user_id=user_id)


def forget_user(*, user_id: int, **_: object) -> None:
    """Forget a user's channels, and what they were told."""
    Delivery.objects.filter(user_id=user_id).delete()
    Notice.objects.filter(user_id=user_id).delete()
    Channel.objects.filter(user_id=user_id).delete()
