"""Who reaches whom: the one place where doors ask whether something stands between two people.

Whatever brings one person to another (a seat that is kept, a request, an invitation, a chair at the
same private table) asks here, and `tests/architecture/test_reach.py` finds each such door.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from accounts.models import Block, User


@dataclass(frozen=True, slots=True)
class Apart:
    """Those of some people whom a certain user does not reach, by why that is so.

    `gone`: shut out, or without an account any more; `refusing`: they blocked the user; `blocked`: the
    user blocked them.
    """

    gone: frozenset[int]
    refusing: frozenset[int]
    blocked: frozenset[int]

    @property
    def by_block(self) -> frozenset[int]:
        """Those with a block in between, whoever made it."""
        return self.refusing | self.blocked

    @property
    def all(self) -> frozenset[int]:
        """Those whom the user does not reach, for whatever reason."""
        return self.by_block | self.gone


def apart(user_id: int, other_ids: Iterable[int]) -> Apart:
    """Those of these people whom this user does not reach. Nobody is apart from themselves."""
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
