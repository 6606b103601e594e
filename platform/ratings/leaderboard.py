"""The leaderboard of a game: people in order, and the bots that connect their ratings."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet, Window
from django.db.models.functions import Rank

from core.paging import Page, paginate
from games.kernel.contract import Meta
from ratings.models import Rating
from ratings.rating_model import SETTLED_SIGMA, Strength

PAGE = 50
FLOOR = F("mu") - 2 * F("sigma")
"""The sort key of leaderboards: the mean minus two deviations."""
RANKED = Q(user__isnull=False, sigma__lte=SETTLED_SIGMA)
"""Ratings with a rank: of people, and not provisional."""


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A line of a leaderboard. A bot has no `rank` but a `label`: its level, in English. A provisional
    rating has no `rank` yet.
    """

    rating: Rating
    strength: Strength
    label: str
    rank: int | None


@dataclass(frozen=True, slots=True)
class LeaderboardRank:
    """A user's place: `rank` and `page` of the board; both None for a guest, who is not listed. A
    provisional rating has no `rank` yet.
    """

    rating: Rating
    strength: Strength
    rank: int | None
    page: int | None


def ratings_in_order(game: str) -> QuerySet[Rating]:
    """Return the ratings of a game's leaderboard, the best first: account holders and our bots."""
    people = Q(user__is_guest=False, user__is_active=True, user__is_bot=False)
    ratings = Rating.objects.filter(people | Q(user__isnull=True), game=game)
    return ratings.select_related("user").order_by(FLOOR.desc(), "pk")


def all_ratings(game: str) -> QuerySet[Rating]:
    """Return the public ratings of a game: of people, of our bots and of users' bots."""
    known = Q(user__is_guest=False, user__is_active=True) | Q(user__isnull=True)
    return Rating.objects.filter(known, game=game).select_related("user")


def leaderboard_page(meta: Meta, number: int) -> Page[LeaderboardLine]:
    """Return a page of a game's leaderboard; people with equal ratings share a rank.

    Only ratings that are not provisional have ranks.
    """
    levels = {level.slug: level.label for level in meta.known_levels}
    is_ranked = ExpressionWrapper(RANKED, output_field=BooleanField())
    rank = Window(Rank(), partition_by=is_ranked, order_by=FLOOR.desc())

    def line(rating: Rating) -> LeaderboardLine:
        strength = Strength(rating.mu, rating.sigma)
        has_rank = rating.user_id is not None and not strength.is_provisional
        return LeaderboardLine(
            rating,
            strength,
            levels.get(rating.bot, rating.bot),
            getattr(rating, "rank") if has_rank else None,  # noqa: B009 - not of the model
        )

    return paginate(ratings_in_order(meta.slug).annotate(rank=rank), number, PAGE, line)


def rank_of(game: str, user_id: int) -> LeaderboardRank | None:
    """Return this user's place on a game's leaderboard, or None without a rated match."""
    rating = Rating.objects.filter(game=game, user_id=user_id).first()
    if rating is None:
        return None
    strength = Strength(rating.mu, rating.sigma)
    board = ratings_in_order(game)
    if not board.filter(pk=rating.pk).exists():
        return LeaderboardRank(rating, strength, None, None)
    floor = rating.mu - 2 * rating.sigma
    better = board.annotate(floor=FLOOR).filter(floor__gt=floor)
    above = better | board.annotate(floor=FLOOR).filter(floor=floor, pk__lt=rating.pk)
    rank = None if strength.is_provisional else 1 + better.filter(RANKED).count()
    return LeaderboardRank(rating, strength, rank, 1 + above.count() // PAGE)
