"""Find people by their names."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User


def people_called(name: str) -> QuerySet[User]:
    """Return a query for the user with this name, now or recently; it finds one at most.

    The name may have any spelling with the same key.
    """
    return User.objects.called(name)
