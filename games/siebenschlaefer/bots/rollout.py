"""The rollout policy: how all seats play in the rounds that the search bot samples.

It gets whole states, and uses only what the seat could know there.
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
"""Worth of a seven, which makes another seat draw and miss a turn."""
LAST: Final = 2.0
"""Worth of a last pair, scaled by its strength."""


def rollout_policy(rules: Rules, state: State, seat: Seat, chance: Chance) -> SiebenschlaeferAction:
    """Return this active seat's action."""
    hand = state.hands[seat]
    pairs = beating(hand, state.value)
    if pairs:
        return LAYING[pairs[0] if len(pairs) == 1 else best_pair(hand, pairs)]
    return (PASSING if may_pass(state) else DRAWING)[0]


def best_pair(hand: tuple[Face, ...], pairs: tuple[Pair, ...]) -> Pair:
    """Return the best pair to lay now."""
    return max(pairs, key=lambda pair: laying(hand, pair))


def laying(hand: tuple[Face, ...], pair: Pair) -> float:
    """Return the gain of laying this pair of the hand.

    It is good to get rid of cards of little later use, and to leave the others much to beat.
    """
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
