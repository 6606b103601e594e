"""Work of a game on whole rounds: deal one, replay it from its log, add several up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from games.kernel import codec, session
from games.kernel.chance import SeededChance, round_key
from games.kernel.contract import (
    Event,
    Outcome,
    Seat,
    Standing,
    Start,
    Target,
)
from games.kernel.session import Recorded
from matches.engine.catalogue import rules_of


def deal(rules_id: int, seats: int, start: Start, key: bytes) -> tuple[str, int, tuple[Event, ...]]:
    """Deal a round.

    Return its state in stored form, the number of draws of chance used, and the events of the deal.
    """
    game, rules = rules_of(rules_id)
    chance = SeededChance(key)
    step = game.deal(rules, seats, start, chance)
    return codec.encode(step.state), chance.drawn, step.events


def key_of(seed: bytes | memoryview[int], nonces: Sequence[str]) -> bytes:
    """Return the key from which a round's chance is drawn."""
    return _round_key(bytes(seed), tuple(nonces))


@lru_cache(maxsize=500)
def _round_key(seed: bytes, nonces: tuple[str, ...]) -> bytes:
    return round_key(seed, nonces)


def replay(
    rules_id: int, seats: int, start: Start, key: bytes, moves: Iterable[tuple[Any, Any, int]]
) -> Iterator[tuple[str, str, int, tuple[Event, ...]]]:
    """Replay a round: yield its stored values and events after the deal and after each move.

    Each item has the stored forms of state and undo, the number of draws of chance, and the events.

    `moves`: seat, action as JSON builtins, time.

    Raises:
        Refused: the rules do not allow a move.
    """
    game, rules = rules_of(rules_id)
    chance = SeededChance(key)
    recorded = (
        Recorded(seat=seat, action=codec.decode_action(game, action), at_ms=at_ms)
        for seat, action, at_ms in moves
    )
    for step, undo in session.replay(game, rules, seats, start, chance, recorded):
        yield codec.encode(step.state), codec.encode(undo), chance.drawn, step.events


def standing(rules_id: int, target: Target, outcomes: Sequence[Outcome]) -> Standing:
    """Return the standing of a match after rounds with these outcomes, by its game's rules."""
    game, rules = rules_of(rules_id)
    return game.standing(rules, target, outcomes)


def begins_next(rules_id: int, before: Outcome) -> Seat | None:
    """Return the seat that begins the next round, or None if it is not known."""
    game, rules = rules_of(rules_id)
    return game.begins_next(rules, before)
