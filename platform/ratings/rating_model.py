"""How results become ratings: Weng and Lin's Plackett-Luce model, as OpenSkill has it.

Pure: the same results in the same order give the same numbers. What is kept is rounded, so that
the last bit of a machine's arithmetic makes no difference later on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from openskill.models import PlackettLuce

from matches.store.results import MatchResult, SeatResult

DIGITS = 6
MIDDLE, SCALE = 1500, 24
"""A mean of 25 is shown as 1500, and one more as 24 more."""
PROVISIONAL = 300
"""With more uncertainty than this a rating says little yet."""

_model = PlackettLuce()


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating: the mean and the deviation of what somebody is taken to be worth."""

    mu: float = _model.mu
    sigma: float = _model.sigma

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(MIDDLE + SCALE * (self.mu - _model.mu))

    @property
    def margin(self) -> int:
        """So much more or less it may be: two deviations, 19 times of 20."""
        return round(2 * SCALE * self.sigma)

    @property
    def floor(self) -> int:
        """What is certain enough; leaderboards go by it."""
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
    """What a match did to the rating of who answers for a seat."""

    result: MatchResult
    party: SeatResult
    player: RatedPlayer
    before: Strength
    after: Strength


def player_of(party: SeatResult) -> RatedPlayer | None:
    """The one that is rated for this seat; None for an account that is no more."""
    if party.user_id is not None:
        return RatedPlayer(party.user_id)
    return RatedPlayer(None, party.bot, party.bot_version) if party.bot else None


def rate_results(
    results: Iterable[MatchResult], known: Mapping[RatedPlayer, Strength]
) -> Iterator[Change]:
    """What these matches, in this order, do to ratings; `known`: as they are before the first."""
    strengths = dict(known)
    for result in results:
        for change in _rated(result, strengths):
            strengths[change.player] = change.after
            yield change


def _rated(result: MatchResult, strengths: Mapping[RatedPlayer, Strength]) -> list[Change]:
    """The changes that one match makes: none unless two players in it can be told apart.

    Where programs of users sit, it moves their ratings alone: whoever has a program could let it lose.
    """
    seats = [(party, player) for party in result.parties if (player := player_of(party))]
    players = {player for _, player in seats}
    if len(players) < 2:
        return []
    before = {player: strengths.get(player, Strength()) for player in players}
    teams = [[_model.rating(mu=before[p].mu, sigma=before[p].sigma)] for _, p in seats]
    rated = _model.rate(teams, ranks=[float(party.place) for party, _ in seats])
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
    """The rating of a bot that had several seats: the mean of what each of them came to."""
    count = len(strengths)
    return Strength(
        round(sum(one.mu for one in strengths) / count, DIGITS),
        round(sum(one.sigma for one in strengths) / count, DIGITS),
    )
