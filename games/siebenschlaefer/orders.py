"""The standing order: draw and pass while the seat can lay no pair (RULES.md 4.8)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Order, Rules, Seat
from games.siebenschlaefer.actions import Pass, SiebenschlaeferAction
from games.siebenschlaefer.legality import DRAWING, PASSING, cannot_lay, may_pass
from games.siebenschlaefer.options import chosen
from games.siebenschlaefer.state import Phase, State

DRAW_AND_PASS: Final = (Order("draw_and_pass", N_("Draw and pass when I cannot play")),)


def orders(rules: Rules, state: State, seat: Seat) -> tuple[Order, ...]:
    """Offer the order if laying is compulsory; otherwise drawing and passing are free choices."""
    shows = state.phase is not Phase.OVER and chosen(rules, "compulsory_lay", True)
    return DRAW_AND_PASS if shows else ()


def answer(rules: Rules, state: State, seat: Seat, order: Order) -> SiebenschlaeferAction | None:
    """Draw or pass without a pair to lay; None with one, as the player chooses the pair."""
    if not cannot_lay(state, seat):
        return None
    return (PASSING if may_pass(state) else DRAWING)[0]


def auto_play_words(action: SiebenschlaeferAction) -> str:
    """Return the sentence that tells the seat what its order does next."""
    if isinstance(action, Pass):
        return N_("Auto-play passes.")
    return N_("Auto-play draws two cards.")
