"""Tokens: create, use and revoke them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.hold_people import hold_people
from accounts.models import User
from api.models import Scope, Token
from core import clock
from core.after_commit import after_commit
from core.refusals import refused
from matches.store.topics import announce_revoked

PREFIX = "nightcap_"
"""The prefix by which scanners of public code find leaked tokens."""
MOST = 20
FRESH = timedelta(minutes=1)
"""The longest delay of "last used"."""


@transaction.atomic
def create_token(user: User, name: str, scopes: Collection[str]) -> tuple[Token, str]:
    """Create a token with these scopes. Return it with its text, which cannot be read later.

    Raises:
        Refused: `too_many_tokens`.
        ValidationError: by field.
    """
    hold_people(user.pk)
    if user.api_tokens.count() >= MOST:
        raise refused("too_many_tokens")
    if not scopes or not set(scopes) <= set(Scope.values):
        raise ValidationError({"scopes": _("Choose what the token is allowed to do.")})
    text = PREFIX + secrets.token_urlsafe(32)
    token = Token(
        user=user,
        name=name,
        scopes=sorted(scopes),
        digest=_digest(text),
        created_at=clock.now(),
    )
    token.full_clean()
    token.save()
    return token, text


def revoke_token(user: User, pk: int) -> None:
    """Revoke a token of this user.

    Raises:
        Refused: `not_found`.
    """
    if not user.api_tokens.filter(pk=pk).delete()[0]:
        raise refused("not_found")
    after_commit(announce_revoked, user_id=user.pk)


def revoke_all(*, user_id: int, **_: object) -> None:
    """Revoke all tokens of a user who is banned, is deleted, or has a new password."""
    Token.objects.filter(user_id=user_id).delete()


def find_token(text: str, address: str) -> Token:
    """Return the token of this text, and record its use from this address.

    Raises:
        Refused: `wrong_token`.
    """
    found = Token.objects.select_related("user").filter(digest=_digest(text)).first()
    if found is None or not found.user.is_active:
        raise refused("wrong_token")
    now = clock.now()
    if found.used_at is None or found.used_from != address or now - found.used_at > FRESH:
        Token.objects.filter(pk=found.pk).update(used_at=now, used_from=address)
    return found


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
