"""The judge of each kind of action, and the offers in each phase (RULES.md 3 to 6).

For typed words there is one sample for each card and pile. It is always the word of the hand before
that of the pile, as on the cards, so that it does not show which words are right (RULES.md 10.3).
Actions that depend on the moment are not offered: a card for a photo finish, Halt! on an earlier
word.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from games.kernel.contract import Millis, Refusal, Rules, Seat
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
    Vote,
    WortspielAction,
    card,
    colour,
    doubt,
    last_card,
    opening,
    photo_finish,
    stuck,
)
from games.wortspiel.state import Phase, State

Judge: TypeAlias = Callable[[Rules, State, Seat, Any, Millis], Refusal | None]

JUDGES: Final[Mapping[type[Any], Judge]] = {
    OpenPlay: opening.why_not_play,
    OpenPass: opening.why_not_pass,
    PlayCard: card.why_not,
    DeclareStuck: stuck.why_not_declare,
    RetractStuck: stuck.why_not_retract,
    Doubt: doubt.why_not_doubt,
    JoinDoubt: doubt.why_not_join,
    Ready: doubt.why_not_ready,
    Vote: doubt.why_not_vote,
    Concede: photo_finish.why_not_concede,
    ObjectTo: photo_finish.why_not_object,
    PointTo: photo_finish.why_not_point,
    ChooseColour: colour.why_not,
    AcceptWord: last_card.why_not,
}


def why_not(
    rules: Rules, state: State, seat: Seat, action: WortspielAction, at_ms: Millis
) -> Refusal | None:
    """Return why a seat that may act now may not do this; None if it may."""
    return JUDGES[type(action)](rules, state, seat, action, at_ms)


def legal_actions(rules: Rules, state: State, seat: Seat) -> Sequence[WortspielAction]:
    """List the legal actions of this seat, which may act now."""
    match state.phase:
        case Phase.OPENING:
            return opening.offers(rules, state, seat)
        case Phase.RACE:
            return _race(rules, state, seat)
        case Phase.PHOTO_FINISH:
            return photo_finish.offers(state, seat)
        case Phase.DOUBT_TALK:
            return doubt.offers_in_talk(state, seat)
        case Phase.DOUBT_VOTE:
            return doubt.offers_in_vote(state, seat)
        case Phase.COLOUR_CHOICE:
            chooses = seat == state.pause
            return colour.offers(rules, state) if chooses else doubt.offers(state, seat)
        case Phase.FINAL_WINDOW:
            return [*last_card.offers(state, seat), *doubt.offers(state, seat)]
        case _:
            return []


def _race(rules: Rules, state: State, seat: Seat) -> Sequence[WortspielAction]:
    halt = doubt.offers(state, seat)
    if seat == state.pause:
        return halt
    return [*stuck.offers(state, seat), *halt, *card.offers(rules, state, seat, PlayCard)]
