"""Revision 1: after a defence the attacker refilled first (RULES.md 5.2)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Seat
from games.sleeping_queens.actions import Defend
from games.sleeping_queens.cards import FACE_NAMED, QUEENS
from games.sleeping_queens.course import Course, Effects


def defend(course: Course, seat: Seat, action: Defend) -> None:
    """RULES.md 5.2: the queen stays; the attacker refills, then the victim."""
    attacker = course.state.active
    queen = QUEENS[course.state.pending.queen]
    course.discard(seat, (FACE_NAMED[action.card],))
    course.public_event("defended", victim=seat, attacker=attacker, card=action.card, queen=queen)
    course.refill(attacker)
    course.refill(seat)
    course.end_turn()


EFFECTS: Final[Effects] = {Defend: defend}
