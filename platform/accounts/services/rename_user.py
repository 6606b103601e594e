"""Change a user's name, and reserve the old one for a year."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts import names
from accounts.hold_people import hold_people
from accounts.models import FormerName, User
from accounts.models.users import TAKEN
from core import clock

KEPT = timedelta(days=365)
"""Time for which an old name leads to its owner, and is reserved."""
MOST = 10
"""The most old names of one account, so that a user cannot hoard names."""


@transaction.atomic
def rename_user(user: User, name: str) -> None:
    """Give a user another name.

    Raises:
        ValidationError: the name is not available; the message says why.
    """
    if names.tidy_name(name) == user.name:
        return
    if user.is_bot:
        raise ValidationError(_("A bot cannot change its name."), code="bot")
    check_name(name, but=user)
    # Several renames at once would each find room for one more old name.
    hold_people(user.pk)
    key = names.key_of(name)
    kept = user.former_names.filter(until__gt=clock.now()).exclude(name_key=key)
    if key != user.name_key and kept.count() >= MOST:
        raise ValidationError(
            _(
                "You have changed your name many times. Go back to one of your old names, or "
                "wait a few months."
            ),
            code="renamed_often",
        )
    save_renamed(user, name)


def save_renamed(user: User, name: str, *more: str) -> None:
    """Save a user under another name, with `more` columns; an account keeps the old name for a
    year.

    Raises:
        ValidationError: another user has the new name, or had it until recently.
    """
    before = user.name
    user.name = names.tidy_name(name)
    try:
        with transaction.atomic():
            keep_former_name(user)
            user.save(update_fields=["name", *more])
            check_unclaimed(user)
    except (IntegrityError, ValidationError):
        user.name, user.name_key = before, names.key_of(before)
        raise name_is_taken() from None


def keep_former_name(user: User) -> None:
    """Reserve the name that an account is about to give up; release the one that it takes back."""
    (held,) = hold_people(user.pk)
    key = names.key_of(user.name)
    if held.is_guest or key == held.name_key:
        return
    user.former_names.filter(name_key=key).delete()
    FormerName.objects.update_or_create(
        name_key=held.name_key,
        defaults={"user": user, "name": held.name, "until": clock.now() + KEPT},
    )


def check_name(name: str, but: User | None = None) -> None:
    """Raise `ValidationError` if this name is invalid, or another user has one like it or had it
    recently.
    """
    names.validate_name(name)
    if User.is_name_taken(name, None if but is None else but.pk):
        raise name_is_taken()


def check_unclaimed(user: User) -> None:
    """Check, once a user is saved, that no other user gave this name up a moment ago.

    A transaction that waits for a name gets it from the database's constraint, without this check.

    Raises:
        ValidationError: another user gave it up, or has not had it back yet.
    """
    if FormerName.is_claimed(user.name_key, user.pk):
        raise name_is_taken()


def forget_former_names() -> None:
    """Delete the old names that have expired."""
    FormerName.objects.filter(until__lte=clock.now()).delete()


def name_is_taken() -> ValidationError:
    """Return the error for a name that is taken."""
    return ValidationError(TAKEN, code="unique")
