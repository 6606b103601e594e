"""The passkeys of an account: the owner's list, and adding one."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, NamedTuple

from allauth.account.adapter import get_adapter
from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal.auth import WebAuthn, parse_registration_response
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.hold_people import hold_people
from accounts.models import User

MOST = 20
"""The most passkeys of one account: far more than a person has devices."""


class Passkey(NamedTuple):
    """A passkey as its owner sees it."""

    pk: int
    name: str
    added: datetime
    last_used: datetime | None


def passkeys_of(user: User) -> list[Passkey]:
    """Return the passkeys of a user, the oldest first."""
    kept = Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN)
    return [
        Passkey(one.pk, WebAuthn(one).name, one.created_at, one.last_used_at)
        for one in kept.order_by("pk")
    ]


def rename_passkey(passkey: Authenticator, name: str) -> None:
    """Give a passkey another name."""
    WebAuthn(passkey).name = name
    passkey.save(update_fields=["data"])


@transaction.atomic
def add_passkey(request: HttpRequest, user: User, name: str, credential: dict[str, Any]) -> None:
    """Store a passkey that was proven to be the user's, and tell them by mail.

    It creates no recovery codes of allauth: they replace a lost second factor.

    Raises:
        ValidationError: `too_many`.
    """
    hold_people(user.pk)
    if len(passkeys_of(user)) >= MOST:
        raise ValidationError(
            _("You already have %(count)d passkeys. First remove one that you no longer use.")
            % {"count": MOST},
            code="too_many",
        )
    # Stored as parsed: all other data that was sent is dropped.
    understood = dict(parse_registration_response(credential)) | {"clientExtensionResults": {}}
    made = WebAuthn.add(user, name, json.loads(json.dumps(understood))).instance
    signals.authenticator_added.send(
        sender=Authenticator, request=request, user=user, authenticator=made
    )
    get_adapter(request).send_notification_mail("mfa/email/webauthn_added", user)
