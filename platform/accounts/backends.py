"""Lets users who were shut out come as far as to be told so."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend

from accounts.models import User


class ShutOut(ModelBackend):
    """Knows those who are shut out by their password, so that they are told why.

    Nobody is ever signed in by it: the adapter answers them, and it gives no session its user.
    """

    def user_can_authenticate(self, user: Any) -> bool:
        """Whether this user may be told: those who are shut out, not those who are gone for good."""
        return isinstance(user, User) and not user.is_active and user.gone_at is None

    def get_user(self, user_id: int) -> None:
        """Nobody."""
        return None
