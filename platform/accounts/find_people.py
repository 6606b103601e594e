"""Find people by their names."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User


def people_called(name: str) -> QuerySet[User]:
    """Whoever has this name, in any spelling that is the same, or had it until lately: one at most."""
    return User.objects.called(name)
