"""The API part of a user's data export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.models import User


def export_tokens(user: User) -> Sequence[Mapping[str, object]]:
    """Return a user's tokens: names, scopes, and the addresses that used them."""
    kept = ("name", "scopes", "created_at", "used_at", "used_from")
    return list(user.api_tokens.values(*kept))
