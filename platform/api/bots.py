"""The bots of users: accounts, ratings and presence."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet

from accounts import online
from accounts.models import User
from games.kernel.contract import Meta
from matches.engine import catalogue
from ratings.models import Rating
from ratings.rating_model import Strength


@dataclass(frozen=True, slots=True)
class BotLine:
    """A bot in a list: its ratings by game, and the number of matches behind each."""

    user: User
    is_here: bool
    ratings: tuple[tuple[Meta, Strength, int], ...]


def all_bots() -> QuerySet[User]:
    """Return the bot accounts, with their ratings."""
    rated = Prefetch("ratings", Rating.objects.order_by("game"))
    return User.objects.filter(is_bot=True, is_active=True).prefetch_related(rated)


def bot_line(user: User, present: online.OnlinePeople) -> BotLine:
    """Return a bot's line in a list."""
    rated = {one.game: one for one in user.ratings.all()}
    ratings = (
        (meta, Strength(one.mu, one.sigma), one.matches)
        for meta in catalogue.easiest_first()
        if (one := rated.get(meta.slug)) is not None
    )
    return BotLine(user, user.pk in present.ids, tuple(ratings))
