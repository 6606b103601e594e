"""Guests: sit down without an account, or take it all along to one later.

Guests who do not come back are forgotten by `matches/services/absence/forget_guests.py`, as no match may wait for
them; how long they are kept is `settings.GUEST_DAYS`.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts import names
from accounts.hold_people import hold_people
from accounts.models import User
from accounts.services import blocks, mutes, revoke_access
from accounts.services.rename_user import check_name, check_unclaimed, name_is_taken
from core.signals import guest_signed_in


def create_guest(language: str, name: str = "") -> User:
    """A guest with this name, or with a friendly one in this language that nobody has.

    Raises:
        ValidationError: the wished name cannot be had; the message says why.
    """
    if name:
        check_name(name)
        guest = _try(name, language)
        if guest is None:
            raise name_is_taken()
        return guest
    for found in names.guest_names(language):
        guest = _try(found, language)
        if guest is not None:
            return guest
    raise name_is_taken()


def _try(name: str, language: str) -> User | None:
    # Two at once cannot share a name: the constraint decides, not a look beforehand.
    try:
        with transaction.atomic():
            guest = User.objects.create_guest(name, language=language)
            check_unclaimed(guest)
            return guest
    except (IntegrityError, ValidationError):
        return None


@transaction.atomic
def move_guest_to_account(guest: User, user: User, session_key: str = "") -> int:
    """Move what is a guest's to the account that signed in; the guest's pages are closed.

    `session_key`: of the session in which the same browser goes on.

    Returns the number of seats that stay with the guest, as the account sits at those tables.
    """
    # What may be theirs once, or once with somebody else, is made by nobody meanwhile.
    hold_people(guest.pk, user.pk)
    answers = guest_signed_in.send(
        sender=User, guest_id=guest.pk, user_id=user.pk, session_key=session_key
    )
    mutes.transfer_guest(guest, user)
    blocks.transfer_guest(guest, user)
    revoke_access.revoke_connections(guest)
    return sum(int(left or 0) for _, left in answers)
