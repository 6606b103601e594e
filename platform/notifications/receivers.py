"""Browsers follow the person: to the account that a guest becomes, and away with a sign-out."""

from __future__ import annotations

from notifications.models import Channel


def revoked(*, user_id: int, **_: object) -> None:
    """After a sign-out, a new password or a ban nothing is shown on any screen unasked."""
    Channel.objects.filter(user_id=user_id, medium=Channel.Medium.PUSH).delete()


def signed_in(*, guest_id: int, user_id: int, **_: object) -> None:
    """The browser of a guest is the account's now."""
    Channel.objects.filter(user_id=guest_id, medium=Channel.Medium.PUSH).update(user_id=user_id)
