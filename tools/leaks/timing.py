"""An exact test of whether the response time distinguishes two rounds.

Each of the two gets the request twice, in random order. There are three ways to divide the four
times into two pairs. If the time reveals nothing, each has the same chance to be the division with
the greatest difference. The number of true divisions among the best is then binomial with one
third. The test assumes no distribution of the times. It also finds a difference that changes its
sign.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import comb
from statistics import NormalDist

DIVISIONS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
Four = tuple[float, float, float, float]
"""Two times of one round and two of the other, in milliseconds."""
ALPHA = 0.01
"""The chance that any test of a run fails although the times reveal nothing."""


def divides_best(four: Sequence[float], luck: random.Random) -> bool:
    """Return whether the true division has the greatest difference; ties are decided at random."""
    apart = [abs(sum(four[i] for i in a) - sum(four[i] for i in b)) for a, b in DIVISIONS]
    best = [number for number, one in enumerate(apart) if one == max(apart)]
    return luck.choice(best) == 0


def chance_of(hits: int, tries: int) -> float:
    """Return the probability of at least this many hits, with a chance of one third each."""
    if tries > 2_000:  # the normal distribution is exact enough there
        spread = (tries * 2 / 9) ** 0.5
        return 1 - NormalDist(tries / 3, spread).cdf(hits - 0.5)
    total = sum(comb(tries, k) << (tries - k) for k in range(hits, tries + 1))
    every: int = 3**tries
    return total / every


@dataclass
class Times:
    """The fours of one channel; `cpu`: those of the whole process, in the same order."""

    wall: list[Four] = field(default_factory=list)
    cpu: list[Four] = field(default_factory=list)

    def add(self, other: Times) -> None:
        """Add those of another process."""
        self.wall += other.wall
        self.cpu += other.cpu


@dataclass(frozen=True)
class Verdict:
    """The result of the test; `finds_ms`: the smallest difference that it would have found here."""

    channel: str
    clock: str
    fours: int
    hits: int
    p: float
    median_ms: float
    finds_ms: float


def verdict(channel: str, clock: str, fours: Sequence[Four], level: float) -> Verdict:
    """Test the times of one channel; `level`: the significance level for a found difference."""
    hits = _hits(fours)
    times = sorted(time for four in fours for time in four)
    return Verdict(
        channel,
        clock,
        len(fours),
        hits,
        chance_of(hits, len(fours)),
        times[len(times) // 2] if times else 0.0,
        _finds(fours, level),
    )


def _hits(fours: Iterable[Sequence[float]]) -> int:
    luck = random.Random(1)
    return sum(divides_best(four, luck) for four in fours)


def _finds(fours: Sequence[Four], level: float) -> float:
    """Return the smallest tried difference that the test finds when it is added to these times.

    It is added to half of them, as the value of a secret bit would decide.
    """
    for ms in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0):
        slower = [
            (a, b, c + ms, d + ms) if number % 2 else (a, b, c, d)
            for number, (a, b, c, d) in enumerate(fours)
        ]
        if fours and chance_of(_hits(slower), len(fours)) < level:
            return ms
    return float("inf")


def holm(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the failed tests; the chance of any false one is at most `ALPHA` (Holm 1979)."""
    failed = []
    ordered = sorted(verdicts, key=lambda one: one.p)
    for rank, one in enumerate(ordered):
        if one.p > ALPHA / (len(ordered) - rank):
            break
        failed.append(one)
    return failed
