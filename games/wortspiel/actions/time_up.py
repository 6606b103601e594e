"""The server's action when time is up (RULES.md 11.2)."""

from __future__ import annotations

from games.kernel.contract import TableAction
from games.wortspiel.actions import colour, doubt, opening, photo_finish, stuck
from games.wortspiel.state import Phase, Reason
from games.wortspiel.turn import Turn


class TimeUp(TableAction, frozen=True):
    """The time of the phase, or of the seats to wait for, has passed."""


def carry_out(turn: Turn, seat: None, action: TimeUp) -> None:
    """Act for the seats that have not acted, as the table (RULES.md 11.2)."""
    state = turn.state
    match state.phase:
        case Phase.OPENING:
            opening.pass_(turn, state.active, by_time=True)
        case Phase.RACE:
            stuck.idle(turn)
        case Phase.PHOTO_FINISH:
            photo_finish.settle(turn)
        case Phase.DOUBT_TALK:
            doubt.end_talk(turn)
        case Phase.DOUBT_VOTE:
            doubt.vote(turn, state.active, valid=True, by_time=True)
        case Phase.COLOUR_CHOICE:
            colour.by_lot(turn)
        case Phase.FINAL_WINDOW:
            turn.end_round(Reason.OUT, state.word.seat)
