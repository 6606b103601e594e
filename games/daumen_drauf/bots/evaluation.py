"""The value of a position: who will probably win a round that was played on for some tricks."""

from __future__ import annotations

from math import exp
from typing import Final

from games.daumen_drauf.state import State
from games.kernel.contract import Rules, Seat

MARGIN: Final = 1.5
"""Lead, in points, that is almost a win."""


def evaluate(rules: Rules, state: State, seat: Seat) -> float:
    """Return this seat's chance to win, 0 to 1, from its lead over the best other seat."""
    assert state.ending is not None
    scores = [count.score for count in state.ending.counts]
    own = scores.pop(seat)
    return 1 / (1 + exp((max(scores) - own) / MARGIN))
