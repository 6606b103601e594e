"""A king, which wakes a queen (RULES.md 3.2)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Action, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.actions.wake import NOWHERE, no_sleeper
from games.sleeping_queens.cards import KING, SLOTS
from games.sleeping_queens.state import State, asleep
from games.sleeping_queens.turn import Turn

KING_NEEDS_QUEEN: Final = Refusal(
    "invalid_target",
    N_("Also choose the sleeping queen that your king wakes."),
    clause="3.2",
)


class PlayKing(Action, frozen=True):
    """A king wakes the queen on this slot."""

    slot: int


KINGS: Final = tuple(PlayKing(slot) for slot in range(SLOTS))


def why_not(rules: Rules, state: State, seat: Seat, action: PlayKing) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    # A queen that clashes with an own one is a matter of memory, not of legality: the answer must
    # not tell (RULES.md 4.3).
    if KING not in state.hands[seat]:
        return refusals.NOT_IN_HAND
    if action.slot == NOWHERE:
        return KING_NEEDS_QUEEN
    return no_sleeper(state, action.slot)


def offers(rules: Rules, state: State, seat: Seat) -> tuple[PlayKing, ...]:
    """Offer every sleeping queen."""
    return tuple([KINGS[slot] for slot in asleep(state)])


def carry_out(turn: Turn, seat: Seat, action: PlayKing) -> None:
    """Wake the queen on this slot (RULES.md 3.2)."""
    turn.discard(seat, (KING,))
    turn.public_event("king_played", seat=seat, slot=action.slot)
    turn.wake(seat, action.slot)
