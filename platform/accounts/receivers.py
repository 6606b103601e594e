"""What happens to open connections when a user signs out or gets a new password."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_save

from accounts.models import User
from accounts.services import access


def connect() -> None:
    """Listen, once for the process."""
    user_logged_out.connect(_signed_out, dispatch_uid="accounts.signed_out")
    post_save.connect(_password_set, sender=User, dispatch_uid="accounts.password_set")


def _signed_out(*, user: User | None, **_: Any) -> None:
    if user is not None:
        access.revoke(user)


def _password_set(*, instance: User, created: bool, **_: Any) -> None:
    # `_password` is Django's own mark of a new password; renewing a hash leaves it empty.
    if not created and vars(instance).get("_password") is not None:
        access.revoke(instance)
