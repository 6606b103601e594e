"""The action to wake no queen after the count has met a seat (RULES.md 5.6)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Action, Refusal, Rules, Seat
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import Because, State
from games.sleeping_queens.turn import Turn

MUST_WAKE: Final = Refusal(
    "not_allowed",
    N_("At this table you have to wake a queen when the count ends at you."),
    clause="5.6",
)
ROSE_MUST_WAKE: Final = Refusal(
    "not_allowed",
    N_("The Rose Queen brings another queen along: choose a sleeping queen."),
    clause="5.7",
)


class DeclineWake(Action, frozen=True):
    """The seat that the count has met lets the queens sleep."""


def why_not(rules: Rules, state: State, seat: Seat, action: DeclineWake) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    if state.choice.because is Because.ROSE:
        return ROSE_MUST_WAKE
    return MUST_WAKE if chosen(rules, "jester_wake", "forced") else None


def offers(rules: Rules, state: State, seat: Seat) -> tuple[DeclineWake, ...]:
    """Offer it if waking is optional."""
    decline = DeclineWake()
    return (decline,) if why_not(rules, state, seat, decline) is None else ()


def carry_out(turn: Turn, seat: Seat, action: DeclineWake) -> None:
    """Wake no queen, and end the turn (RULES.md 5.6)."""
    turn.public_event("wake_declined", seat=seat)
    turn.end_turn()
