"""Random rounds for the checks, with everything that the platform would have recorded."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeAlias

from core import data_releases
from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import (
    Action,
    Event,
    Millis,
    OptionValue,
    Rules,
    Seat,
    Start,
    Value,
    Viewer,
)
from games.kernel.registry import AnyGame
from games.kernel.session import Pace
from tests.games.cards import cards_in

BEGIN_MS = 1_000_000

Declared: TypeAlias = dict[str, tuple[OptionValue | None, ...]]
"""The declarations before the round, as in `Start.declared`."""


@dataclass(frozen=True)
class Position:
    """A round between two moves."""

    state: Any
    at_ms: Millis
    drawn: int
    moves: int
    events: tuple[Event, ...]
    """All so far."""


@dataclass(frozen=True)
class Taken:
    """A move and its effect."""

    before: Position
    seat: Seat | None
    action: Any
    events: tuple[Event, ...]
    after: Position


@dataclass
class Round:
    """A round played at random."""

    game: AnyGame
    rules: Rules
    seats: int
    seed: int
    pace: Pace
    start: Start
    opening: Position
    taken: list[Taken] = field(default_factory=list)

    @property
    def key(self) -> bytes:
        return key_of(self.seed)

    @property
    def last(self) -> Position:
        return self.taken[-1].after if self.taken else self.opening

    @property
    def positions(self) -> list[Position]:
        return [self.opening, *(move.after for move in self.taken)]

    @property
    def viewers(self) -> list[Viewer]:
        return [*range(self.seats), None]

    def chance(self, position: Position) -> SeededChance:
        """Return the chance of the next move after this position."""
        return SeededChance(self.key, position.drawn)

    def sample(self, count: int) -> list[Position]:
        """Return some positions, spread over the round, always the same ones."""
        positions = self.positions
        if len(positions) <= count:
            return positions
        return random.Random(self.seed).sample(positions, count)

    @cached_property
    def cards(self) -> tuple[str | int, ...]:
        """All cards of the deal."""
        return cards_in(self.game, self.rules, self.opening.state)

    @cached_property
    def offered(self) -> list[Action]:
        """Actions of this round, each once: all that were played and many that were offered."""
        found: dict[Any, None] = {move.action: None for move in self.taken}
        for position in self.sample(12):
            for seat in range(self.seats):
                found |= dict.fromkeys(self.offers(position, seat))
        return list(found)

    @cached_property
    def kinds(self) -> list[Action]:
        """One action of each kind."""
        return list({type(action): action for action in self.offered}.values())

    @cached_property
    def samples(self) -> list[Action]:
        """Some of the actions: each kind once, then others at random."""
        every = list(self.offered)
        random.Random(self.seed).shuffle(every)
        return list(dict.fromkeys([*self.kinds, *every[:24]]))

    @cached_property
    def selections(self) -> list[tuple[str, ...]]:
        """The selections of these samples."""
        return [self.game.selection_of(action) for action in self.samples]

    def offers(self, position: Position, seat: Viewer) -> tuple[Any, ...]:
        return session.offers(self.game, self.rules, position.state, seat)

    def act_at(self, position: Position) -> Millis:
        """Return the first time at which offers apply."""
        return max(position.at_ms, self.game.to_act(self.rules, position.state).not_before_ms)

    def __str__(self) -> str:
        slug, revision = self.game.meta.slug, self.rules.revision
        return f"{slug}, revision {revision}, {self.seats} seats, seed {self.seed}"


def key_of(seed: int) -> bytes:
    return seed.to_bytes(32, "big")


def rules_of(
    game: AnyGame, chosen: dict[str, OptionValue] | None = None, revision: int | None = None
) -> Rules:
    """Return the newest revision, or this one, with the default options except those chosen."""
    meta = game.meta
    return Rules(
        revision or meta.revisions[-1],
        options.complete(meta, chosen or {}),
        data_releases.load_release(game, meta.data),
    )


def start_round(
    game: AnyGame, seats: int, seed: int, rules: Rules, declared: Declared | None = None
) -> Round:
    """Deal a round."""
    pace = Pace(limits=game.meta.tempos[0].limits)
    start = Start(number=1, at_ms=BEGIN_MS, declared=declared or {})
    chance = SeededChance(key_of(seed))
    step = game.deal(rules, seats, start, chance)
    opening = Position(step.state, BEGIN_MS, chance.drawn, 0, step.events)
    return Round(game, rules, seats, seed, pace, start, opening)


def play_round(
    game: AnyGame,
    seats: int,
    seed: int,
    chosen: dict[str, OptionValue] | None = None,
    revision: int | None = None,
    *,
    may_be_closed: bool = False,
) -> Round:
    """Deal, then let seats act at random and let time run out now and then.

    `may_be_closed`: the round need not end by itself, if the table can close it.
    """
    played = start_round(game, seats, seed, rules_of(game, chosen, revision))
    rng = random.Random(seed)
    for _ in range(2 * game.meta.max_moves):
        if session.is_over(game, played.rules, played.last.state):
            return played
        _go_on(played, rng)
    assert may_be_closed, f"{played}: the round does not end by itself"
    closed = game.close(played.rules, played.last.state)
    assert session.is_over(game, played.rules, closed.state), (
        f"{played}: the round cannot be closed"
    )
    return played


def _go_on(played: Round, rng: random.Random) -> None:
    """Play one move, or the time-outs that are due before it."""
    game, rules, now = played.game, played.rules, played.last
    awaited = game.to_act(rules, now.state)
    seats = [seat for seat in awaited.seats if played.offers(now, seat)]
    if awaited.may_also and (not seats or rng.random() < 0.3):
        seats = [seat for seat in awaited.may_also if played.offers(now, seat)] or seats
    running = session.due(game, rules, now.state, played.pace)
    assert seats or running, f"{played}: no seat can act and no deadline runs"
    if not seats or (running and rng.random() < 0.12):
        at_ms = max(running[0][0], now.at_ms)
    else:
        at_ms = played.act_at(now) + rng.randrange(1500)
    if _let_time_pass(played, at_ms) or not seats:
        return
    seat = rng.choice(seats)
    action = rng.choice(played.offers(now, seat))
    chance = played.chance(now)
    step = session.play(game, rules, now.state, seat, action, chance, at_ms, moves=0)
    _record(played, seat, action, at_ms, step.state, step.events, chance.drawn)


def _let_time_pass(played: Round, now_ms: Millis) -> bool:
    """Apply the due time-outs one at a time, so that the draws of each are known."""
    before = len(played.taken)
    while True:
        now = played.last
        running = session.due(played.game, played.rules, now.state, played.pace)
        if not running or running[0][0] > now_ms or len(played.taken) > played.game.meta.max_moves:
            return len(played.taken) > before
        deadline = running[0][1]
        action = played.game.time_out(played.rules, now.state, deadline)
        at_ms = max(running[0][0], now.at_ms)
        chance = played.chance(now)
        step = played.game.apply(played.rules, now.state, None, action, chance, at_ms)
        _record(played, None, action, at_ms, step.state, step.events, chance.drawn)


def _record(
    played: Round,
    seat: Seat | None,
    action: Action,
    at_ms: Millis,
    state: Value,
    events: tuple[Event, ...],
    drawn: int,
) -> None:
    before = played.last
    after = Position(state, at_ms, drawn, before.moves + 1, before.events + events)
    played.taken.append(Taken(before, seat, action, events, after))


def reveals(game: AnyGame) -> frozenset[str]:
    """Return the kinds of events by which this game turns up hidden facts.

    They are in `REVEALS` of `tests/games/<slug>/reveals.py`; without it the game never turns any
    up.
    """
    return _reveals(game.meta.slug)


@cache
def _reveals(slug: str) -> frozenset[str]:
    home = "tests.games.contract" if slug == "doze" else f"tests.games.{slug}"
    if find_spec(home) is None or find_spec(f"{home}.reveals") is None:
        return frozenset()
    return frozenset(import_module(f"{home}.reveals").REVEALS)
