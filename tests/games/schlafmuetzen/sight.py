"""Rounds of Schlafmützen to view."""

from __future__ import annotations

from typing import TypeAlias

from games.kernel.contract import Rules
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import SchlafmuetzenAction
from games.schlafmuetzen.state import State
from tests.games import sight
from tests.games.contract.rounds import rules_of

RULES = rules_of(GAME)
Round: TypeAlias = sight.Round[State, SchlafmuetzenAction]


def begin(seats: int, seed: str, rules: Rules = RULES) -> Round:
    """Return a round just after the deal."""
    return sight.begin(GAME, rules, seats, seed)
