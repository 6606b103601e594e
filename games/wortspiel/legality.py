"""What may be done: one judge for each action, and what can be offered (RULES.md 3 to 6)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.kernel.contract import Millis, Refusal, Rules, Seat
from games.wortspiel import refusals
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
from games.wortspiel.cards import COLOUR_NAMED, NO_COLOUR, PILES, Colour
from games.wortspiel.colours import to_choose
from games.wortspiel.forms import from_cards, spoken
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.options import millis, sealed
from games.wortspiel.state import Laid, Phase, State, claimants, contenders

Verdict: TypeAlias = Refusal | None
Judge: TypeAlias = Callable[[Rules, State, Seat, Any, Millis], Verdict]


def why_not(
    rules: Rules, state: State, seat: Seat, action: WortspielAction, at_ms: Millis
) -> Verdict:
    """Why this seat may not do this now; None if it may."""
    return JUDGES[type(action)](rules, state, seat, action, at_ms)


# --- cards ---------------------------------------------------------------------------------------


def _open_play(rules: Rules, state: State, seat: Seat, action: OpenPlay, at_ms: Millis) -> Verdict:
    return _opening(state, seat, action.seq) or _card_and_word(
        rules, state, seat, action, state.piles, NO_COLOUR
    )


def _open_pass(rules: Rules, state: State, seat: Seat, action: OpenPass, at_ms: Millis) -> Verdict:
    return _opening(state, seat, action.seq)


def _opening(state: State, seat: Seat, seq: int) -> Verdict:
    if state.phase is not Phase.OPENING:
        return refusals.OPENED_ALREADY
    if seat != state.active:
        return refusals.NOT_YOUR_OPENING
    return _of_now(state, seq)


def _of_now(state: State, seq: int) -> Verdict:
    if seq == state.seq:
        return None
    return refusals.SITUATION_OVER if seq < state.seq else refusals.NO_SUCH_SITUATION


def _play_card(rules: Rules, state: State, seat: Seat, action: PlayCard, at_ms: Millis) -> Verdict:
    """RULES.md 3.2 to 3.6; a card that came a moment later than another is judged by the table as
    it was for that one (RULES.md 4.1)."""
    if state.phase is Phase.OPENING:
        return refusals.OPENING_NOW
    first = rival(rules, state, action.seq, at_ms)
    if first is not None:
        return _late_card(rules, state, seat, action, first)
    if action.seq < state.seq:
        return refusals.TOO_LATE
    if action.seq > state.seq:
        return refusals.NO_SUCH_SITUATION
    if state.phase is not Phase.RACE:
        return refusals.NO_RACE
    if seat == state.pause:
        return refusals.IN_PAUSE
    return _card_and_word(rules, state, seat, action, state.piles, state.colour)


def rival(rules: Rules, state: State, seq: int, at_ms: Millis) -> Laid | None:
    """The word that a card for this situation comes hardly later than, if there is one."""
    if state.phase in (Phase.DOUBT_VOTE, Phase.COLOUR_CHOICE):
        return None
    if state.phase is Phase.PHOTO_FINISH and seq != state.word.seq:
        return None
    for laid in words(state):
        if laid.seq == seq:
            soon = at_ms < laid.at_ms + millis(rules, "photo_finish_ms")
            return laid if laid.raced and soon else None
    return None


def words(state: State) -> tuple[Laid, ...]:
    """The latest word and those before it that may still be taken back, the latest first."""
    return () if state.last is None else (state.last, *reversed(state.earlier))


def _late_card(rules: Rules, state: State, seat: Seat, action: PlayCard, first: Laid) -> Verdict:
    if seat == first.pause:
        return refusals.IN_PAUSE
    if seat == first.seat or any(claim.seat == seat for claim in state.claims):
        return refusals.ONE_CARD
    return _card_and_word(rules, state, seat, action, piles_before(state, first), first.colour)


def piles_before(state: State, first: Laid) -> tuple[tuple[int, ...], ...]:
    """The piles as they were when this word was about to be laid."""
    piles = list(state.piles)
    for laid in words(state):
        piles[laid.pile] = piles[laid.pile][:-1]
        if laid.seq == first.seq:
            break
    return tuple(piles)


def _card_and_word(
    rules: Rules,
    state: State,
    seat: Seat,
    action: OpenPlay | PlayCard,
    piles: tuple[tuple[int, ...], ...],
    colour: Colour,
) -> Verdict:
    lexicon: Lexicon = rules.data
    card = lexicon.card_named.get(action.card)
    if card is None or card not in state.hands[seat]:
        return refusals.NOT_IN_HAND
    if not 0 <= action.pile < PILES:
        return refusals.NO_SUCH_PILE
    base = piles[action.pile][-1]
    if colour not in (NO_COLOUR, lexicon.colour_of[base]):
        return refusals.WRONG_COLOUR
    text_of = lexicon.text_of
    if not from_cards(spoken(action.word), text_of[card], text_of[base]):
        return refusals.WORD_NOT_FROM_CARDS
    return None


# --- I cannot ------------------------------------------------------------------------------------


def _declare_stuck(
    rules: Rules, state: State, seat: Seat, action: DeclareStuck, at_ms: Millis
) -> Verdict:
    """RULES.md 6.3: nobody looks at the hand."""
    refused = _racing(state, seat, action.seq)
    return refused or (refusals.STUCK_ALREADY if seat in state.stuck else None)


def _retract_stuck(
    rules: Rules, state: State, seat: Seat, action: RetractStuck, at_ms: Millis
) -> Verdict:
    refused = _racing(state, seat, action.seq)
    if refused or seat in state.stuck:
        return refused
    if not sealed(rules):
        return refusals.NOT_STUCK
    return None if _submitted(state, seat) else refusals.NOTHING_SUBMITTED


def _racing(state: State, seat: Seat, seq: int) -> Verdict:
    refused = _of_now(state, seq)
    if refused:
        return refused
    if state.phase is not Phase.RACE:
        return refusals.NO_RACE
    return refusals.IN_PAUSE if seat == state.pause else None


def _submitted(state: State, seat: Seat) -> bool:
    return any(claim.seat == seat for claim in state.claims)


# --- doubts --------------------------------------------------------------------------------------


def _doubt(rules: Rules, state: State, seat: Seat, action: Doubt, at_ms: Millis) -> Verdict:
    """RULES.md 5.1, 5.2."""
    if action.seq >= state.seq:
        return refusals.NO_SUCH_SITUATION
    if state.phase is Phase.DOUBT_TALK and action.seq == state.word.seq:
        return _join(state, seat)
    laid = next((one for one in words(state) if one.seq == action.seq), None)
    if laid is None or laid.seq <= state.settled:
        return refusals.WINDOW_CLOSED
    if seat == laid.seat:
        return refusals.OWN_WORD
    if state.phase in (Phase.DOUBT_TALK, Phase.DOUBT_VOTE):
        return refusals.WINDOW_CLOSED
    if laid is not state.last:
        in_time = at_ms < laid.at_ms + millis(rules, "halt_grace_ms")
        return None if in_time else refusals.WINDOW_CLOSED
    if state.phase is Phase.PHOTO_FINISH:
        if rival(rules, state, action.seq, at_ms) is None:
            return refusals.NO_RACE
        return refusals.DOUBTING_ALREADY if seat in state.doubters else None
    return None


def _join_doubt(
    rules: Rules, state: State, seat: Seat, action: JoinDoubt, at_ms: Millis
) -> Verdict:
    return _doubted(state, action.seq) or _join(state, seat)


def _doubted(state: State, seq: int) -> Verdict:
    """Whether this word is the one that is talked about."""
    if state.phase is Phase.DOUBT_VOTE and seq == state.word.seq:
        return refusals.VOTING_ALREADY
    if state.phase is not Phase.DOUBT_TALK:
        return refusals.NO_DOUBT
    return None if seq == state.word.seq else refusals.SITUATION_OVER


def _join(state: State, seat: Seat) -> Verdict:
    if seat == state.word.seat:
        return refusals.OWN_WORD
    return refusals.DOUBTING_ALREADY if seat in state.doubters else None


def _ready(rules: Rules, state: State, seat: Seat, action: Ready, at_ms: Millis) -> Verdict:
    refused = _doubted(state, action.seq)
    return refused or (refusals.READY_ALREADY if seat in state.ready else None)


def _vote(rules: Rules, state: State, seat: Seat, action: Vote, at_ms: Millis) -> Verdict:
    if state.phase is not Phase.DOUBT_VOTE:
        return refusals.NO_VOTE
    if action.seq != state.word.seq:
        return refusals.SITUATION_OVER
    return None if seat == state.active else refusals.NOT_YOUR_VOTE


# --- the photo finish ----------------------------------------------------------------------------


def _contest(state: State, seq: int) -> Verdict:
    if state.phase is not Phase.PHOTO_FINISH:
        return refusals.NO_PHOTO_FINISH
    return None if seq == state.word.seq else refusals.SITUATION_OVER


def _concede(rules: Rules, state: State, seat: Seat, action: Concede, at_ms: Millis) -> Verdict:
    refused = _contest(state, action.seq)
    return refused or (None if seat in contenders(state) else refusals.NOT_A_CONTENDER)


def _object_to(rules: Rules, state: State, seat: Seat, action: ObjectTo, at_ms: Millis) -> Verdict:
    refused = _contest(state, action.seq)
    if refused:
        return refused
    if seat not in contenders(state):
        return refusals.NOT_A_CONTENDER
    return refusals.OBJECTING_ALREADY if seat in state.objecting else None


def _point_to(rules: Rules, state: State, seat: Seat, action: PointTo, at_ms: Millis) -> Verdict:
    refused = _contest(state, action.seq)
    if refused:
        return refused
    if seat in claimants(state):
        return refusals.CONTENDERS_DO_NOT_POINT
    if action.seat not in contenders(state):
        return refusals.NOT_AMONG_THEM
    return refusals.POINTED_ALREADY if state.pointed[seat] == action.seat else None


# --- colours and the last card -------------------------------------------------------------------


def _choose_colour(
    rules: Rules, state: State, seat: Seat, action: ChooseColour, at_ms: Millis
) -> Verdict:
    """RULES.md 6.1."""
    refused = _of_now(state, action.seq)
    if refused:
        return refused
    if state.phase is not Phase.COLOUR_CHOICE:
        return refusals.NO_COLOUR_TO_CHOOSE
    if seat != state.pause:
        return refusals.NOT_YOUR_COLOUR
    colour = COLOUR_NAMED.get(action.colour)
    return None if colour in to_choose(rules, state) else refusals.COLOUR_NOT_AVAILABLE


def _accept(rules: Rules, state: State, seat: Seat, action: AcceptWord, at_ms: Millis) -> Verdict:
    if state.phase is not Phase.FINAL_WINDOW or action.seq != state.word.seq:
        return refusals.NOTHING_TO_ACCEPT
    if seat == state.word.seat:
        return refusals.OWN_WORD
    return refusals.ACCEPTED_ALREADY if seat in state.accepted else None


JUDGES: Final[Mapping[type[Any], Judge]] = {
    OpenPlay: _open_play,
    OpenPass: _open_pass,
    PlayCard: _play_card,
    DeclareStuck: _declare_stuck,
    RetractStuck: _retract_stuck,
    Doubt: _doubt,
    JoinDoubt: _join_doubt,
    Ready: _ready,
    Vote: _vote,
    Concede: _concede,
    ObjectTo: _object_to,
    PointTo: _point_to,
    ChooseColour: _choose_colour,
    AcceptWord: _accept,
}
