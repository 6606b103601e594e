"""What can be offered to a seat.

For a typed word there is one sample for each card and pile, always the word of the hand before
that of the pile, as the cards have them: it says nothing about what is right (RULES.md 10.3).
What only a moment decides is not offered: a card for a photo finish, Halt! on an earlier word.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.kernel.contract import Rules, Seat
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
)
from games.wortspiel.cards import COLOURS, NO_COLOUR
from games.wortspiel.colours import to_choose
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Phase, State, claimants, contenders


def legal_actions(rules: Rules, state: State, seat: Seat) -> Sequence[WortspielAction]:
    """All that this seat, which may act, can be offered."""
    match state.phase:
        case Phase.OPENING:
            return [OpenPass(state.seq), *_cards(rules, state, seat, OpenPlay)]
        case Phase.RACE:
            return _race(rules, state, seat)
        case Phase.PHOTO_FINISH:
            return _photo_finish(state, seat)
        case Phase.DOUBT_TALK:
            return _talk(state, seat)
        case Phase.DOUBT_VOTE:
            seq = state.word.seq
            return [Vote(True, seq), Vote(False, seq)] if seat == state.active else []
        case Phase.COLOUR_CHOICE:
            if seat == state.pause:
                colours = to_choose(rules, state)
                return [ChooseColour(COLOURS[colour], state.seq) for colour in colours]
            return _halt(state, seat)
        case Phase.FINAL_WINDOW:
            halt = _halt(state, seat)
            if seat == state.word.seat or seat in state.accepted:
                return halt
            return [AcceptWord(state.word.seq), *halt]
        case _:
            return []


def _cards(
    rules: Rules, state: State, seat: Seat, kind: type[OpenPlay | PlayCard]
) -> list[WortspielAction]:
    lexicon: Lexicon = rules.data
    colour_of, text_of, handles = lexicon.colour_of, lexicon.text_of, lexicon.handles
    colour, seq = state.colour, state.seq
    tops = [
        (place, text_of[pile[-1]])
        for place, pile in enumerate(state.piles)
        if colour in (NO_COLOUR, colour_of[pile[-1]])
    ]
    return [
        kind(handles[card], place, text_of[card] + base, seq)
        for card in state.hands[seat]
        for place, base in tops
    ]


def _race(rules: Rules, state: State, seat: Seat) -> list[WortspielAction]:
    halt = _halt(state, seat)
    if seat == state.pause:
        return halt
    done = seat in state.stuck or any(claim.seat == seat for claim in state.claims)
    cannot = [RetractStuck(state.seq)] if done else []
    if seat not in state.stuck:
        return [DeclareStuck(state.seq), *cannot, *halt, *_cards(rules, state, seat, PlayCard)]
    return [*cannot, *halt, *_cards(rules, state, seat, PlayCard)]


def _halt(state: State, seat: Seat) -> list[WortspielAction]:
    last = state.last
    if last is None or last.seq <= state.settled or last.seat == seat:
        return []
    return [Doubt(last.seq)]


def _photo_finish(state: State, seat: Seat) -> list[WortspielAction]:
    seq, still = state.word.seq, contenders(state)
    if seat in claimants(state):
        if seat not in still:
            return []
        return [Concede(seq)] if seat in state.objecting else [Concede(seq), ObjectTo(seq)]
    return [PointTo(other, seq) for other in still if other != state.pointed[seat]]


def _talk(state: State, seat: Seat) -> list[WortspielAction]:
    seq = state.word.seq
    found: list[WortspielAction] = [] if seat in state.ready else [Ready(seq)]
    if seat != state.word.seat and seat not in state.doubters:
        found.append(JoinDoubt(seq))
    return found
