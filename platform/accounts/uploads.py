"""The rule for uploading pictures, which the operator sets for the whole site."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings

from accounts.models import User
from core import clock
from core.refusals import refused


def may_upload(user: User) -> bool:
    """Return whether this user may upload a picture now."""
    return _why_not(user) == ""


def check_may_upload(user: User) -> None:
    """Check that this user may upload a picture.

    Raises:
        Refused: `no_uploads`, `account_too_new`.
    """
    if code := _why_not(user):
        raise refused(code, days=settings.PICTURES_AFTER_DAYS or 0)


def _why_not(user: User) -> str:
    days: int | None = settings.PICTURES_AFTER_DAYS
    if days is None or user.is_guest or user.is_bot:
        return "no_uploads"
    if user.created_at > clock.now() - timedelta(days=days):
        return "account_too_new"
    return ""
