"""The rating changes of a match, for its result."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from games.kernel.contract import Seat
from matches.present.rating_gains import Gain
from ratings.models import RatingChange
from ratings.rating_model import Strength


def read_gains(match_id: uuid.UUID) -> Mapping[Seat, Gain]:
    """Return the rating changes by seat, for people only: a bot's rating concerns no player there."""
    rows = RatingChange.objects.filter(match_id=match_id, rating__user__isnull=False)
    return {row.seat: _gain(row) for row in rows}


def _gain(row: RatingChange) -> Gain:
    before, after = Strength(row.mu_before, row.sigma_before), Strength(row.mu, row.sigma)
    return Gain(after.shown, after.shown - before.shown, after.is_provisional)
