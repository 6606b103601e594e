"""Results of matches after all corrections, and the user who answers for each place.

A correction of points changes the round that it belongs to, and the standing that the game's rules
compute from the rounds. A result that was set by hand overrides this; the last such result counts.
A void match has no result. A correction that was undone has no effect.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

import msgspec
from msgspec.structs import replace

from games.kernel import series
from games.kernel.contract import Outcome, Seat, Standing, Target
from matches.engine import catalogue, replay, stored_values
from matches.models import Correction, Match


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat and its result.

    `user_id`: the user to whom the cards were dealt, even if another one played on. Otherwise `bot`
    has the level of a bot. Neither: the account was deleted. `is_program`: a program plays for the
    user.
    """

    seat: Seat
    user_id: int | None
    bot: str
    bot_version: int
    place: int
    total: int
    is_program: bool = False


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that is over and counts."""

    match_id: uuid.UUID
    game: str
    rules_id: int
    finished_at: datetime
    parties: tuple[SeatResult, ...]


def counted(match: Match, corrections: Iterable[Correction]) -> Standing | None:
    """Compute a match's result from its rounds and their corrections.

    Return None if the match is not over, or is void. `corrections`: the oldest first.
    """
    standing = match.standing
    if match.status != Match.Status.FINISHED:
        return None
    valid = [correction for correction in corrections if correction.undone_at is None]
    if any(correction.kind == Correction.Kind.VOID for correction in valid):
        return None
    by_hand = [one.facts for one in valid if one.kind == Correction.Kind.RESULT]
    if by_hand:
        standing = {**by_hand[-1], "decided": True}
    elif any(correction.kind == Correction.Kind.POINTS for correction in valid):
        return _added_up(match, valid)
    return stored_values.standing_of(standing)


def _added_up(match: Match, corrections: Sequence[Correction]) -> Standing:
    """Return the standing of the rounds with these corrections; a match that is over stays decided."""
    raw = match.rounds.filter(outcome__isnull=False).order_by("number")
    outcomes = []
    for number, outcome in raw.values_list("number", "outcome"):
        changes = [one.facts["changes"] for one in corrections if one.round == number]
        added = tuple(map(sum, zip(*changes, strict=True)))
        played = stored_values.outcome_of(outcome)
        outcomes.append(rescored(match.game, played, added) if any(added) else played)
    target = msgspec.convert(match.target, Target)
    standing = replay.standing(match.rules_id, target, outcomes)
    return replace(standing, decided=True)


def rescored(slug: str, outcome: Outcome, added: Sequence[int]) -> Outcome:
    """Return a round's outcome with these points added by seat; the points alone then decide the
    places.
    """
    scores = tuple(map(sum, zip(outcome.scores, added, strict=True)))
    best: series.Best = min if catalogue.game_of(slug).meta.pad.lowest_wins else max
    return replace(outcome, scores=scores, places=series.places(scores, best))


def result_of(match: Match) -> MatchResult | None:
    """Return the result of a match with its seats, or None if it is not over, or is void."""
    if match.result is None or match.finished_at is None:
        return None
    standing = stored_values.standing_of(match.result)
    return MatchResult(
        match_id=match.pk,
        game=match.game,
        rules_id=match.rules_id,
        finished_at=match.finished_at,
        parties=tuple(
            SeatResult(
                seat=place.number,
                user_id=place.dealt_to_id,
                bot=place.bot if place.dealt_to_id is None else "",
                bot_version=place.bot_version,
                place=standing.places[place.number],
                total=standing.totals[place.number],
                is_program=place.dealt_to is not None and place.dealt_to.is_bot,
            )
            for place in match.seats.all()
        ),
    )
