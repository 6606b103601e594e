"""How a round stands: who will probably win it, by what lies open and by what is in the hands."""

from __future__ import annotations

from math import exp
from typing import Final

from games.kernel.contract import Rules, Seat
from games.kernel.search import win_share
from games.sleeping_queens import scores
from games.sleeping_queens.cards import DRAGON, KING, KNIGHT, QUEEN_POINTS, WAND
from games.sleeping_queens.state import EMPTY, State, goal_points, goal_queens, points

# What each thing adds to a seat's strength, fitted to 32 000 rounds; see docs/bots.md.
QUEENS: Final = 2.5
"""All the queens that win; of fewer, the share."""
POINTS: Final = 0.25
"""All the points that win; of fewer, the share."""
HELD: Final = ((KING, 0.5), (KNIGHT, 0.55), (DRAGON, 0.3), (WAND, 0.15))
"""Each such card."""
LATER: Final = -0.4
"""To be the last to have a turn; before, the share."""
REACH: Final = 0.2
"""Each sleeping queen would win; of fewer, the share."""
REACH_KING: Final = 1.1
"""And a king is there to wake her."""
REACH_TURN: Final = 1.7
"""And it is this seat's turn."""
RIDE: Final = 0.6
"""A knight, and a queen to win with lies awake before somebody else."""


def evaluate(rules: Rules, state: State, seat: Seat) -> float:
    """This seat's chance to win, 0 to 1; what it has got when the round is over."""
    if state.ending is not None:
        return win_share(scores.outcome(state, state.ending), seat)
    strengths = [exp(_strength(state, other)) for other in range(state.seats)]
    return strengths[seat] / sum(strengths)


def _strength(state: State, seat: Seat) -> float:
    awake, hand, seats = state.awake[seat], state.hands[seat], state.seats
    owned, counted = len(awake), points(awake)
    to_go = (seat - state.active) % seats
    strength = QUEENS * owned / goal_queens(seats) + POINTS * counted / goal_points(seats)
    strength += LATER * to_go / seats
    for face, value in HELD:
        strength += value * hand.count(face)
    enough = 0 if owned + 1 >= goal_queens(seats) else goal_points(seats) - counted
    if enough > max(QUEEN_POINTS):
        return strength
    asleep = [queen for queen in state.slots if queen != EMPTY]
    share = sum(QUEEN_POINTS[queen] >= enough for queen in asleep) / len(asleep)
    strength += REACH * share
    if KING in hand:
        strength += (REACH_KING if to_go else REACH_KING + REACH_TURN) * share
    if KNIGHT in hand and any(
        QUEEN_POINTS[queen] >= enough
        for other, queens in enumerate(state.awake)
        if other != seat
        for queen in queens
    ):
        strength += RIDE
    return strength
