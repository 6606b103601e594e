"""Friends for tests."""

from __future__ import annotations

from accounts.models import User
from friends.services import friendship


def befriend(one: User, other: User) -> None:
    """Make two people friends: one requests, the other accepts."""
    friendship.ask_for_friendship(one, other)
    assert friendship.accept_friendship(other, one.pk)
