"""People by their names, and what is for people and guests alone."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User
from core.refusals import refuse


def people_called(name: str) -> QuerySet[User]:
    """Whoever has this name, in any spelling that is the same, or had it until lately: one at most."""
    return User.objects.called(name)


def check_is_no_bot(user: User) -> None:
    """Make sure that no program plays for this user.

    Raises:
        Refused: `for_people`.
    """
    if user.is_bot:
        raise refuse("for_people")
