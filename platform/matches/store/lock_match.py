"""Lock a match, alone or with its present round."""

from __future__ import annotations

import uuid

from core.refusals import refused
from matches.models import Match, Round


def lock_match(match_id: uuid.UUID) -> Match:
    """Return an open match, or one that is over, locked until the transaction ends.

    Raises:
        Refused: `not_found`.
    """
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise refused("not_found")
    return match


def lock_match_and_round(match_id: uuid.UUID) -> Match:
    """Lock the present round of a match, then the match, and return the match.

    A move locks them in the same order, so the two cannot deadlock. Any change of a running match
    needs both, because it raises `Round.rev`.

    Raises:
        Refused: `not_found`.
    """
    rounds = Round.objects.select_for_update().filter(match=match_id)
    rounds.order_by("-number").values_list("pk", flat=True).first()
    return lock_match(match_id)
