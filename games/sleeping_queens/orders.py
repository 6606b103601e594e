"""The standing orders: never or always defend (RULES.md 5.8)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.kernel.contract import N_, Order, Rules, Seat
from games.sleeping_queens.actions import Defend, LetHappen, SleepingQueensAction, defend
from games.sleeping_queens.cards import QUEEN_NAMED
from games.sleeping_queens.state import Phase, State

LET_HAPPEN: Final = Order("let_happen", N_("Never defend"))
DEFEND: Final = Order("defend", N_("Always defend"))
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
    """Offer the orders to a seat with awake queens; with several, one of them may be excepted."""
    queens = state.awake[seat]
    if not queens or state.phase is Phase.OVER:
        return ()
    # The queens are sorted by their points, and so are those of a seat.
    kept = [KEEPING[queen] for queen in queens] if len(queens) > 1 else []
    return (DEFEND, *kept, LET_HAPPEN)


def answer(rules: Rules, state: State, seat: Seat, order: Order) -> Defend | LetHappen | None:
    """Answer this attack, unless the seat has answered or it is for the excepted queen.

    A seat that always defends lets the attack happen if it has no card that helps.
    """
    if state.phase is not Phase.DEFENSE or state.pending.answered:
        return None
    if order == KEEPING[state.pending.queen]:
        return None
    helping = defend.offers(rules, state, seat) if order == DEFEND else ()
    return helping[0] if helping else LetHappen()


def auto_play_words(action: SleepingQueensAction) -> str:
    """Return the sentence that tells the seat what its order does next."""
    match action:
        case Defend(card="dragon"):
            return N_("Auto-play defends with your dragon.")
        case Defend():
            return N_("Auto-play defends with your wand.")
        case _:
            return N_("Auto-play lets the attack happen.")
