"""The choice of a colour (RULES.md 6.1, 6.2)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from games.kernel.contract import N_, Action, Millis, Refusal, Rules, Seat
from games.wortspiel.cards import COLOUR_NAMED, COLOURS, Colour
from games.wortspiel.colours import to_choose
from games.wortspiel.situations import of_now
from games.wortspiel.state import Phase, State
from games.wortspiel.turn import Turn

COLOUR_NOT_AVAILABLE: Final = Refusal(
    "colour_not_available", N_("Choose another colour, one that is on top of a pile."), clause="6.1"
)
NOT_YOUR_COLOUR: Final = Refusal(
    "not_your_turn", N_("The player in the creative pause chooses the colour."), clause="6.1"
)
NO_COLOUR_TO_CHOOSE: Final = Refusal(
    "wrong_phase", N_("No colour is being chosen right now."), clause="6.1"
)


class ChooseColour(Action, frozen=True):
    """The seat in its pause names the colour to lay on."""

    colour: str
    seq: int


def why_not(
    rules: Rules, state: State, seat: Seat, action: ChooseColour, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is (RULES.md 6.1)."""
    refused = of_now(state, action.seq)
    if refused:
        return refused
    if state.phase is not Phase.COLOUR_CHOICE:
        return NO_COLOUR_TO_CHOOSE
    if seat != state.pause:
        return NOT_YOUR_COLOUR
    colour = COLOUR_NAMED.get(action.colour)
    return None if colour in to_choose(rules, state) else COLOUR_NOT_AVAILABLE


def offers(rules: Rules, state: State) -> list[ChooseColour]:
    """Offer each colour that can be chosen."""
    return [ChooseColour(COLOURS[colour], state.seq) for colour in to_choose(rules, state)]


def choose(turn: Turn, colour: Colour, by_time: bool = False) -> None:
    """Set the colour; from now on no older word can be doubted (RULES.md 5.2)."""
    state = turn.state
    turn.public_event("colour_chosen", seat=state.pause, colour=COLOURS[colour], by_time=by_time)
    turn.state = replace(state, colour=colour, settled=state.seq, earlier=())
    turn.race_on()


def by_lot(turn: Turn) -> None:
    """Return one of the possible colours by lot."""
    choose(turn, turn.chance.choice(to_choose(turn.rules, turn.state)), by_time=True)
