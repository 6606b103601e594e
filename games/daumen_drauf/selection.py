"""What one selects on the page to mean an action, and what a selection means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.daumen_drauf.actions import (
    Acknowledge,
    DaumenDraufAction,
    Offer,
    Parry,
    Pass,
    Raise,
)
from games.daumen_drauf.cards import CARD_NAMED
from games.daumen_drauf.state import Phase, State
from games.kernel.contract import Rules, Seat

BUTTONS: Final[Mapping[str, DaumenDraufAction]] = {"pass": Pass(), "acknowledge": Acknowledge()}


def selection_of(action: DaumenDraufAction) -> tuple[str, ...]:
    """The handle that means this action: a card of the hand by its face, or a button."""
    match action:
        case Offer(card) | Raise(card) | Parry(card):
            return (card,)
        case Pass():
            return ("pass",)
        case Acknowledge():
            return ("acknowledge",)
        case _:
            return ()


def action_from_selection(
    rules: Rules, state: State, seat: Seat, selection: tuple[str, ...]
) -> DaumenDraufAction | None:
    """The action that a selection means, legal or not; None if it means nothing.

    A card means to raise, but with the face of the highest card it means to parry: it is never
    higher (RULES.md 3.3), so that nothing else could be meant. Only the face is compared: whether
    a card is the twin tells the poison of the other (RULES.md 6.2).
    """
    match selection:
        case (name,) if name in BUTTONS:
            return BUTTONS[name]
        case (name,) if name in CARD_NAMED:
            if state.phase is not Phase.BID:
                return Offer(name)
            same_face = CARD_NAMED[name] // 2 == state.highest // 2
            return Parry(name) if same_face else Raise(name)
        case _:
            return None
