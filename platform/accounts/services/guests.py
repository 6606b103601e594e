"""Guests: users without an account, and the move of their data to one.

`matches/services/absence/forget_guests.py` deletes guests who do not come back, because no match
may wait for them; they are kept for `settings.GUEST_DAYS`.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.hold_people import hold_people
from accounts.models import User
from accounts.services import blocks, mutes, revoke_access
from accounts.services.rename_user import check_unclaimed, name_is_taken
from core.signals import guest_signed_in


class NameTaken(ValidationError):
    """A guest's name that is taken; `variant`: one like it that is free."""

    def __init__(self, variant: str) -> None:
        super().__init__(
            _("This name, or one that looks like it, is already taken. “%(variant)s” is free."),
            code="unique",
            params={"variant": variant},
        )
        self.variant = variant


def create_guest(language: str, name: str = "") -> User:
    """Create a guest with this name, or with a free friendly one in this language.

    Raises:
        ValidationError: the wished name is invalid; the message says why.
        NameTaken: another user has the wished name, or one that looks like it.
    """
    if name:
        names.validate_name(name)
        guest = None if User.is_name_taken(name, None) else _try(name, language)
        if guest is None:
            raise _taken(name)
        return guest
    for found in names.guest_names(language):
        guest = _try(found, language)
        if guest is not None:
            return guest
    raise name_is_taken()


def _taken(name: str) -> ValidationError:
    """Return the error for a wished name that is taken, with a free variant if there is one."""
    for variant in names.numbered_names(name):
        if not User.is_name_taken(variant, None):
            return NameTaken(variant)
    return name_is_taken()


def _try(name: str, language: str) -> User | None:
    # Two at once cannot share a name: the constraint decides, not a query beforehand.
    try:
        with transaction.atomic():
            guest = User.objects.create_guest(name, language=language)
            check_unclaimed(guest)
            return guest
    except (IntegrityError, ValidationError):
        return None


@transaction.atomic
def move_guest_to_account(guest: User, user: User, session_key: str = "") -> int:
    """Move the guest's data to the account that signed in, and close the guest's pages.

    `session_key`: of the session in which the same browser continues.
    Return the number of seats that stay with the guest, because the account sits at those tables.
    """
    # The lock prevents new rows that may exist only once for a user, or once for a pair.
    hold_people(guest.pk, user.pk)
    answers = guest_signed_in.send(
        sender=User, guest_id=guest.pk, user_id=user.pk, session_key=session_key
    )
    mutes.transfer_guest(guest, user)
    blocks.transfer_guest(guest, user)
    revoke_access.revoke_connections(guest)
    return sum(int(left or 0) for _, left in answers)
