"""What ratings know of somebody, for the file that people take along.

Nothing of it is forgotten with the account: others' ratings follow from it, and name nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.db.models import F

from accounts.models import User
from matches.models import Seat, played_by_others
from ratings.models import Feat, Rating, RatingChange


def export_ratings(user: User) -> Sequence[Mapping[str, object]]:
    """How good this user is at each game."""
    found = Rating.objects.filter(user=user).order_by("game")
    return list(found.values("game", "mu", "sigma", "matches", "played_at"))


def export_rating_changes(user: User) -> Sequence[Mapping[str, object]]:
    """What each rated match did to this user's ratings."""
    found = RatingChange.objects.filter(rating__user=user).order_by("at", "match")
    return list(
        found.values("match_id", "at", "seat", "place", "mu", "sigma", game=F("rating__game"))
    )


def export_feats(user: User) -> Sequence[Mapping[str, object]]:
    """What this user did in their matches that people like to see."""
    seats = Seat.objects.filter(dealt_to=user).exclude(played_by_others())
    theirs = Feat.objects.filter(match__seats__in=seats, match__seats__number=F("seat"))
    return list(theirs.order_by("id").values("match_id", "name", "count"))
