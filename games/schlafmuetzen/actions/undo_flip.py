"""The last-moment correction: turn the pile back (RULES.md 4.6)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Refusal, Seat
from games.schlafmuetzen import refusals
from games.schlafmuetzen.state import Phase, Piles, State
from games.schlafmuetzen.turn import Turn, unturned

NOT_TURNED_OVER: Final = Refusal(
    "wrong_phase", N_("Your discard pile was not turned over for this card."), clause="4.6"
)
UNDONE_ALREADY: Final = Refusal(
    "wrong_phase", N_("You can turn a pile back only once in a turn."), clause="4.6"
)


class UndoFlip(Action, frozen=True):
    """Turn the draw pile back into the discard pile that it was before this card was turned."""

    seq: int


def why_not(state: State, seat: Seat, action: UndoFlip) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    if state.phase is not Phase.REVEALED:
        return refusals.NOTHING_TURNED
    if state.piles.flipped is None:
        return NOT_TURNED_OVER
    return UNDONE_ALREADY if state.undone else None


def why_wrong(piles: Piles, seat: Seat, action: UndoFlip) -> Refusal | None:
    """Return None: a correction is never a mistake."""
    return None


def offers(state: State, seat: Seat) -> tuple[UndoFlip, ...]:
    """Offer it once in a turn, for a card that a pile was turned over for."""
    if state.undone or state.piles.flipped is None:
        return ()
    return (UndoFlip(state.seq),)


def carry_out(turn: Turn, seat: Seat, action: UndoFlip) -> None:
    """Turn the pile back."""
    turn_back(turn)


def turn_back(turn: Turn) -> None:
    """Restore the active seat's discard pile as it was before it was turned over (RULES.md 4.6)."""
    state, piles = turn.state, turn.state.piles
    turn.public_event("turned_back", seat=state.active, card=piles.turned, cards=piles.flipped)
    turn.state = replace(
        state,
        phase=Phase.OPEN,
        seq=state.seq + 1,
        undone=True,
        piles=unturned(piles, state.active),
    )
