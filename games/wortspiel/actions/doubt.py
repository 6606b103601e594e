"""Halt!, the talk, the vote, and the decision about the word (RULES.md 5)."""

from __future__ import annotations

from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from games.kernel.contract import N_, Action, Millis, Refusal, Rules, Seat
from games.wortspiel import refusals
from games.wortspiel.actions import opening
from games.wortspiel.events import CONTEST
from games.wortspiel.lexicon import listed, precedent, ruling
from games.wortspiel.options import chosen, millis
from games.wortspiel.situations import rival, words
from games.wortspiel.state import Phase, Reason, State, Why, majority, voter
from games.wortspiel.turn import Turn

VOTING_ALREADY: Final = Refusal(
    "window_closed", N_("Too late: the vote has started."), clause="5.4"
)
READY_ALREADY: Final = Refusal("not_allowed", N_("You are already ready to vote."))
DOUBTING_ALREADY: Final = Refusal("not_allowed", N_("You already doubt this word."))
NOT_YOUR_VOTE: Final = Refusal("not_your_vote", N_("It is not your turn to vote."), clause="5.5")
NO_VOTE: Final = Refusal("wrong_phase", N_("There is no vote right now."))
NO_DOUBT: Final = Refusal("wrong_phase", N_("No word is being doubted right now."), clause="5.1")
WINDOW_CLOSED: Final = Refusal(
    "window_closed", N_("Too late: this word can no longer be doubted."), clause="5.2"
)


class Doubt(Action, frozen=True):
    """“Halt!” The seat does not accept the word with this number."""

    seq: int


class JoinDoubt(Action, frozen=True):
    """The seat also doubts the word under discussion."""

    seq: int


class Ready(Action, frozen=True):
    """The seat has talked enough and is ready for the vote."""

    seq: int


class Vote(Action, frozen=True):
    """A vote whether the doubted word is valid."""

    valid: bool
    seq: int


