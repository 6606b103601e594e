"""The second factor of a sign-in: time-based codes and recovery codes; required for staff.

allauth's own, with secrets that are encrypted in the database.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from typing import Any

from allauth.account.internal.flows.login import get_authentication_records, record_authentication
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.signals import staff_acted

UNREADABLE = _(
    "Your second factor and recovery codes can no longer be read, because this server has a "
    "new secret key. Ask the people who run it to reset your second factor."
)


class SecondFactorAdapter(DefaultMFAAdapter):
    """The hooks that allauth calls for second factors."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is wrong or has expired. Type the one shown now."),
    }

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """Return the account's name in the authenticator app."""
        return str(user)

    def get_totp_issuer(self) -> str:
        """Return the server's name in the authenticator app."""
        return "Nightcap"

    def is_mfa_enabled(
        self, user: AbstractBaseUser, types: Iterable[Authenticator.Type] | None = None
    ) -> bool:
        """Return whether a user has a second factor. A passkey replaces the password, and is none."""
        factors = set(Authenticator.Type if types is None else types)
        return bool(super().is_mfa_enabled(user, factors - {Authenticator.Type.WEBAUTHN}))

    def generate_authenticator_name(
        self,
        user: AbstractBaseUser,
        type: Authenticator.Type,
    ) -> str:
        """Return the name of a passkey that was given none."""
        return gettext("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Return this server's description for the browser, with its name."""
        return super().get_public_key_credential_rp_entity() | {"name": "Nightcap"}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        """Return the account's description for the browser: by its name, never by its address."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"display_name": str(user), "name": str(user)}

    def encrypt(self, text: str) -> str:
        """Encrypt a secret for the database, with a key of this installation."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret.

        Raises:
            ValidationError: `unreadable`, it was encrypted with another key.
        """
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            raise ValidationError(UNREADABLE, code="unreadable") from None


def _cipher() -> Fernet:
    key = hashlib.sha256(f"accounts.second_factor {settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


def who_have_one() -> QuerySet[User]:
    """Return all users who have a second factor."""
    return User.objects.filter(authenticator__type=Authenticator.Type.TOTP).order_by("pk")


def has_one(user: User) -> bool:
    """Return whether this user has a second factor."""
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP]))


def is_shown(request: HttpRequest) -> bool:
    """Return whether a second factor was shown in this session."""
    if not isinstance(request.user, User):
        return False
    records = get_authentication_records(request, request.user)
    return any(record.get("method") == "mfa" for record in records)


def mark_as_shown(request: HttpRequest, authenticator: Authenticator) -> None:
    """Record that a second factor was shown in this session: it was set up here."""
    record_authentication(
        request, authenticator.user, "mfa", id=authenticator.pk, type=authenticator.type
    )


@transaction.atomic
def reset_second_factor(user: User) -> bool:
    """Delete a user's second factor and recovery codes; return whether there were any.

    Only a command calls it, at the server's console. The audit log records it.
    """
    factors = Authenticator.objects.exclude(type=Authenticator.Type.WEBAUTHN)
    count, _rows = factors.filter(user=user).delete()
    if count:
        staff_acted.send(
            sender=Authenticator,
            by_id=None,
            verb="reset_second_factor",
            app="accounts",
            target=user,
            facts={},
        )
    return bool(count)
