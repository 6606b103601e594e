"""Browsers follow the person: to the account that a guest becomes, and away with a sign-out."""

from __future__ import annotations

from notifications.models import Channel, Delivery, Notice


def drop_browsers(*, user_id: int, **_: object) -> None:
    """After a sign-out, a new password or a ban nothing is shown on any screen unasked."""
    Channel.objects.filter(user_id=user_id, medium=Channel.Medium.PUSH).delete()


def move_browser_to_account(*, guest_id: int, user_id: int, **_: object) -> None:
    """The browser of a guest is the account's now."""
    Channel.objects.filter(user_id=guest_id, medium=Channel.Medium.PUSH).update(user_id=user_id)


def forget_user(*, user_id: int, **_: object) -> None:
    """Nobody is told anything any more, and nothing says what they were told."""
    Delivery.objects.filter(user_id=user_id).delete()
    Notice.objects.filter(user_id=user_id).delete()
    Channel.objects.filter(user_id=user_id).delete()
