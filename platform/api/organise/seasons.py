"""Endpoints for organisers' seasons: plan, begin, draw, end."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec

from api.answers import Nothing, Question
from api.endpoints import Call, endpoint
from api.models import Scope
from api.read.leagues import (
    LeagueAnswer,
    SeasonAnswer,
    league_answer,
    league_for,
    season_answer,
    season_for,
)
from core.refusals import refused
from leagues.models import League, Season
from leagues.services.seasons import close_league as closing
from leagues.services.seasons import confirm_draw as confirming
from leagues.services.seasons import end_season as ending
from leagues.services.seasons import move_season as moving
from leagues.services.seasons import plan_season as planning
from leagues.services.seasons.begin_at_once import begin_season_at_once
from leagues.services.seasons.call_off_season import call_off_season
from leagues.services.seasons.confirm_draw import draw_anew_at_once

TAG = "Organising"
At = Annotated[datetime, msgspec.Meta(tz=True)]
"""A point in time with a time zone."""
State = Literal["planned", "sign_up", "drawn", "running", "finished", "cancelled"]


class Dates(Question, frozen=True, kw_only=True):
    """The times at which a season opens for sign-up, begins and ends."""

    opens: At
    begins: At
    ends: At


class OtherDates(Question, frozen=True, kw_only=True):
    """New dates for a season; an omitted date stays. `seen`: the state of the season when you read
    it.
    """

    seen: State
    opens: At | None = None
    begins: At | None = None
    ends: At | None = None


@endpoint("POST", "leagues/{league}/seasons", tag=TAG, scope=Scope.ORGANISE)
def plan_season(call: Call, league: str, body: Dates) -> SeasonAnswer:
    """Plan the next season."""
    found = organised_league(call, league)
    made = planning.plan_season(found.pk, call.acting, body.opens, body.begins, body.ends)
    return season_answer(made)


@endpoint("POST", "leagues/{league}/seasons/{number}/dates", tag=TAG, scope=Scope.ORGANISE)
def move_season(call: Call, league: str, number: int, body: OtherDates) -> SeasonAnswer:
    """Move the dates of a season; past dates stay as they are."""
    season = organised_season(call, league, number)
    moved = moving.move_season(
        season.pk,
        call.acting,
        body.opens or season.opens_at,
        body.begins or season.begins_at,
        body.ends or season.ends_at,
        seen=Season.State(body.seen),
    )
    return season_answer(moved)


@endpoint("POST", "leagues/{league}/seasons/{number}/begin", tag=TAG, scope=Scope.ORGANISE)
def begin_season(call: Call, league: str, number: int, body: Nothing) -> SeasonAnswer:
    """Close sign-up now, and draw."""
    begin_season_at_once(organised_season(call, league, number).pk, call.acting)
    return season_answer(season_for(call, league, number))


@endpoint("POST", "leagues/{league}/seasons/{number}/draw", tag=TAG, scope=Scope.ORGANISE)
def draw_season(call: Call, league: str, number: int, body: Nothing) -> SeasonAnswer:
    """Discard an unconfirmed draw, and draw again."""
    draw_anew_at_once(organised_season(call, league, number).pk, call.acting)
    return season_answer(season_for(call, league, number))


@endpoint("POST", "leagues/{league}/seasons/{number}/confirm", tag=TAG, scope=Scope.ORGANISE)
def confirm_draw(call: Call, league: str, number: int, body: Nothing) -> SeasonAnswer:
    """Confirm the draw: the season begins."""
    confirming.confirm_draw(organised_season(call, league, number).pk, call.acting)
    return season_answer(season_for(call, league, number))


@endpoint("POST", "leagues/{league}/seasons/{number}/end", tag=TAG, scope=Scope.ORGANISE)
def end_season(call: Call, league: str, number: int, body: Nothing) -> SeasonAnswer:
    """End a season early; the league's rules decide open fixtures. This cannot be undone."""
    ending.end_season_early(organised_season(call, league, number).pk, call.acting)
    return season_answer(season_for(call, league, number))


@endpoint("POST", "leagues/{league}/seasons/{number}/call-off", tag=TAG, scope=Scope.ORGANISE)
def call_season_off(call: Call, league: str, number: int, body: Nothing) -> SeasonAnswer:
    """Call off a season that has not begun. This cannot be undone."""
    call_off_season(organised_season(call, league, number).pk, call.acting)
    return season_answer(season_for(call, league, number))


@endpoint("POST", "leagues/{league}/close", tag=TAG, scope=Scope.ORGANISE)
def close_league(call: Call, league: str, body: Nothing) -> LeagueAnswer:
    """Close a league: no season follows. This cannot be undone."""
    closing.close_league(organised_league(call, league).pk, call.acting)
    return league_answer(league_for(call, league))


def organised_league(call: Call, slug: str) -> League:
    """Return the league of this name if the token's owner is one of its organisers.

    On the pages, staff may organise all leagues with a second factor, which no token has.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    found = league_for(call, slug)
    if not found.organisers.filter(pk=call.acting.pk).exists():
        raise refused("not_yours")
    return found


def organised_season(call: Call, slug: str, number: int) -> Season:
    """Return a season of a league that the token's owner organises.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    organised_league(call, slug)
    return season_for(call, slug, number)
