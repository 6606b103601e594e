"""Endpoints for ratings, and for the effect of each match on them."""

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
    """The estimated strength of a player, by the model of Weng and Lin.

    `rating`: the number that pages show. `margin`: the true value is within it in 19 of 20 cases.
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
    """The effect of a match on a rating."""

    rating: int
    match: uuid.UUID | None
    """Null for a private match."""
    place: int
    at: Moment
    before: StrengthAnswer
    after: StrengthAnswer


@endpoint("GET", "games/{game}/ratings", tag=TAG)
def list_ratings(call: Call, game: str, query: Paged) -> Page[RatingAnswer]:
    """List the ratings of a game, in the order of their ids.

    Accounts of people and bots of the house are rated together, the bots of users (`player.bot`)
    apart.
    """
    meta = game_for(game)
    return page_of(all_ratings(meta.slug), query, {"id": int}, rating_answer)


class StepQuery(Paged, frozen=True, kw_only=True):
    """The filter of rating steps: the id of one rating, or all."""

    rating: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_ID)] | None = None


@endpoint("GET", "games/{game}/ratings/history", tag=TAG)
def list_rating_steps(call: Call, game: str, query: StepQuery) -> Page[RatingStep]:
    """List the steps of a game's ratings, match by match, the oldest first."""
    meta = game_for(game)
    rated = all_ratings(meta.slug)
    if query.rating is not None:
        rated = rated.filter(pk=query.rating)
    found = RatingChange.objects.filter(rating__in=rated).select_related("match")
    # Not by match: its id would be in the cursor, and the match may be private.
    by = {"at": datetime, "id": int}
    return page_of(found, query, by, _step)


def strength_answer(strength: Strength) -> StrengthAnswer:
    """Return a strength as the API shows it."""
    return StrengthAnswer(
        rating=strength.shown,
        margin=strength.margin,
        provisional=strength.is_provisional,
        mu=strength.mu,
        sigma=strength.sigma,
    )


def rating_answer(row: Rating) -> RatingAnswer:
    """Return a rating as the API shows it."""
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
