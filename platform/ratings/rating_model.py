"""The rating model: Weng and Lin's Plackett-Luce model, as implemented by OpenSkill.

It is pure: the same results in the same order give the same numbers. Stored numbers are rounded, so
that the last bit of a machine's arithmetic makes no difference later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

from matches.store.results import MatchResult, SeatResult

DIGITS = 6
MIDDLE, SCALE = 1500, 24
"""The scale of displayed ratings: a mean of 25 is shown as 1500, and one more as 24 more."""
PROVISIONAL = 300
"""Deviation above which a rating is provisional."""
SETTLED_SIGMA = (PROVISIONAL + 0.5) / (2 * SCALE)
"""The largest deviation of a rating that is not provisional, in the model's own numbers."""

MU, SIGMA = 25.0, 25.0 / 3
"""The mean and the deviation of a player without a match: the model's defaults."""


@cache
def _model() -> PlackettLuce:
    """Return the model. Only workers rate matches; a web process saves its memory."""
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating: the mean and the deviation of the estimated strength."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> int:
        """The number that pages show."""
        return round(MIDDLE + SCALE * (self.mu - MU))

    @property
    def margin(self) -> int:
        """The uncertainty of the number: two deviations, a 95 % interval."""
        return round(2 * SCALE * self.sigma)

    @property
    def floor(self) -> int:
        """The sort key of leaderboards: the strength that is nearly certain."""
        return self.shown - self.margin

    @property
    def is_provisional(self) -> bool:
        return self.margin > PROVISIONAL


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    """A rated player: a person, or a bot by its level and version."""

    user_id: int | None
    bot: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """The change of a rating by a match, for the player of a seat."""

    result: MatchResult
    party: SeatResult
    player: RatedPlayer
    before: Strength
    after: Strength


def player_of(party: SeatResult) -> RatedPlayer | None:
    """Return the rated player of this seat, or None for a deleted account."""
    if party.user_id is not None:
        return RatedPlayer(party.user_id)
    return RatedPlayer(None, party.bot, party.bot_version) if party.bot else None


def rate_results(
    results: Iterable[MatchResult], known: Mapping[RatedPlayer, Strength]
) -> Iterator[Change]:
    """Return the changes that these matches make in this order; `known`: the ratings before the
    first.
    """
    strengths = dict(known)
    for result in results:
        for change in _rated(result, strengths):
            strengths[change.player] = change.after
            yield change


def _rated(result: MatchResult, strengths: Mapping[RatedPlayer, Strength]) -> list[Change]:
    """Return the changes of one match: none unless it has two distinct players.

    With users' programs at the table, only their ratings change, because an owner could let a
    program lose.
    """
    seats = [(party, player) for party in result.parties if (player := player_of(party))]
    players = {player for _, player in seats}
    if len(players) < 2:
        return []
    before = {player: strengths.get(player, Strength()) for player in players}
    teams = [[_model().rating(mu=before[p].mu, sigma=before[p].sigma)] for _, p in seats]
    rated = _model().rate(teams, ranks=[float(party.place) for party, _ in seats])
    found: dict[RatedPlayer, list[Strength]] = {}
    for (_, player), (one,) in zip(seats, rated, strict=True):
        found.setdefault(player, []).append(Strength(one.mu, one.sigma))
    after = {player: _mean(each) for player, each in found.items()}
    moves_all = not any(party.is_program for party in result.parties)
    return [
        Change(result, party, p, before[p], after[p])
        for party, p in seats
        if moves_all or party.is_program
    ]


def _mean(strengths: list[Strength]) -> Strength:
    """Return the rating of a bot in several seats: the mean of the results of its seats."""
    count = len(strengths)
    return Strength(
        round(sum(one.mu for one in strengths) / count, DIGITS),
        round(sum(one.sigma for one in strengths) / count, DIGITS),
    )
