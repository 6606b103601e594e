"""A user's mail address, when another person changes it."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import transaction

from accounts.models import User


@transaction.atomic
def set_address(user: User, address: str) -> None:
    """Set a user's mail address, unconfirmed; an empty one removes it."""
    EmailAddress.objects.filter(user=user).delete()
    user.email = address.lower()
    user.save(update_fields=["email"])
    if user.email:
        EmailAddress.objects.create(user=user, email=user.email, primary=True)
