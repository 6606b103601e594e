"""The time to doubt the last card (RULES.md 7)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Millis, Refusal, Rules, Seat
from games.wortspiel import refusals
from games.wortspiel.state import Phase, Reason, State, waited_for
from games.wortspiel.turn import Turn

ACCEPTED_ALREADY: Final = Refusal("not_allowed", N_("You have already accepted this word."))
NOTHING_TO_ACCEPT: Final = Refusal(
    "wrong_phase", N_("There is no last card to accept right now."), clause="7.1"
)


class AcceptWord(Action, frozen=True):
    """The seat has no doubt about the last card of the round."""

    seq: int


def why_not(
    rules: Rules, state: State, seat: Seat, action: AcceptWord, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    if state.phase is not Phase.FINAL_WINDOW or action.seq != state.word.seq:
        return NOTHING_TO_ACCEPT
    if seat == state.word.seat:
        return refusals.OWN_WORD
    return ACCEPTED_ALREADY if seat in state.accepted else None


def offers(state: State, seat: Seat) -> list[AcceptWord]:
    """Offer it once to all seats except the one that laid the card."""
    done = seat == state.word.seat or seat in state.accepted
    return [] if done else [AcceptWord(state.word.seq)]


def accept(turn: Turn, seat: Seat) -> None:
    """Accept the last card; the round is over when no seat is left that could doubt it."""
    turn.public_event("accepted", seat=seat)
    turn.state = replace(turn.state, accepted=tuple(sorted((*turn.state.accepted, seat))))
    if not waited_for(turn.state):
        turn.end_round(Reason.OUT, turn.state.word.seat)
