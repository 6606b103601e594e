"""The ratings in a user's data export.

Deleting the account deletes none of it: others' ratings depend on it, and it contains no name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F

from accounts.models import User
from matches.models import Seat, played_by_others
from ratings.models import Feat, Rating, RatingChange


def export_ratings(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's rating at each game."""
    found = Rating.objects.filter(user=user).order_by("game")
    return list(found.values("game", "mu", "sigma", "matches", "played_at"))


def export_rating_changes(user: User) -> Sequence[Mapping[str, object]]:
    """Return the changes of this user's ratings by each rated match."""
    found = RatingChange.objects.filter(rating__user=user).order_by("at", "match")
    return list(
        found.values("match_id", "at", "seat", "place", "mu", "sigma", game=F("rating__game"))
    )


def export_feats(user: User) -> Sequence[Mapping[str, object]]:
    """Return this user's feats in their matches."""
    seats = Seat.objects.filter(dealt_to=user).exclude(played_by_others())
    theirs = Feat.objects.filter(match__seats__in=seats, match__seats__number=F("seat"))
    return list(theirs.order_by("id").values("match_id", "name", "count"))
