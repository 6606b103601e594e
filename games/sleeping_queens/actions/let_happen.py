"""The action to let an attack happen, and its shortest time (RULES.md 5.3 to 5.5)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Refusal, Rules, Seat, TableAction
from games.sleeping_queens.actions import attack
from games.sleeping_queens.state import State
from games.sleeping_queens.turn import Turn

ALREADY_ANSWERED: Final = Refusal(
    "not_allowed", N_("You have answered: the attack will succeed in a moment."), clause="5.4"
)


class LetHappen(Action, frozen=True):
    """The seat gives up the attacked queen."""


class HoldOver(TableAction, frozen=True):
    """The shortest time before an attack succeeds has passed."""


def why_not(rules: Rules, state: State, seat: Seat, action: LetHappen) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    return ALREADY_ANSWERED if state.pending.answered else None


def offers(rules: Rules, state: State, seat: Seat) -> tuple[LetHappen, ...]:
    """Offer it until the seat has answered."""
    return () if state.pending.answered else (LetHappen(),)


def carry_out(turn: Turn, seat: Seat, action: LetHappen) -> None:
    """Give her up; during the hold only the victim learns of it (RULES.md 5.4)."""
    pending = turn.state.pending
    if pending.holding:
        turn.change(attack=replace(pending, answered=True))
        turn.private_event(seat, "answered")
    else:
        attack.succeed(turn)


def hold_over(turn: Turn) -> None:
    """Let a held-back answer take effect; without one, viewers see no change (RULES.md 5.4)."""
    pending = turn.state.pending
    if pending.answered:
        attack.succeed(turn)
    else:
        turn.change(attack=replace(pending, holding=False))
