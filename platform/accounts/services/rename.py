"""Change what somebody is called."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.models import User
from accounts.models.users import TAKEN


def rename_user(user: User, name: str) -> None:
    """Give a user another name.

    Raises:
        ValidationError: the name cannot be had; the message says why.
    """
    if names.tidy_name(name) == user.name:
        return
    if user.is_bot:
        raise ValidationError(_("A bot keeps its name."), code="bot")
    check_name(name, but=user)
    before, user.name = user.name, names.tidy_name(name)
    try:
        with transaction.atomic():
            user.save(update_fields=["name"])
    except IntegrityError:
        user.name = before
        raise name_is_taken() from None


def check_name(name: str, but: User | None = None) -> None:
    """Raises `ValidationError` unless this name is good and nobody else has one like it."""
    names.validate_name(name)
    others = User.objects.filter(name_key=names.key_of(name))
    if but is not None:
        others = others.exclude(pk=but.pk)
    if others.exists():
        raise name_is_taken()


def name_is_taken() -> ValidationError:
    """The error for a name that somebody has."""
    return ValidationError(TAKEN, code="unique")
