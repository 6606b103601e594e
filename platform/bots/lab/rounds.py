"""Rounds that bots play in memory through the kernel, without database or clock.

Each round takes the time that its players take, which shows how long people sit at a table.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from core import data_releases
from core.refusals import refused
from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import (
    Chance,
    Event,
    Game,
    InformationState,
    Millis,
    OptionValue,
    Outcome,
    Rules,
    Start,
)
from games.kernel.options import complete
from games.kernel.session import Pace, Recorded
from games.kernel.thinking import Players

AT_RANDOM = "random"
"""The name of a player that any game has: it takes a random offer."""
ALL_HANDS = "all_hands"
"""The name of a game's strongest player with all hands visible, which shows how much there is to
win. Some games have a method of that name; no game has a level of it, so it never sits at a
table.
"""

Job = TypeVar("Job")
Result = TypeVar("Result")


def at_random(rules: Rules, seen: InformationState[Any, Any], chance: Chance) -> Any:
    """Return one of the offers, each with equal probability."""
    return chance.choice(seen.offers)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A finished round: its result and its moves; it began at time 0."""

    outcome: Outcome
    moves: tuple[Recorded[Any], ...]

    @property
    def took_ms(self) -> Millis:
        return self.moves[-1].at_ms if self.moves else 0


@dataclass(frozen=True)
class Hall:
    """A game with a rules version, and the seed of all its chance."""

    game: Game[Any, Any, Any]
    rules: Rules
    seed: int

    @classmethod
    def usual(
        cls, game: Game[Any, Any, Any], seed: int, options: Mapping[str, OptionValue] | None = None
    ) -> Hall:
        """Return a hall with the newest rules, and with the defaults of all other options."""
        meta = game.meta
        data = data_releases.load_release(game, meta.data)
        return cls(game, Rules(meta.revisions[-1], complete(meta, options or {}), data), seed)

    def play(self, levels: Sequence[str], number: int, deal: int) -> PlayedRound:
        """Play a round with these levels by seat. All chance depends on its number, that of the
        cards on the number of the deal.
        """
        game, rules, seats = self.game, self.rules, len(levels)
        chance = self._chance("deal", seats, deal)
        thoughts = [self._chance("bot", seats, number, seat) for seat in range(seats)]
        step = game.deal(rules, seats, Start(number=1, at_ms=0), chance)
        pace = Pace(limits=game.meta.tempos[0].limits)
        players = Players(levels, f"{self.seed} {seats} {number}")
        state, at_ms, moves = step.state, 0, list[Recorded[Any]]()
        told: list[list[Event]] = [[] for _ in range(seats)]
        _tell(told, step.events)
        while (outcome := game.outcome(rules, state)) is None:
            first = players.first(game, rules, state, len(moves), at_ms)
            running = session.due(game, rules, state, pace)
            if first is None or (running and running[0][0] <= first[0]):
                due_ms, done = running[0][0], len(moves)
                for late in session.catch_up(
                    game, rules, state, chance, pace, due_ms, moves=done, last_ms=at_ms
                ):
                    state, at_ms = late.state, late.move.at_ms
                    moves.append(late.move)
                    _tell(told, late.move.events)
                continue
            at_ms, seat = first
            table = game.observe(rules, state, seat)
            offers = session.offers(game, rules, state, seat)
            seen = InformationState(observation=table, events=tuple(told[seat]), offers=offers)
            action = self._asked(levels[seat], state, seen, thoughts[seat])
            if action is None:
                players.passed(seat, len(moves))
                continue
            step = session.play(game, rules, state, seat, action, chance, at_ms, len(moves))
            state = step.state
            moves.append(Recorded(seat, action, at_ms, step.events))
            _tell(told, step.events)
            players.acted(seat)
        return PlayedRound(outcome, tuple(moves))

    def check(self, level: str) -> None:
        """Raise `Refused` (`unknown_level`) unless a player with this name exists."""
        if level == ALL_HANDS:
            known = hasattr(self.game, ALL_HANDS)
        else:
            known = level == AT_RANDOM or level in self.game.bots
        if not known:
            raise refused("unknown_level", level=level[:40])

    def _asked(
        self, level: str, state: Any, seen: InformationState[Any, Any], chance: Chance
    ) -> Any:
        """Return the action of the player of this level; only `ALL_HANDS` sees more than its seat."""
        if level == ALL_HANDS:
            return getattr(self.game, ALL_HANDS)(state)(self.rules, seen, chance)
        bot = at_random if level == AT_RANDOM else self.game.bots[level]
        return bot(self.rules, seen, chance)

    def _chance(self, *words: object) -> SeededChance:
        text = " ".join(map(str, ("nightcap arena", self.seed, *words)))
        return SeededChance(hashlib.sha256(text.encode("ascii")).digest())


def _tell(told: Sequence[list[Event]], events: Sequence[Event]) -> None:
    """Store the events by seat; sorting all events again at each move would take longer."""
    for seat, known in enumerate(told):
        known += [event for event in events if event.visible_to(seat)]


def run_jobs(
    work: Callable[[Job], Result], jobs: Iterable[Job], processes: int
) -> Iterator[Result]:
    """Yield the result of each job in order; the number of processes does not change them."""
    # The processes are forked, because some of the data that they need cannot be pickled.
    context = multiprocessing.get_context("fork")
    with context.Pool(processes, _begin, (work,)) as pool:
        yield from pool.imap(_do, jobs, chunksize=1)


_work: list[Callable[[Any], Any]] = []
"""In a child process: the work that it was started for."""


def _begin(work: Callable[[Any], Any]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops, and prints the results so far
    _work.append(work)


def _do(job: Any) -> Any:
    return _work[-1](job)
