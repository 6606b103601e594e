"""People by their names, and what is for people and guests alone."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from accounts import names
from accounts.models import FormerName, User
from core import clock
from core.refusals import refuse


def people_called(name: str) -> QuerySet[User]:
    """Whoever has this name, in any spelling that is the same, or had it until lately: one at most."""
    key = names.key_of(name)
    former = FormerName.objects.filter(name_key=key, until__gt=clock.now())
    user_id = former.values_list("user", flat=True).first()
    return User.objects.filter(
        Q(name_key=key) if user_id is None else Q(name_key=key) | Q(pk=user_id)
    )


def check_is_no_bot(user: User) -> None:
    """Make sure that no program plays for this user.

    Raises:
        Refused: `for_people`.
    """
    if user.is_bot:
        raise refuse("for_people")
