"""Ratings, and what each match did to them."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated

import msgspec

from api.answers import (
    LARGEST_ID,
    Answer,
    Moment,
    Page,
    Paged,
    Player,
    moment,
    moment_or_none,
    player,
)
from api.endpoints import Call, endpoint
from api.paging import page_of
from api.read.games import game_for
from ratings.leaderboard import all_ratings
from ratings.models import Rating, RatingChange
from ratings.rating_model import Strength

TAG = "Ratings"


class StrengthAnswer(Answer, frozen=True, kw_only=True):
    """What somebody is taken to be worth, as Weng and Lin's model has it.

    `rating`: the number that people see. `margin`: so much more or less it may be, 19 times of 20.
    """

    rating: int
    margin: int
    provisional: bool
    mu: float
    sigma: float


class RatingAnswer(Answer, frozen=True, kw_only=True):
    """A rating of a player, or of a bot of the house by level and version."""

    id: int
    game: str
    player: Player | None
    bot: str | None
    bot_version: int | None
    strength: StrengthAnswer
    matches: int
    played: Moment | None


class RatingStep(Answer, frozen=True, kw_only=True):
    """What a match did to a rating."""

    rating: int
    match: uuid.UUID | None
    """Null for a match that is not for everybody."""
    place: int
    at: Moment
    before: StrengthAnswer
    after: StrengthAnswer


@endpoint("GET", "games/{game}/ratings", tag=TAG)
def list_ratings(call: Call, game: str, query: Paged) -> Page[RatingAnswer]:
    """The ratings of a game, in no order but that of their ids.

    People with an account and the house's bots are rated together, the bots of users (`player.bot`) apart.
    """
    meta = game_for(game)
    return page_of(all_ratings(meta.slug), query, {"id": int}, rating_answer)


class StepQuery(Paged, frozen=True, kw_only=True):
    """Whose: the id of one rating, or of all."""

    rating: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_ID)] | None = None


@endpoint("GET", "games/{game}/ratings/history", tag=TAG)
def list_rating_steps(call: Call, game: str, query: StepQuery) -> Page[RatingStep]:
    """How the ratings of a game came about, match by match, the oldest first."""
    meta = game_for(game)
    rated = all_ratings(meta.slug)
    if query.rating is not None:
        rated = rated.filter(pk=query.rating)
    found = RatingChange.objects.filter(rating__in=rated).select_related("match")
    # Not by the match: its id would stand in the cursor, and it may be private.
    by = {"at": datetime, "id": int}
    return page_of(found, query, by, _step)


def strength_answer(strength: Strength) -> StrengthAnswer:
    """A strength as programs read it."""
    return StrengthAnswer(
        rating=strength.shown,
        margin=strength.margin,
        provisional=strength.is_provisional,
        mu=strength.mu,
        sigma=strength.sigma,
    )


def rating_answer(row: Rating) -> RatingAnswer:
    """A rating as programs read it."""
    return RatingAnswer(
        id=row.pk,
        game=row.game,
        player=None if row.user is None else player(row.user),
        bot=row.bot or None,
        bot_version=row.version or None,
        strength=strength_answer(Strength(row.mu, row.sigma)),
        matches=row.matches,
        played=moment_or_none(row.played_at),
    )


def _step(row: RatingChange) -> RatingStep:
    return RatingStep(
        rating=row.rating_id,
        match=row.match_id if row.match.public else None,
        place=row.place,
        at=moment(row.at),
        before=strength_answer(Strength(row.mu_before, row.sigma_before)),
        after=strength_answer(Strength(row.mu, row.sigma)),
    )
