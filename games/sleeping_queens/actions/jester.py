"""A jester: a special card and another turn, or a count round the table (RULES.md 3.3)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import Action, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.cards import FACES, JESTER, is_number, value_of
from games.sleeping_queens.state import Because, Phase, State, Turned, Waking
from games.sleeping_queens.turn import Turn


class PlayJester(Action, frozen=True):
    """A jester turns up the top card of the draw pile."""


JESTERS: Final = (PlayJester(),)


def why_not(rules: Rules, state: State, seat: Seat, action: PlayJester) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    return None if JESTER in state.hands[seat] else refusals.NOT_IN_HAND


def offers(rules: Rules, state: State, seat: Seat) -> tuple[PlayJester, ...]:
    """Offer it always."""
    return JESTERS


def carry_out(turn: Turn, seat: Seat, action: PlayJester) -> None:
    """Turn up a card: a special one and another turn, or a number and a count (RULES.md 3.3)."""
    turn.discard(seat, (JESTER,))
    turn.public_event("jester_played", seat=seat)
    (face,) = turn.draw(1)
    if not is_number(face):
        turn.public_event("jester_revealed", seat=seat, card=FACES[face], counted=None)
        turn.take(seat, (face,))
        turn.enter(Phase.TURN, turned=Turned(face, None))
        return
    counted = (seat + value_of(face) - 1) % turn.state.seats
    turn.public_event("jester_revealed", seat=seat, card=FACES[face], counted=counted)
    turn.change(discard=(*turn.state.discard, face))
    turn.enter(
        Phase.WAKE_CHOICE, waking=Waking(counted, Because.JESTER), turned=Turned(face, counted)
    )
