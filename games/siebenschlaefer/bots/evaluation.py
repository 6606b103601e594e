"""The value of a position: what cards are worth in a hand, and who will probably win."""

from __future__ import annotations

from math import exp
from typing import Final

from games.kernel.contract import Rules, Seat
from games.kernel.search import win_share
from games.siebenschlaefer import scores
from games.siebenschlaefer.cards import ACE, JACK, KING, QUEEN, Face
from games.siebenschlaefer.pairs import can_beat
from games.siebenschlaefer.state import State

# Contributions to a seat's strength, in powers of e; fitted to some thousand rounds.
HELD: Final = {
    2: -0.5, 3: -0.36, 4: -0.3, 5: -0.2, 6: -0.03, 7: 0.2, 8: 0.2, 9: 0.2, 10: 0.27,
    JACK: -0.12, QUEEN: -0.12, KING: -0.12, ACE: 0.0,
}  # fmt: skip
"""Each card in the hand."""
LONELY_ACE: Final = -0.3
"""A single ace: no player wins with it."""
NEARLY_OUT: Final = 1.55
"""No pair left; with one pair it is half of this, with two a third."""
LAST_PAIR: Final = 1.4
"""The last pair can be laid as it is."""
WINS_NOW: Final = 6.5
"""Added if it is also this seat's turn."""
TO_BEAT: Final = -0.03
"""Each point of the value, for the seat that has to beat it."""


def evaluate(rules: Rules, state: State, seat: Seat) -> float:
    """Return this seat's chance to win, 0 to 1; in a finished round, its share of the win."""
    ended = scores.outcome(rules, state)
    if ended is not None:
        return win_share(ended, seat)
    strengths = [exp(_strength(state, other)) for other in range(state.seats)]
    return strengths[seat] / sum(strengths)


def _strength(state: State, seat: Seat) -> float:
    hand, acts = state.hands[seat], seat == state.active
    strength = in_hand(hand)
    if acts:
        strength += TO_BEAT * state.value
    if len(hand) == 2 and can_beat(hand, state.value):
        strength += LAST_PAIR + WINS_NOW if acts else LAST_PAIR
    return strength


def in_hand(hand: tuple[Face, ...]) -> float:
    """Return what these cards add to a seat's strength."""
    held = sum([HELD[face] for face in hand])
    lonely = LONELY_ACE if hand.count(ACE) % 2 else 0.0
    return held + lonely + NEARLY_OUT / (1 + len(hand) / 2)
