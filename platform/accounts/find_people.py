"""Find people by their names."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User


def people_called(name: str) -> QuerySet[User]:
    """Return the user who has this name, in any spelling with the same key, or had it lately: one
    at most.
    """
    return User.objects.called(name)
