"""Revision 1: after a defence the attacker refilled first (RULES.md 5.2)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Seat
from games.kernel.turn import Effects
from games.sleeping_queens.actions import Defend
from games.sleeping_queens.cards import FACE_NAMED, QUEENS
from games.sleeping_queens.turn import Turn


def defend(turn: Turn, seat: Seat, action: Defend) -> None:
    """Keep the queen; the attacker refills, then the victim (RULES.md 5.2)."""
    attacker = turn.state.active
    queen = QUEENS[turn.state.pending.queen]
    turn.discard(seat, (FACE_NAMED[action.card],))
    turn.public_event("defended", victim=seat, attacker=attacker, card=action.card, queen=queen)
    turn.refill(attacker)
    turn.refill(seat)
    turn.end_turn()


EFFECTS: Final[Effects] = {Defend: defend}
