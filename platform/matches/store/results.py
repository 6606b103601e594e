"""Results that matches count for after all corrections, and who answers for each place.

Points that were corrected move the round that they are of, and what the rounds add up to by the
game's own rules. A result that was set by hand stands above that, the last one counts; and while a
match is void it counts for nobody. Whatever is undone is as if it had never been.
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
    """A seat and what it got.

    `user_id`: to whom the cards were dealt, whoever played on later; or a `bot` of this level.
    Neither: somebody whose account is no more. `is_program`: a program plays for the user.
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
    """Work out what a match counts for by its rounds and their corrections; None if it is not over, or void.

    `corrections`: the oldest first.
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
    """The standing of the rounds with these corrections; what is over stays decided."""
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
    """A round with so many points more or less by seat, which alone decide its places then."""
    scores = tuple(map(sum, zip(outcome.scores, added, strict=True)))
    best: series.Best = min if catalogue.game_of(slug).meta.pad.lowest_wins else max
    return replace(outcome, scores=scores, places=series.places(scores, best))


def result_of(match: Match) -> MatchResult | None:
    """The result of a match with its seats; None if it is not over, or void."""
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