def why_not_doubt(
    rules: Rules, state: State, seat: Seat, action: Doubt, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is (RULES.md 5.1, 5.2)."""
    if action.seq >= state.seq:
        return refusals.NO_SUCH_SITUATION
    if state.phase is Phase.DOUBT_TALK and action.seq == state.word.seq:
        return _join(state, seat)
    laid = next((one for one in words(state) if one.seq == action.seq), None)
    if laid is None or laid.seq <= state.settled:
        return WINDOW_CLOSED
    if seat == laid.seat:
        return refusals.OWN_WORD
    if state.phase in (Phase.DOUBT_TALK, Phase.DOUBT_VOTE):
        return WINDOW_CLOSED
    if laid is not state.last:
        in_time = at_ms < laid.at_ms + millis(rules, "halt_grace_ms")
        return None if in_time else WINDOW_CLOSED
    if state.phase is Phase.PHOTO_FINISH:
        if rival(rules, state, action.seq, at_ms) is None:
            return refusals.NO_RACE
        return DOUBTING_ALREADY if seat in state.doubters else None
    return None


def why_not_join(
    rules: Rules, state: State, seat: Seat, action: JoinDoubt, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    return _doubted(state, action.seq) or _join(state, seat)


def _doubted(state: State, seq: int) -> Refusal | None:
    """Refuse the action if this word is not the one under discussion."""
    if state.phase is Phase.DOUBT_VOTE and seq == state.word.seq:
        return VOTING_ALREADY
    if state.phase is not Phase.DOUBT_TALK:
        return NO_DOUBT
    return None if seq == state.word.seq else refusals.SITUATION_OVER


def _join(state: State, seat: Seat) -> Refusal | None:
    if seat == state.word.seat:
        return refusals.OWN_WORD
    return DOUBTING_ALREADY if seat in state.doubters else None


def why_not_ready(
    rules: Rules, state: State, seat: Seat, action: Ready, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    refused = _doubted(state, action.seq)
    return refused or (READY_ALREADY if seat in state.ready else None)


def why_not_vote(
    rules: Rules, state: State, seat: Seat, action: Vote, at_ms: Millis
) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    if state.phase is not Phase.DOUBT_VOTE:
        return NO_VOTE
    if action.seq != state.word.seq:
        return refusals.SITUATION_OVER
    return None if seat == state.active else NOT_YOUR_VOTE


def offers(state: State, seat: Seat) -> list[Doubt]:
    """Offer Halt! on the latest word, while it can be doubted."""
    last = state.last
    if last is None or last.seq <= state.settled or last.seat == seat:
        return []
    return [Doubt(last.seq)]


def offers_in_talk(state: State, seat: Seat) -> list[Ready | JoinDoubt]:
    """Offer to be ready for the vote, or to doubt as well."""
    seq = state.word.seq
    found: list[Ready | JoinDoubt] = [] if seat in state.ready else [Ready(seq)]
    if seat != state.word.seat and seat not in state.doubters:
        found.append(JoinDoubt(seq))
    return found


def offers_in_vote(state: State, seat: Seat) -> list[Vote]:
    """Offer both votes when it is this seat's turn."""
    seq = state.word.seq
    return [Vote(True, seq), Vote(False, seq)] if seat == state.active else []


def halt(turn: Turn, seat: Seat, seq: int) -> None:
    """Stop the play, and take back the cards laid after the word (RULES.md 5.1, 5.3)."""
    state = turn.state
    if state.phase is Phase.DOUBT_TALK:
        join(turn, seat)
        return
    target = next(laid for laid in (state.word, *state.earlier) if laid.seq == seq)
    turn.public_event("halt", seat=seat, seq=seq, author=target.seat, word=target.word)
    if state.phase is Phase.PHOTO_FINISH:
        if target == state.word:  # it waits until that is settled (RULES.md 4.5)
            turn.state = replace(state, doubters=(*state.doubters, seat))
            return
        turn.leave_photo("halt")
    turn.go_back_to(target, "halt")
    turn.state = replace(turn.state, doubters=(seat,))
    talk(turn)


def talk(turn: Turn) -> None:
    """Begin the talk about the latest word, which has its doubters; older words stand."""
    turn.state = replace(
        turn.state,
        phase=Phase.DOUBT_TALK,
        earlier=(),
        settled=turn.state.word.seq - 1,
        stuck=(),
        claims=(),
        accepted=(),
        ready=(),
        votes=(),
        since_ms=turn.at_ms,
    )


def join(turn: Turn, seat: Seat) -> None:
    """Add a doubter, who pays like the first one (RULES.md 5.4)."""
    state = turn.state
    turn.public_event("joined", seat=seat, seq=state.word.seq)
    turn.state = replace(state, doubters=(*state.doubters, seat))


def ready(turn: Turn, seat: Seat) -> None:
    """Note that a seat is ready; when all are, the talk is over."""
    turn.public_event("ready", seat=seat)
    state = turn.state
    turn.state = replace(state, ready=tuple(sorted((*state.ready, seat))))
    if len(turn.state.ready) == state.seats:
        end_talk(turn)


def end_talk(turn: Turn) -> None:
    """Begin the vote, unless the lexicon or a ruling judges this word (RULES.md 5.8)."""
    state, laid = turn.state, turn.state.word
    if chosen(turn.rules, "judge", "lexicon"):
        _settle(turn, listed(turn.lexicon, *_parts(turn), laid.word), "lexicon")
        return
    if chosen(turn.rules, "judge", "precedents"):
        stands = ruling(turn.lexicon, *_parts(turn), laid.word)
        if stands is not None:
            _settle(turn, stands, "precedents")
            return
    order = [voter(state, number) for number in range(state.seats)]
    turn.public_event("vote_begins", order=order, seq=laid.seq)
    turn.state = replace(
        state, phase=Phase.DOUBT_VOTE, active=order[0], votes=(), since_ms=turn.at_ms
    )


def vote(turn: Turn, seat: Seat, valid: bool, by_time: bool = False) -> None:
    """Vote in turn; more than half of all seats overturn a word (RULES.md 5.5)."""
    turn.public_event("voted", seat=seat, valid=valid, by_time=by_time)
    state = turn.state
    votes = (*state.votes, valid)
    needed, against, left = majority(state.seats), votes.count(False), state.seats - len(votes)
    decided = against >= needed or against + left < needed
    if not left or (decided and chosen(turn.rules, "early_close", True)):
        turn.state = replace(state, votes=votes)
        _settle(turn, against < needed, "vote")
        return
    following = voter(state, len(votes))
    turn.state = replace(state, votes=votes, active=following, since_ms=turn.at_ms)


def _settle(turn: Turn, stands: bool, by: str) -> None:
    """Tell all players the decision about the word, and the word court's ruling on it, if any."""
    state, laid, parts = turn.state, turn.state.word, _parts(turn)
    ruled = precedent(turn.lexicon, *parts, laid.word)
    turn.public_event(
        CONTEST,
        author=laid.seat,
        word=laid.word,
        parts=list(parts),
        seq=laid.seq,
        doubters=list(state.doubters),
        votes=[[voter(state, number), valid] for number, valid in enumerate(state.votes)],
        stands=stands,
        by=by,
        **({} if ruled is None else {"precedent": to_builtins(ruled)}),
    )
    if stands:
        _uphold(turn)
    else:
        _overturn(turn)


def _parts(turn: Turn) -> tuple[str, str]:
    """Return the words of the two cards: the one that was laid, and the one below it."""
    laid, text_of = turn.state.word, turn.lexicon.text_of
    return text_of[laid.card], text_of[laid.base]


def _close(turn: Turn, settled: int, why: Why | None) -> None:
    """Close the doubt; words up to this number stand permanently."""
    turn.state = replace(turn.state, doubters=(), ready=(), votes=(), settled=settled, why=why)


def _uphold(turn: Turn) -> None:
    """Let the word stand: each doubter pays, and the word is not doubted again (RULES.md 5.6)."""
    state, laid = turn.state, turn.state.word
    turn.give_chips(list(state.doubters))
    _close(turn, laid.seq, state.why)
    if not state.hands[laid.seat]:
        turn.end_round(Reason.OUT, laid.seat)
    elif state.why is Why.STUCK:
        turn.want_colour(Why.STUCK)
    else:
        turn.race_on()


def _overturn(turn: Turn) -> None:
    """Overturn the word: its author takes the card back and gets a chip (RULES.md 5.7).

    The seat that was in its pause names another colour, or the opening goes on.
    """
    laid = turn.state.word
    turn.take_back(laid, "overturned")
    turn.give_chips([laid.seat])
    _close(turn, turn.state.seq, None)
    if laid.pause is None:
        opening.reopen(turn, laid.seat)
    else:
        turn.want_colour(Why.OVERTURNED)
