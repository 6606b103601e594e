"""The server's action when time is up (RULES.md 8.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from games.kernel.contract import TableAction
from games.sleeping_queens.actions import any_card, attack, numbers
from games.sleeping_queens.actions.any_card import DiscardAny
from games.sleeping_queens.actions.numbers import DiscardNumbers
from games.sleeping_queens.cards import FACES, is_number, value_of
from games.sleeping_queens.state import Phase, asleep
from games.sleeping_queens.turn import Turn


class TimeUp(TableAction, frozen=True):
    """The time of the seat that must act has passed."""


def carry_out(turn: Turn) -> None:
    """Act for the seat whose time has passed, as the table (RULES.md 8.2)."""
    LATE[turn.state.phase](turn)


def _turn_up(turn: Turn) -> None:
    seat = turn.state.active
    turn.public_event("timed_out", seat=seat, kind="turn")
    hand = turn.state.hands[seat]
    held = [face for face in hand if is_number(face)]
    if held:
        cards = (value_of(turn.chance.choice(held)),)
        numbers.carry_out(turn, seat, DiscardNumbers(cards))
    else:
        any_card.carry_out(turn, seat, DiscardAny(FACES[turn.chance.choice(hand)]))


def _defense_up(turn: Turn) -> None:
    turn.public_event("timed_out", seat=turn.state.pending.victim, kind="defense")
    attack.succeed(turn)


def _wake_up(turn: Turn) -> None:
    seat = turn.state.choice.seat
    turn.public_event("timed_out", seat=seat, kind="wake")
    turn.wake(seat, turn.chance.choice(asleep(turn.state)))


LATE: Final[Mapping[Phase, Callable[[Turn], None]]] = {
    Phase.TURN: _turn_up,
    Phase.DEFENSE: _defense_up,
    Phase.WAKE_CHOICE: _wake_up,
}
