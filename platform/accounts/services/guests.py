"""Let somebody sit down without an account."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from accounts import names
from accounts.models import User


def create_guest(language: str) -> User:
    """A guest with a friendly name in this language that nobody has."""
    for name in names.guest_names(language):
        try:
            with transaction.atomic():
                return User.objects.create_guest(name, language=language)
        except IntegrityError:
            continue  # the name is taken: by constraint, so that two at once cannot share it
    raise RuntimeError("no free guest name in ten thousand tries")
