"""The action to wake a queen after a count or after the Rose Queen (RULES.md 5.6, 5.7)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Action, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.cards import SLOTS
from games.sleeping_queens.state import EMPTY, State, asleep
from games.sleeping_queens.turn import Turn

NOWHERE: Final = -1
"""Stands for a slot or a seat that a selection leaves open; it is no place, so never legal."""


class WakeQueen(Action, frozen=True):
    """The seat that was counted, or that woke the Rose Queen, wakes the queen on this slot."""

    slot: int


WAKING: Final = tuple(WakeQueen(slot) for slot in range(SLOTS))


def why_not(rules: Rules, state: State, seat: Seat, action: WakeQueen) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    return refusals.WAKE_FIRST if action.slot == NOWHERE else no_sleeper(state, action.slot)


def no_sleeper(state: State, slot: int) -> Refusal | None:
    """Return why no queen can be woken on this slot; None if one can."""
    if not 0 <= slot < SLOTS:
        return refusals.NO_SUCH_SLOT
    return refusals.SLOT_EMPTY if state.slots[slot] == EMPTY else None


def offers(rules: Rules, state: State, seat: Seat) -> tuple[WakeQueen, ...]:
    """Offer every sleeping queen."""
    return tuple([WAKING[slot] for slot in asleep(state)])


def carry_out(turn: Turn, seat: Seat, action: WakeQueen) -> None:
    """Turn the queen up; the round goes on from there (RULES.md 5.6, 5.7)."""
    turn.wake(seat, action.slot)
