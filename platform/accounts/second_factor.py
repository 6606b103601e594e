"""The second factor of a sign-in: codes by time, and codes for emergencies; staff cannot do without.

allauth's own, with secrets that lie encrypted in the database.
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
    """Our answers to what allauth asks about second factors."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("This code is wrong or has expired. Type the one shown now."),
    }

    def get_totp_label(self, user: AbstractBaseUser) -> str:
        """What the app on the phone calls the account."""
        return str(user)

    def get_totp_issuer(self) -> str:
        """What the app on the phone calls this server."""
        return "Nightcap"

    def is_mfa_enabled(
        self, user: AbstractBaseUser, types: Iterable[Authenticator.Type] | None = None
    ) -> bool:
        """Whether somebody shows more than a password. A passkey is instead of one, not beside it."""
        factors = set(Authenticator.Type if types is None else types)
        return bool(super().is_mfa_enabled(user, factors - {Authenticator.Type.WEBAUTHN}))

    def generate_authenticator_name(
        self,
        user: AbstractBaseUser,
        type: Authenticator.Type,
    ) -> str:
        """What a passkey is called that was given no name."""
        return gettext("Passkey")

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """What a browser calls this server when it asks for a passkey."""
        return super().get_public_key_credential_rp_entity() | {"name": "Nightcap"}

    def get_public_key_credential_user_entity(self, user: AbstractBaseUser) -> dict[str, Any]:
        """What a browser calls the account: by its name, never by its address."""
        entity: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return entity | {"display_name": str(user), "name": str(user)}

    def encrypt(self, text: str) -> str:
        """A secret as the database keeps it: with a key of this installation."""
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret itself.

        Raises:
            ValidationError: `unreadable`, with another key than it was kept with.
        """
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            raise ValidationError(UNREADABLE, code="unreadable") from None


def _cipher() -> Fernet:
    key = hashlib.sha256(f"accounts.second_factor {settings.SECRET_KEY}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(key))


def who_have_one() -> QuerySet[User]:
    """All users who have set a second factor up."""
    return User.objects.filter(authenticator__type=Authenticator.Type.TOTP).order_by("pk")


def has_one(user: User) -> bool:
    """Whether this user has set a second factor up."""
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP]))


def is_shown(request: HttpRequest) -> bool:
    """Whether this session has shown a second factor."""
    if not isinstance(request.user, User):
        return False
    records = get_authentication_records(request, request.user)
    return any(record.get("method") == "mfa" for record in records)


def mark_as_shown(request: HttpRequest, authenticator: Authenticator) -> None:
    """Write down that this session has shown a second factor: it was set up here."""
    record_authentication(
        request, authenticator.user, "mfa", id=authenticator.pk, type=authenticator.type
    )


@transaction.atomic
def reset_second_factor(user: User) -> bool:
    """Forget a user's second factor and recovery codes; whether there was one.

    A command does it: whoever may ask for it is at the server's console. The audit log keeps it.
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
