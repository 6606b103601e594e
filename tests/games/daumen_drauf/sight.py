"""Rounds of Daumen drauf! to look at."""

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
    """A round just dealt."""
    return sight.begin(GAME, rules, seats, seed)
