"""The passkeys of an account: what its owner sees of them, and how one comes to it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.http import HttpRequest

from accounts.models import User


class Passkey(NamedTuple):
    """A passkey as its owner knows it."""

    pk: int
    name: str
    added: datetime
    last_used: datetime | None


def passkeys_of(user: User) -> list[Passkey]:
    """The passkeys of a user, the oldest first."""
    kept = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return [
        Passkey(one.pk, WebAuthn(one).name, one.created_at, one.last_used_at)
        for one in kept.order_by("pk")
    ]


def add_passkey(request: HttpRequest, user: User, name: str, credential: dict[str, Any]) -> None:
    """Keep a passkey that was proven to be the user's, and tell them by mail.

    Without allauth's recovery codes: they are for who cannot show a second factor.
    """
    made = WebAuthn.add(user, name, credential).instance
    signals.authenticator_added.send(
        sender=Authenticator, request=request, user=user, authenticator=made
    )
    get_adapter(request).send_notification_mail("mfa/email/webauthn_added", user)
