"""Bot against bot: rounds played in memory, with the statistics of their results.

Each round depends only on the seed and its number, so it does not matter which process plays it or
in which order.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bots.lab.rounds import Hall, run_jobs
from games.kernel.search import win_share

Z_95 = 1.959964
"""Standard errors on each side that contain 95 % of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two levels at tables with this number of seats."""

    better: str
    worse: str
    seats: int

    def level(self, number: int, seat: int) -> str:
        """Return the player in this seat in this round: the two alternate, and swap places each
        round.
        """
        return self.better if (seat + number) % 2 == 0 else self.worse


@dataclass(frozen=True, slots=True)
class Tally:
    """The score of the better level of a pairing.

    `won`: rounds, where a shared win counts as its share. `fair`: the wins expected from luck
    alone.
    """

    pairing: Pairing
    rounds: int = 0
    won: float = 0.0
    fair: float = 0.0

    def after(self, won: float, fair: float) -> Tally:
        """Return the tally with one more round."""
        return replace(self, rounds=self.rounds + 1, won=self.won + won, fair=self.fair + fair)

    @property
    def rate(self) -> float:
        return self.won / self.rounds

    @property
    def fair_rate(self) -> float:
        return self.fair / self.rounds

    @property
    def interval(self) -> tuple[float, float]:
        return wilson_interval(self.won, self.rounds)

    @property
    def verdict(self) -> str:
        """Return `better`, `worse` or `open`: the side of the fair share on which the interval is."""
        low, high = self.interval
        if low > self.fair_rate:
            return "better"
        return "worse" if high < self.fair_rate else "open"


def wilson_interval(won: float, rounds: int) -> tuple[float, float]:
    """Return the 95 % interval of the true rate, given `won` of this many rounds (Wilson 1927).

    A share of a round may be won. Shares vary less than whole wins, so the interval is, if
    anything, too wide.
    """
    rate, squared = won / rounds, Z_95**2
    middle = (rate + squared / (2 * rounds)) / (1 + squared / rounds)
    spread = math.sqrt(rate * (1 - rate) / rounds + squared / (4 * rounds**2))
    half = Z_95 * spread / (1 + squared / rounds)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Arena:
    """A place where levels of a game meet."""

    hall: Hall

    def share(self, pairing: Pairing, number: int) -> tuple[float, float]:
        """Play this round; return the share that the better level won, and its share of the seats.

        Two rounds in a row have the same deal, with the levels swapped.
        """
        levels = [pairing.level(number, seat) for seat in range(pairing.seats)]
        outcome = self.hall.play(levels, number, deal=number // 2).outcome
        seats = [seat for seat, level in enumerate(levels) if level == pairing.better]
        return sum(win_share(outcome, seat) for seat in seats), len(seats) / pairing.seats

    def run(
        self, pairings: Sequence[Pairing], rounds: int, processes: int
    ) -> Iterator[list[Tally]]:
        """Yield the tallies after each round, all pairings in turn; `processes` does not change
        them.
        """
        tallies = [Tally(pairing) for pairing in pairings]
        jobs = [(place, number) for number in range(rounds) for place in range(len(pairings))]
        shares = run_jobs(lambda job: self.share(pairings[job[0]], job[1]), jobs, processes)
        for (place, _), (won, fair) in zip(jobs, shares, strict=True):
            tallies[place] = tallies[place].after(won, fair)
            yield list(tallies)
