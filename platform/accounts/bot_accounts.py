"""Accounts for which a program plays: what is for people and guests alone is not for them."""

from __future__ import annotations

from accounts.models import User
from core.refusals import refused


def check_is_no_bot(user: User) -> None:
    """Make sure that no program plays for this user.

    Raises:
        Refused: `for_people`.
    """
    if user.is_bot:
        raise refused("for_people")
