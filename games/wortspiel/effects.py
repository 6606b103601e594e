"""The effect of each kind of action."""

from __future__ import annotations

from typing import Final

from games.kernel.turn import Effects, apply_by
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
from games.wortspiel.turn import Turn

EFFECTS: Final[Effects] = {
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


apply = apply_by(Turn, EFFECTS)
