"""The leaderboard of a game: people with a rank, people without one, and the bots that connect their
ratings.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from django.db.models import Case, F, Q, QuerySet, Value, When, Window
from django.db.models.functions import Rank

from core.paging import Page, paginate
from games.kernel.contract import Meta
from ratings.models import Rating
from ratings.rating_model import SETTLED_SIGMA, Strength

PAGE = 50
FLOOR = F("mu") - 2 * F("sigma")
"""The sort key of ranks: the mean minus two deviations."""
RANKED = Q(user__isnull=False, sigma__lte=SETTLED_SIGMA)
"""Ratings with a rank: of people, and not provisional."""


class Section(IntEnum):
    """The sections of a leaderboard, in their order."""

    RANKED = 0
    UNRANKED = 1
    BOTS = 2


SECTION = Case(
    When(user__isnull=True, then=Value(Section.BOTS)),
    When(RANKED, then=Value(Section.RANKED)),
    default=Value(Section.UNRANKED),
)
KEY = Case(When(RANKED, then=FLOOR), default=F("mu"))
"""The sort key within a section: without a rank, the rating."""


@dataclass(frozen=True, slots=True)
class LeaderboardLine:
    """A line of a leaderboard. A bot has no `rank` but a `label`: its level, in English. A provisional
    rating has no `rank` yet.
    """

    rating: Rating
    strength: Strength
    label: str
    rank: int | None
    section: Section

    @property
    def is_ranked(self) -> bool:
        return self.section == Section.RANKED

    @property
    def is_bot(self) -> bool:
        return self.section == Section.BOTS


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
    """Return the ratings of a game's leaderboard: account holders and our bots, by section, the best
    first.
    """
    people = Q(user__is_guest=False, user__is_active=True, user__is_bot=False)
    ratings = Rating.objects.filter(people | Q(user__isnull=True), game=game)
    in_sections = ratings.annotate(section=SECTION, key=KEY)
    return in_sections.select_related("user").order_by("section", "-key", "pk")


def all_ratings(game: str) -> QuerySet[Rating]:
    """Return the public ratings of a game: of people, of our bots and of users' bots."""
    known = Q(user__is_guest=False, user__is_active=True) | Q(user__isnull=True)
    return Rating.objects.filter(known, game=game).select_related("user")


def leaderboard_page(meta: Meta, number: int) -> Page[LeaderboardLine]:
    """Return a page of a game's leaderboard; people with equal ratings share a rank.

    Only ratings that are not provisional have ranks.
    """
    levels = {level.slug: level.label for level in meta.known_levels}
    rank = Window(Rank(), partition_by=F("section"), order_by=F("key").desc())

    def line(rating: Rating) -> LeaderboardLine:
        section = Section(getattr(rating, "section"))  # noqa: B009 - not of the model
        return LeaderboardLine(
            rating,
            Strength(rating.mu, rating.sigma),
            levels.get(rating.bot, rating.bot),
            getattr(rating, "rank") if section == Section.RANKED else None,  # noqa: B009 - as above
            section,
        )

    return paginate(ratings_in_order(meta.slug).annotate(rank=rank), number, PAGE, line)


def rank_of(game: str, user_id: int) -> LeaderboardRank | None:
    """Return this user's place on a game's leaderboard, or None without a rated match."""
    rating = Rating.objects.filter(game=game, user_id=user_id).first()
    if rating is None:
        return None
    strength = Strength(rating.mu, rating.sigma)
    board: QuerySet[Any] = ratings_in_order(game)
    listed = board.filter(pk=rating.pk).values_list("section", "key").first()
    if listed is None:
        return LeaderboardRank(rating, strength, None, None)
    section, key = listed
    better = board.filter(section=section, key__gt=key)
    above = board.filter(
        Q(section__lt=section)
        | Q(section=section, key__gt=key)
        | Q(section=section, key=key, pk__lt=rating.pk)
    )
    rank = 1 + better.count() if section == Section.RANKED else None
    return LeaderboardRank(rating, strength, rank, 1 + above.count() // PAGE)
