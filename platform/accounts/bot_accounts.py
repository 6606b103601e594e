"""Bot accounts: the check that keeps them out of functions that are for people and guests."""

from __future__ import annotations

from accounts.models import User
from core.refusals import refused


def check_is_no_bot(user: User) -> None:
    """Check that this account is not a bot's.

    Raises:
        Refused: `for_people`.
    """
    if user.is_bot:
        raise refused("for_people")
