"""The first card of a round (RULES.md 3.1 to 3.3)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Millis, Refusal, Rules, Seat
from games.wortspiel.actions import card
from games.wortspiel.cards import NO_COLOUR
from games.wortspiel.situations import of_now
from games.wortspiel.state import Phase, Reason, State, clockwise_after
from games.wortspiel.turn import Turn

OPENED_ALREADY: Final = Refusal(
    "wrong_phase", N_("The first card has already been played."), clause="3.1"
)
NOT_YOUR_OPENING: Final = Refusal(
    "not_your_turn", N_("Another player plays the first card."), clause="3.1"
)
MOST_DRAWS: Final = 3
"""Number of times that all seats draw if none can open (RULES.md 3.3)."""


class OpenPlay(Action, frozen=True):
    """The opening seat lays the first card with a word."""

    card: str
    pile: int
    word: str
    seq: int


class OpenPass(Action, frozen=True):
    """The opening seat has no word."""

    seq: int


def why_not_play(
    rules: Rules, state: State, seat: Seat, action: OpenPlay, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    return _opening(state, seat, action.seq) or card.card_and_word(
        rules, state, seat, action.card, action.pile, action.word, state.piles, NO_COLOUR
    )


def why_not_pass(
    rules: Rules, state: State, seat: Seat, action: OpenPass, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    return _opening(state, seat, action.seq)


def _opening(state: State, seat: Seat, seq: int) -> Refusal | None:
    if state.phase is not Phase.OPENING:
        return OPENED_ALREADY
    if seat != state.active:
        return NOT_YOUR_OPENING
    return of_now(state, seq)


def offers(rules: Rules, state: State, seat: Seat) -> list[OpenPlay | OpenPass]:
    """Offer to pass, and a sample for each card and pile."""
    return [OpenPass(state.seq), *card.offers(rules, state, seat, OpenPlay)]


def play(turn: Turn, seat: Seat, action: OpenPlay) -> None:
    """Lay the first card, on any pile."""
    claim = turn.claim(seat, action.card, action.pile, action.word)
    turn.lay(turn.as_laid(claim, colour=NO_COLOUR, pause=None, tried=()))


def pass_(turn: Turn, seat: Seat, by_time: bool = False) -> None:
    """Pass; the next seat may try."""
    turn.public_event("passed", seat=seat, by_time=by_time)
    _open_after(turn, seat)


def reopen(turn: Turn, author: Seat) -> None:
    """Go on with the opening after an overturned first word, as after a pass (RULES.md 5.7)."""
    _open_after(turn, author)
    if turn.state.phase is Phase.OPENING:
        turn.public_event("reopened", seat=turn.state.active)


def _open_after(turn: Turn, seat: Seat) -> None:
    state = turn.state
    passed, active, draws = state.passed + 1, (seat + 1) % state.seats, state.draws
    if passed == state.seats:
        if draws == MOST_DRAWS or not state.stock:
            turn.end_round(Reason.DEADLOCK)
            return
        drawn = turn.draw((state.dealer, *clockwise_after(state.seats, state.dealer)))
        passed, active, draws = 0, state.dealer, draws + 1
        turn.public_event("opening_drawn", seats=drawn, round=draws)
    turn.state = replace(
        turn.state,
        phase=Phase.OPENING,
        active=active,
        passed=passed,
        draws=draws,
        seq=state.seq + 1,
        since_ms=turn.at_ms,
    )
