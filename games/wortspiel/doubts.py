"""Halt!, the talk, the vote, and what becomes of the word (RULES.md 5)."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace

from games.kernel.contract import Seat
from games.wortspiel.events import CONTEST
from games.wortspiel.lexicon import listed, precedent, ruling
from games.wortspiel.options import chosen
from games.wortspiel.state import Phase, Reason, Why, majority, voter
from games.wortspiel.turn import Turn


def halt(turn: Turn, seat: Seat, seq: int) -> None:
    """Everything stops, and what was laid after the word is taken back (RULES.md 5.1, 5.3)."""
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
    """All talk about the latest word, which has its doubters; older words stand."""
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
    """One more doubter, who pays as the first one does (RULES.md 5.4)."""
    state = turn.state
    turn.public_event("joined", seat=seat, seq=state.word.seq)
    turn.state = replace(state, doubters=(*state.doubters, seat))


def ready(turn: Turn, seat: Seat) -> None:
    """When all are, the talk is over."""
    turn.public_event("ready", seat=seat)
    state = turn.state
    turn.state = replace(state, ready=tuple(sorted((*state.ready, seat))))
    if len(turn.state.ready) == state.seats:
        end_talk(turn)


def end_talk(turn: Turn) -> None:
    """To the vote, unless something else judges this word (RULES.md 5.8)."""
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
    """One after the other; more than half of all seats overturn a word (RULES.md 5.5)."""
    turn.public_event("voted", seat=seat, valid=valid, by_time=by_time)
    state = turn.state
    votes = (*state.votes, valid)
    turn.state = replace(state, votes=votes)
    needed, against, left = majority(state.seats), votes.count(False), state.seats - len(votes)
    decided = against >= needed or against + left < needed
    if not left or (decided and chosen(turn.rules, "early_close", True)):
        _settle(turn, against < needed, "vote")
        return
    turn.state = replace(turn.state, active=voter(state, len(votes)), since_ms=turn.at_ms)


def _settle(turn: Turn, stands: bool, by: str) -> None:
    """Everybody learns what became of the word, and what the word court has ruled on it, if it has."""
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
    """The words of the two cards: the one that was laid, and the one below it."""
    laid, text_of = turn.state.word, turn.lexicon.text_of
    return text_of[laid.card], text_of[laid.base]


def _clear(turn: Turn) -> None:
    turn.state = replace(turn.state, doubters=(), ready=(), votes=())


def _uphold(turn: Turn) -> None:
    """Each doubter pays, and nobody doubts the word again (RULES.md 5.6)."""
    state, laid = turn.state, turn.state.word
    turn.give_chips(list(state.doubters))
    _clear(turn)
    turn.state = replace(turn.state, settled=laid.seq)
    if not state.hands[laid.seat]:
        turn.end(Reason.OUT, laid.seat)
    elif state.why is Why.STUCK:
        turn.want_colour(Why.STUCK)
    else:
        turn.race_on()


def _overturn(turn: Turn) -> None:
    """The author takes the card back and a chip; who was in pause before names another colour, or
    the opening goes on (RULES.md 5.7)."""
    laid = turn.state.word
    turn.take_back(laid, "overturned")
    turn.give_chips([laid.seat])
    _clear(turn)
    turn.state = replace(turn.state, settled=turn.state.seq, why=None)
    if laid.pause is None:
        turn.reopen(laid.seat)
    else:
        turn.want_colour(Why.OVERTURNED)
