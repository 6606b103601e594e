"""What the API knows of somebody, for the file that people take along."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accounts.models import User


def export_tokens(user: User) -> Sequence[Mapping[str, object]]:
    """A user's tokens: what they are called and may do, and where they were used from."""
    kept = ("name", "scopes", "created_at", "used_at", "used_from")
    return list(user.api_tokens.values(*kept))
