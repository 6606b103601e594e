"""An authentication backend that recognises banned users, so that they can be told the reason."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend

from accounts.models import User


class ShutOut(ModelBackend):
    """Check the password of a banned user, so that the adapter can tell them the reason.

    It signs nobody in: the adapter answers them, and `get_user` returns no user for a session.
    """

    def user_can_authenticate(self, user: Any) -> bool:
        """Return whether the user is banned and not deleted: only such a user may be told."""
        return isinstance(user, User) and not user.is_active and user.gone_at is None

    def get_user(self, user_id: int) -> None:
        """Return None: this backend signs nobody in."""
        return None
