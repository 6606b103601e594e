"""What each kind of action leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.kernel.contract import Chance, Millis, Rules, Seat, Step
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    Concede,
    DeclareStuck,
    Doubt,
    JoinDoubt,
    ObjectTo,
    OpenPass,
    OpenPlay,
    PlayCard,
    PointTo,
    Ready,
    RetractStuck,
    TimeUp,
    Vote,
    WortspielAction,
    card,
    colour,
    doubt,
    last_card,
    opening,
    photo_finish,
    stuck,
    time_up,
)
from games.wortspiel.cards import COLOUR_NAMED
from games.wortspiel.state import State
from games.wortspiel.turn import Turn

EFFECTS: Final[Mapping[type[Any], Callable[[Turn, Any, Any], None]]] = {
    OpenPlay: opening.play,
    OpenPass: lambda turn, seat, action: opening.pass_(turn, seat),
    PlayCard: card.play,
    DeclareStuck: lambda turn, seat, action: stuck.declare(turn, seat),
    RetractStuck: lambda turn, seat, action: stuck.retract(turn, seat),
    Doubt: lambda turn, seat, action: doubt.halt(turn, seat, action.seq),
    JoinDoubt: lambda turn, seat, action: doubt.join(turn, seat),
    Ready: lambda turn, seat, action: doubt.ready(turn, seat),
    Vote: lambda turn, seat, action: doubt.vote(turn, seat, action.valid),
    Concede: lambda turn, seat, action: photo_finish.concede(turn, seat),
    ObjectTo: lambda turn, seat, action: photo_finish.object_to(turn, seat),
    PointTo: lambda turn, seat, action: photo_finish.point_to(turn, seat, action.seat),
    ChooseColour: lambda turn, seat, action: colour.choose(turn, COLOUR_NAMED[action.colour]),
    AcceptWord: lambda turn, seat, action: last_card.accept(turn, seat),
    TimeUp: time_up.carry_out,
}


def apply(
    rules: Rules,
    state: State,
    seat: Seat | None,
    action: WortspielAction,
    chance: Chance,
    at_ms: Millis,
) -> Step[State]:
    """Carry out a legal action, or what the table does."""
    turn = Turn(rules, state, chance, at_ms)
    EFFECTS[type(action)](turn, seat, action)
    return turn.step()
