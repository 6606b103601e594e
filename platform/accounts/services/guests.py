"""Let somebody sit down without an account."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from accounts import names
from accounts.models import User
from accounts.services.rename import check_name, taken


def create_guest(language: str, name: str = "") -> User:
    """A guest with this name, or with a friendly one in this language that nobody has.

    Raises:
        ValidationError: the wished name cannot be had; the message says why.
    """
    if name:
        check_name(name)
        guest = _try(name, language)
        if guest is None:
            raise taken()
        return guest
    for found in names.guest_names(language):
        guest = _try(found, language)
        if guest is not None:
            return guest
    raise taken()


def _try(name: str, language: str) -> User | None:
    # Two at once cannot share a name: the constraint decides, not a look beforehand.
    try:
        with transaction.atomic():
            return User.objects.create_guest(name, language=language)
    except IntegrityError:
        return None
