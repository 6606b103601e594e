"""What each kind of action leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.kernel.contract import Chance, Millis, Rules, Seat, Step
from games.wortspiel import doubts, legality, photo
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
)
from games.wortspiel.cards import COLOUR_NAMED
from games.wortspiel.state import Phase, Reason, State
from games.wortspiel.turn import Turn


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


def _play(turn: Turn, seat: Seat, action: PlayCard) -> None:
    first = legality.rival(turn.rules, turn.state, action.seq, turn.at_ms)
    if first is None:
        turn.play_card(seat, action)
    else:
        photo.contend(turn, seat, action, first)


def _time_up(turn: Turn, seat: None, action: TimeUp) -> None:
    """RULES.md 11.2."""
    state = turn.state
    match state.phase:
        case Phase.OPENING:
            turn.open_pass(state.active, by_time=True)
        case Phase.RACE:
            turn.idle()
        case Phase.PHOTO_FINISH:
            photo.settle(turn)
        case Phase.DOUBT_TALK:
            doubts.end_talk(turn)
        case Phase.DOUBT_VOTE:
            doubts.vote(turn, state.active, valid=True, by_time=True)
        case Phase.COLOUR_CHOICE:
            turn.colour_by_lot()
        case Phase.FINAL_WINDOW:
            turn.end(Reason.OUT, state.word.seat)


EFFECTS: Final[Mapping[type[Any], Callable[[Turn, Any, Any], None]]] = {
    OpenPlay: lambda turn, seat, action: turn.open_play(seat, action),
    OpenPass: lambda turn, seat, action: turn.open_pass(seat),
    PlayCard: _play,
    DeclareStuck: lambda turn, seat, action: turn.declare_stuck(seat),
    RetractStuck: lambda turn, seat, action: turn.retract_stuck(seat),
    Doubt: lambda turn, seat, action: doubts.halt(turn, seat, action.seq),
    JoinDoubt: lambda turn, seat, action: doubts.join(turn, seat),
    Ready: lambda turn, seat, action: doubts.ready(turn, seat),
    Vote: lambda turn, seat, action: doubts.vote(turn, seat, action.valid),
    Concede: lambda turn, seat, action: photo.concede(turn, seat),
    ObjectTo: lambda turn, seat, action: photo.object_to(turn, seat),
    PointTo: lambda turn, seat, action: photo.point_to(turn, seat, action.seat),
    ChooseColour: lambda turn, seat, action: turn.choose_colour(COLOUR_NAMED[action.colour]),
    AcceptWord: lambda turn, seat, action: turn.accept(seat),
    TimeUp: _time_up,
}
"""What each kind of action leads to."""
