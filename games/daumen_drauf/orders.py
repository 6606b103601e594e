"""The standing order: pass until the trick ends (RULES.md 3.10)."""

from __future__ import annotations

from games.daumen_drauf.actions import DaumenDraufAction, Pass
from games.daumen_drauf.legality import PASS
from games.daumen_drauf.state import Phase, State
from games.kernel.contract import N_, Order, Rules, Seat


def orders(rules: Rules, state: State, seat: Seat) -> tuple[Order, ...]:
    """Offer the order for the trick in play or about to begin, unless this seat must lead it."""
    leads = state.phase is Phase.LEAD and seat == state.active
    if state.phase not in (Phase.LEAD, Phase.BID) or leads or not state.hands[seat]:
        return ()
    # The number of cards on the piles grows with each trick, so it identifies the trick.
    taken = sum(map(len, state.piles))
    return (Order("pass", N_("Pass until the trick ends"), taken),)


def answer(rules: Rules, state: State, seat: Seat, order: Order) -> Pass | None:
    """Pass: that is always legal after the first offer (RULES.md 3.5)."""
    return PASS if state.phase is Phase.BID else None


def auto_play_words(action: DaumenDraufAction) -> str:
    """Return the sentence that tells the seat what its order does next."""
    return N_("Auto-play passes.")
