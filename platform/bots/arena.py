"""Bots against bots: rounds played in the head, counted, and what the counts allow to say.

It knows a game only through the kernel, and neither database nor clock. Every round follows from
the seed and its own number, so that it does not matter who plays it, nor in which order.
"""

from __future__ import annotations

import hashlib
import math
import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Bot, Chance, Event, Game, Outcome, Rules, Seen, Start
from games.kernel.moments import Players
from games.kernel.search import win_share
from games.kernel.session import Pace

AnyBot = Bot[Any, Any]

AT_RANDOM = "random"
"""Stands for a player that any game has: one that takes any of its offers."""
Z_95 = 1.959964
"""So many standard errors hold 95 % of a normal distribution."""


def at_random(rules: Rules, seen: Seen[Any, Any], chance: Chance) -> Any:
    """Any offer, each as likely as the others."""
    return chance.choice(seen.offers)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two levels at tables of so many seats."""

    better: str
    worse: str
    seats: int

    def level(self, number: int, seat: int) -> str:
        """Who sits there in this round: the two take turns, and change places each round."""
        return self.better if (seat + number) % 2 == 0 else self.worse


@dataclass(frozen=True, slots=True)
class Tally:
    """What the better level of a pairing has won so far.

    `won`: rounds, a shared win as its part. `fair`: as many as its seats would win by luck alone.
    """

    pairing: Pairing
    rounds: int = 0
    won: float = 0.0
    fair: float = 0.0

    def after(self, won: float, fair: float) -> Tally:
        """With one round more."""
        return replace(self, rounds=self.rounds + 1, won=self.won + won, fair=self.fair + fair)

    @property
    def rate(self) -> float:
        return self.won / self.rounds

    @property
    def fair_rate(self) -> float:
        return self.fair / self.rounds

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.won, self.rounds)

    @property
    def verdict(self) -> str:
        """`better`, `worse` or `open`: on which side of the fair share the interval lies."""
        low, high = self.interval
        if low > self.fair_rate:
            return "better"
        return "worse" if high < self.fair_rate else "open"


def wilson(won: float, rounds: int) -> tuple[float, float]:
    """Where the true rate lies with 95 % certainty, given `won` of so many rounds (Wilson 1927).

    Parts of rounds may be won: they vary less than whole ones, so that the interval is, if
    anything, too wide.
    """
    rate, squared = won / rounds, Z_95**2
    middle = (rate + squared / (2 * rounds)) / (1 + squared / rounds)
    spread = math.sqrt(rate * (1 - rate) / rounds + squared / (4 * rounds**2))
    half = Z_95 * spread / (1 + squared / rounds)
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Arena:
    """A game by a rules version, its bots, and a seed from which all luck follows."""

    game: Game[Any, Any, Any]
    rules: Rules
    seed: int

    def bot(self, level: str) -> AnyBot:
        """The player of this level."""
        return at_random if level == AT_RANDOM else self.game.bots[level]

    def share(self, pairing: Pairing, number: int) -> tuple[float, float]:
        """Play this round: what the better level has won of it, and its share of the seats.

        Two rounds in a row are the same deal, with the levels in each other's places.
        """
        levels = [pairing.level(number, seat) for seat in range(pairing.seats)]
        outcome = self._play(levels, number)
        seats = [seat for seat, level in enumerate(levels) if level == pairing.better]
        return sum(win_share(outcome, seat) for seat in seats), len(seats) / pairing.seats

    def _play(self, levels: Sequence[str], number: int) -> Outcome:
        game, rules, seats = self.game, self.rules, len(levels)
        chance = self._chance("deal", seats, number // 2)
        thoughts = [self._chance("bot", seats, number, seat) for seat in range(seats)]
        step = game.deal(rules, seats, Start(number=1, at_ms=0), chance)
        pace = Pace(limits=game.meta.tempos[0].limits)
        players = Players(game.meta, levels, f"{self.seed} {seats} {number}")
        state, at_ms, moves, events = step.state, 0, 0, list[Event](step.events)
        while (outcome := game.outcome(rules, state)) is None:
            first = players.first(game, rules, state, moves, at_ms)
            running = session.due(game, rules, state, pace)
            if first is None or (running and running[0][0] <= first[0]):
                for late in session.catch_up(
                    game, rules, state, chance, pace, running[0][0], moves=moves, last_ms=at_ms
                ):
                    state, at_ms, moves = late.state, late.move.at_ms, moves + 1
                    events += late.move.events
                continue
            at_ms, seat = first
            seen = session.seen(game, rules, state, seat, events)
            action = self.bot(levels[seat])(rules, seen, thoughts[seat])
            if action is None:
                players.passed(seat, moves)
                continue
            step = session.play(game, rules, state, seat, action, chance, at_ms, moves)
            state, moves = step.state, moves + 1
            events += step.events
            players.acted(seat)
        return outcome

    def _chance(self, *words: object) -> SeededChance:
        text = " ".join(map(str, ("nightcap arena", self.seed, *words)))
        return SeededChance(hashlib.sha256(text.encode("ascii")).digest())

    def run(
        self, pairings: Sequence[Pairing], rounds: int, processes: int
    ) -> Iterator[list[Tally]]:
        """The tallies after each round, all pairings in turn; the same for any `processes`."""
        tallies = [Tally(pairing) for pairing in pairings]
        jobs = [(place, number) for number in range(rounds) for place in range(len(pairings))]
        # Processes that inherit the arena: some of what it holds cannot be sent.
        context = multiprocessing.get_context("fork")
        with context.Pool(processes, _begin, (self, pairings)) as pool:
            shares = pool.imap(_play_job, jobs, chunksize=1)
            for (place, _), (won, fair) in zip(jobs, shares, strict=True):
                tallies[place] = tallies[place].after(won, fair)
                yield list(tallies)


_work: list[tuple[Arena, Sequence[Pairing]]] = []
"""In a child: what it was begun for."""


def _begin(arena: Arena, pairings: Sequence[Pairing]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops, and says what there is
    _work.append((arena, pairings))


def _play_job(job: tuple[int, int]) -> tuple[float, float]:
    (arena, pairings), (place, number) = _work[-1], job
    return arena.share(pairings[place], number)
