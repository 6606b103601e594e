"""The standing order: let attacks happen (RULES.md 5.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.kernel.contract import N_, Order, Rules, Seat
from games.sleeping_queens.actions import LetHappen
from games.sleeping_queens.cards import QUEEN_NAMED
from games.sleeping_queens.state import Phase, State

LET_HAPPEN: Final = Order("let_happen", N_("Never defend"))
BUT: Final[Mapping[str, str]] = {
    "heart": N_("Ask me only about my Heart Queen"),
    "cat": N_("Ask me only about my Cat Queen"),
    "dog": N_("Ask me only about my Dog Queen"),
    "pancake": N_("Ask me only about my Pancake Queen"),
    "moon": N_("Ask me only about my Moon Queen"),
    "peacock": N_("Ask me only about my Peacock Queen"),
    "ladybug": N_("Ask me only about my Ladybug Queen"),
    "sunflower": N_("Ask me only about my Sunflower Queen"),
    "rose": N_("Ask me only about my Rose Queen"),
    "cake": N_("Ask me only about my Cake Queen"),
    "rainbow": N_("Ask me only about my Rainbow Queen"),
    "starfish": N_("Ask me only about my Starfish Queen"),
}
KEEPING: Final = {QUEEN_NAMED[queen]: Order(f"keep-{queen}", label) for queen, label in BUT.items()}
"""By queen, the order that excepts her; the seat decides about her itself."""


def orders(rules: Rules, state: State, seat: Seat) -> tuple[Order, ...]:
    """Offer the order to a seat with awake queens; with several, one of them may be excepted."""
    queens = state.awake[seat]
    if not queens or state.phase is Phase.OVER:
        return ()
    # The queens are sorted by their points, and so are those of a seat.
    kept = [KEEPING[queen] for queen in queens] if len(queens) > 1 else []
    return (*kept, LET_HAPPEN)


def answer(rules: Rules, state: State, seat: Seat, order: Order) -> LetHappen | None:
    """Let this attack happen, unless the seat has answered or it is for the excepted queen."""
    if state.phase is not Phase.DEFENSE or state.pending.answered:
        return None
    return None if KEEPING[state.pending.queen] == order else LetHappen()
