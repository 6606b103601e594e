"""The pieces on the page that stand for an action, and the action that a selection stands for."""

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
    """Return the piece that stands for this action: a card of the hand by its face, or a button."""
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
    """Return the action that a selection stands for, legal or not; None if there is none.

    A card means a raise, but a card with the face of the highest one means a parry. Such a card is
    never higher (RULES.md 3.3), so there is no other meaning. Only the face is compared: whether a
    card is the twin would reveal the poison of the other (RULES.md 6.2).
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
