"""Rounds of Daumen drauf! to view."""

from __future__ import annotations

from typing import TypeAlias

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import DaumenDraufAction
from games.daumen_drauf.state import State
from games.kernel.contract import Rules
from tests.games import sight
from tests.games.contract.rounds import rules_of

RULES = rules_of(GAME)
Round: TypeAlias = sight.Round[State, DaumenDraufAction]


def begin(seats: int, seed: str, rules: Rules = RULES) -> Round:
    """Return a round just after the deal."""
    return sight.begin(GAME, rules, seats, seed)
