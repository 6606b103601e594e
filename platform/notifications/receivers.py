"""Browsers follow the person: to the account that a guest becomes, and away with a sign-out."""

from __future__ import annotations

from notifications.models import Channel, Delivery, Notice
from notifications.services import channels


def drop_browsers(*, user_id: int, **_: object) -> None:
    """Push no more to those browsers of a user whose sessions have ended: by a sign-out, a new password
    or a ban."""
    browsers = Channel.objects.filter(user_id=user_id, medium=Channel.Medium.PUSH)
    ended = [
        one.pk for one in browsers.select_related("user") if not channels.is_signed_in_there(one)
    ]
    if ended:
        channels.lose_browsers(user_id, *ended)


def move_browser_to_account(
    *, guest_id: int, user_id: int, session_key: str = "", **_: object
) -> None:
    """Make a guest's browser the account's, in the session in which it goes on."""
    browsers = Channel.objects.filter(user_id=guest_id, medium=Channel.Medium.PUSH)
    browsers.update(user_id=user_id, session_key=session_key)


def forget_user(*, user_id: int, **_: object) -> None:
    """Forget a user's channels, and what they were told."""
    Delivery.objects.filter(user_id=user_id).delete()
    Notice.objects.filter(user_id=user_id).delete()
    Channel.objects.filter(user_id=user_id).delete()
