"""What one does at a glance: how everybody plays in the rounds that the searching bot samples.

It is given whole states, and looks only at what the seat in question could know there.
"""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Chance, Rules, Seat
from games.siebenschlaefer.actions import SiebenschlaeferAction
from games.siebenschlaefer.bots.evaluation import HELD, TO_BEAT
from games.siebenschlaefer.cards import SEVEN, Face
from games.siebenschlaefer.legality import DRAWING, LAYING, PASSING, may_pass
from games.siebenschlaefer.pairs import ACES, STRENGTH, Pair, beating
from games.siebenschlaefer.state import State

DELAYS: Final = 0.5
"""What it is worth that somebody draws for it and misses a turn."""
LAST: Final = 2.0
"""What it is worth that the last two cards make a pair, by how much it counts."""


def rollout_policy(rules: Rules, state: State, seat: Seat, chance: Chance) -> SiebenschlaeferAction:
    """What this active seat does."""
    hand = state.hands[seat]
    pairs = beating(hand, state.value)
    if pairs:
        return LAYING[pairs[0] if len(pairs) == 1 else best_pair(hand, pairs)]
    return (PASSING if may_pass(state) else DRAWING)[0]


def best_pair(hand: tuple[Face, ...], pairs: tuple[Pair, ...]) -> Pair:
    """The pair that is best laid now."""
    return max(pairs, key=lambda pair: laying(hand, pair))


def laying(hand: tuple[Face, ...], pair: Pair) -> float:
    """What is gained by laying this pair of the hand: get rid of what is little use later, and
    leave the others much to beat."""
    one, other = pair
    strength = STRENGTH[pair]
    gained = -HELD[one] - HELD[other]
    if strength != ACES:
        gained -= TO_BEAT * strength
    if SEVEN in pair:
        gained += DELAYS
    if len(hand) == 4:
        rest = list(hand)
        rest.remove(one)
        rest.remove(other)
        gained += LAST * STRENGTH[rest[0], rest[1]] / ACES
    return gained
