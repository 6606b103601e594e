"""The value of a position: who will probably win, from the open cards and the hands."""

from __future__ import annotations

from math import exp
from typing import Final

from games.kernel.contract import Rules, Seat
from games.kernel.search import win_share
from games.sleeping_queens import scores
from games.sleeping_queens.cards import DRAGON, KING, KNIGHT, QUEEN_POINTS, WAND
from games.sleeping_queens.state import EMPTY, State, goal_points, goal_queens, points

# Contributions to a seat's strength, fitted to 32 000 rounds; see docs/bots.md.
QUEENS: Final = 2.5
"""Enough queens to win; a share of it for fewer."""
POINTS: Final = 0.25
"""Enough points to win; a share of it for fewer."""
HELD: Final = ((KING, 0.5), (KNIGHT, 0.55), (DRAGON, 0.3), (WAND, 0.15))
"""Each such card."""
LATER: Final = -0.4
"""The last turn of all seats; a share of it for earlier turns."""
REACH: Final = 0.2
"""Every sleeping queen would win; a share of it if only some would."""
REACH_KING: Final = 1.1
"""Added if the seat has a king to wake her."""
REACH_TURN: Final = 1.7
"""Added if it is also this seat's turn."""
RIDE: Final = 0.6
"""A knight, and a queen to win with is awake before another seat."""


def evaluate(rules: Rules, state: State, seat: Seat) -> float:
    """Return this seat's chance to win, 0 to 1; in a finished round, its share of the win."""
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
