"""Signal receivers: browsers move with a guest to the account, and end with a sign-out."""

from __future__ import annotations

from notifications.models import Channel, Delivery, Notice
from notifications.services import channels


def drop_browsers(*, user_id: int, **_: object) -> None:
    """Delete a user's browsers whose sessions have ended: by a sign-out, a new password or a ban."""
    browsers = Channel.objects.filter(user_id=user_id, medium=Channel.Medium.PUSH)
    ended = [
        one.pk for one in browsers.select_related("user") if not channels.is_signed_in_there(one)
    ]
    if ended:
        channels.lose_browsers(user_id, *ended)


def move_browser_to_account(
    *, guest_id: int, user_id: int, session_key: str = "", **_: object
) -> None:
    """Move a guest's browser to the account, with the session that continues there."""
    browsers = Channel.objects.filter(user_id=guest_id, medium=Channel.Medium.PUSH)
    browsers.update(user_id=user_id, session_key=session_key)


def forget_user(*, user_id: int, **_: object) -> None:
    """Delete a user's channels and notices."""
    Delivery.objects.filter(user_id=user_id).delete()
    Notice.objects.filter(user_id=user_id).delete()
    Channel.objects.filter(user_id=user_id).delete()
