"""What somebody prefers: language and time zone."""

from __future__ import annotations

from accounts.models import User


def prefer(user: User, *, language: str | None = None, time_zone: str | None = None) -> None:
    """Keep what was chosen; None leaves things as they are.

    Raises:
        ValidationError: there is no such language or time zone.
    """
    if language is not None:
        user.language = language
    if time_zone is not None:
        user.time_zone = time_zone
    user.clean_fields(exclude=_OTHERS)
    user.save(update_fields=["language", "time_zone"])


_OTHERS = {field.name for field in User._meta.fields} - {"language", "time_zone"}
