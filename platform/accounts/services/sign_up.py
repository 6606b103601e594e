"""Create an account: from a guest, who keeps everything, or from nothing."""

from __future__ import annotations

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.services.rename_user import check_name, check_unclaimed, name_is_taken


def sign_up(guest: User | None, name: str, password: str, email: str = "") -> User:
    """Create an account with this name. A guest's own row becomes the account and keeps seats and
    history.

    Raises:
        ValidationError: the name is not available, or the guest became an account meanwhile.
    """
    check_name(name, but=guest)
    try:
        with transaction.atomic():
            if guest is None:
                user = User.objects.create_user(name, password, email=email)
            else:
                user = _settle(guest, name, password, email)
            check_unclaimed(user)
            return user
    except IntegrityError:
        raise name_is_taken() from None


def _settle(guest: User, name: str, password: str, email: str) -> User:
    user = User.objects.select_for_update().filter(pk=guest.pk, is_guest=True).first()
    if user is None:
        raise ValidationError(_("You already have an account."), code="no_guest")
    user.name, user.email, user.is_guest = names.tidy_name(name), email, False
    # Not by `set_password`: that is for a password that replaces an old one, and closes open
    # connections.
    user.password = make_password(password)
    user.save(update_fields=["name", "email", "is_guest", "password"])
    return user
