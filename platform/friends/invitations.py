"""The seats that are kept for a user: invitations to tables, and challenges."""

from __future__ import annotations

import uuid
from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar

from accounts.models import User
from friends.services.challenge import open_challenges
from games.kernel.contract import Meta
from matches.engine import catalogue, tempos
from matches.models import Match, Seat


@dataclass(frozen=True, slots=True)
class Invitation:
    """A table with a seat reserved for the user. `host`: the inviting user, or None if the table has
    none. `tempo`: its label in English. `is_challenge`: the host challenged the user.
    """

    is_answer: ClassVar[bool] = False

    match_id: uuid.UUID
    meta: Meta
    host: User | None
    tempo: str
    is_challenge: bool


def open_invitations(user_id: int) -> list[Invitation]:
    """Return all open invitations to this user, the oldest first, also those that are put away."""
    kept = Seat.objects.filter(kept_for=user_id, final=None)
    return invitations_to(list(kept.values_list("match_id", flat=True)), user_id)


def invitations_to(
    match_ids: Collection[uuid.UUID], user_id: int, most: int | None = None
) -> list[Invitation]:
    """Return the invitations of this user to these tables, the oldest first, and at most `most`."""
    found = Match.objects.select_related("host").filter(pk__in=match_ids)
    challenges = open_challenges().filter(match__in=match_ids, asked=user_id)
    challenged = set(challenges.values_list("match_id", flat=True))
    return [
        Invitation(
            match_id=match.pk,
            meta=(meta := catalogue.game_of(match.game).meta),
            host=match.host,
            tempo=tempos.label(meta, match.tempo),
            is_challenge=match.pk in challenged,
        )
        for match in found.order_by("created_at", "pk")[:most]
    ]
