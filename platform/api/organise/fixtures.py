"""Endpoints for organisers' decisions about a fixture; the table's history shows their reasons."""

from __future__ import annotations

from typing import Annotated

import msgspec

from api.answers import Question
from api.endpoints import Call, endpoint
from api.models import Scope
from api.organise.entries import Reason
from api.organise.seasons import TAG, organised_league
from api.read.leagues import FixtureAnswer, fixture_answer
from core.refusals import refused
from leagues.models import Fixture
from leagues.present.fixture_view import fixture_view
from leagues.services.fixtures import decide_fixture

Seats = Annotated[list[Annotated[int, msgspec.Meta(ge=0, le=20)]], msgspec.Meta(max_length=20)]
Places = Annotated[list[Annotated[int, msgspec.Meta(ge=1, le=20)]], msgspec.Meta(max_length=20)]
Totals = Annotated[
    list[Annotated[int, msgspec.Meta(ge=-100_000, le=100_000)]], msgspec.Meta(max_length=20)
]


class Decision(Question, frozen=True, kw_only=True):
    """A reason. `seen`: the fixture's `changes` when the decision was made."""

    reason: Reason
    seen: Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]


class Walkover(Decision, frozen=True, kw_only=True):
    """`here`: the seats that were present and share the first place."""

    here: Seats


class Result(Decision, frozen=True, kw_only=True):
    """A corrected result, by seat: the places from 1, and the totals of the game's score pad."""

    places: Places
    totals: Totals


@endpoint("POST", "leagues/{league}/fixtures/{fixture_id}/walkover", tag=TAG, scope=Scope.ORGANISE)
def award_walkover(call: Call, league: str, fixture_id: int, body: Walkover) -> FixtureAnswer:
    """Award a walkover in a match that was not played."""
    found = _fixture(call, league, fixture_id)
    _check_seats(found, body.here)
    decide_fixture.award_walkover(
        found.pk, call.acting, set(body.here), reason=body.reason, seen=body.seen
    )
    return _answer(call, league, fixture_id)


@endpoint("POST", "leagues/{league}/fixtures/{fixture_id}/result", tag=TAG, scope=Scope.ORGANISE)
def correct_result(call: Call, league: str, fixture_id: int, body: Result) -> FixtureAnswer:
    """Correct the result of a match that was played."""
    found = _fixture(call, league, fixture_id)
    seats = found.seats.count()
    if len(body.places) != seats or len(body.totals) != seats:
        raise refused("wrong_request", what=f"send a place and a total for each of {seats} seats")
    decide_fixture.correct_result(
        found.pk, call.acting, body.places, body.totals, reason=body.reason, seen=body.seen
    )
    return _answer(call, league, fixture_id)


@endpoint("POST", "leagues/{league}/fixtures/{fixture_id}/void", tag=TAG, scope=Scope.ORGANISE)
def void_fixture(call: Call, league: str, fixture_id: int, body: Decision) -> FixtureAnswer:
    """Void a match: it counts for no player, and is replayed if the league's rules say so."""
    found = _fixture(call, league, fixture_id)
    decide_fixture.void_fixture(found.pk, call.acting, reason=body.reason, seen=body.seen)
    return _answer(call, league, fixture_id)


@endpoint("POST", "leagues/{league}/fixtures/{fixture_id}/restore", tag=TAG, scope=Scope.ORGANISE)
def revoke_decision(call: Call, league: str, fixture_id: int, body: Decision) -> FixtureAnswer:
    """Revoke an organiser's decision: the match counts as played, or is still to be played."""
    found = _fixture(call, league, fixture_id)
    decide_fixture.revoke_decision(found.pk, call.acting, reason=body.reason, seen=body.seen)
    return _answer(call, league, fixture_id)


def _fixture(call: Call, league: str, fixture_id: int) -> Fixture:
    """Return a fixture of a league that the token's owner organises.

    Raises:
        Refused: `not_found`, `not_yours`.
    """
    organised = organised_league(call, league)
    found = (
        Fixture.objects.select_related("division__season__league", "match", "game__rules")
        .filter(pk=fixture_id, division__season__league=organised)
        .first()
    )
    if found is None:
        raise refused("not_found")
    return found


def _check_seats(fixture: Fixture, seats: list[int]) -> None:
    """Raise `Refused` (`wrong_request`) unless all these are seats of the fixture."""
    if not set(seats) <= {one.seat for one in fixture.seats.all()}:
        raise refused("wrong_request", what="`here` must name seats of the fixture")


def _answer(call: Call, league: str, fixture_id: int) -> FixtureAnswer:
    found = _fixture(call, league, fixture_id)
    return fixture_answer(fixture_view(found, call.acting.pk))
