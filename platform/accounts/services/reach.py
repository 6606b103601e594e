"""The central check of blocks and bans between two users.

Each function that connects two users (a reserved seat, a request, an invitation, a seat at the same
private table) calls it; `tests/architecture/test_reach.py` finds each such function.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import Block, User


@dataclass(frozen=True, slots=True)
class Apart:
    """The users whom a certain user cannot reach, by reason.

    `gone`: banned or deleted; `refusing`: they blocked the user; `blocked`: the user blocked them.
    """

    gone: frozenset[int]
    refusing: frozenset[int]
    blocked: frozenset[int]

    @property
    def by_block(self) -> frozenset[int]:
        """All users with a block in either direction."""
        return self.refusing | self.blocked

    @property
    def all(self) -> frozenset[int]:
        """All users whom the user cannot reach, for any reason."""
        return self.by_block | self.gone


def apart(user_id: int, other_ids: Iterable[int]) -> Apart:
    """Return those of these users whom this user cannot reach. The user's own id is left out."""
    others = {one for one in other_ids if one != user_id}
    if not others:
        return Apart(frozenset(), frozenset(), frozenset())
    either = Q(user__in=others, blocked_id=user_id) | Q(user_id=user_id, blocked__in=others)
    pairs = list(Block.objects.filter(either).values_list("user_id", "blocked_id"))
    gone = User.objects.filter(pk__in=others, is_active=False).values_list("pk", flat=True)
    return Apart(
        gone=frozenset(gone),
        refusing=frozenset(by for by, _blocked in pairs if by != user_id),
        blocked=frozenset(blocked for _by, blocked in pairs if blocked != user_id),
    )
