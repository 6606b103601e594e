"""Halt!, the talk, the vote, and what becomes of the word (RULES.md 5)."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace

from games.kernel.contract import Seat
from games.wortspiel.course import Course
from games.wortspiel.events import CONTEST
from games.wortspiel.lexicon import listed, precedent, ruling
from games.wortspiel.options import chosen
from games.wortspiel.state import Phase, Reason, Why, majority, voter


def halt(course: Course, seat: Seat, seq: int) -> None:
    """Everything stops, and what was laid after the word is taken back (RULES.md 5.1, 5.3)."""
    state = course.state
    if state.phase is Phase.DOUBT_TALK:
        join(course, seat)
        return
    target = next(laid for laid in (state.word, *state.earlier) if laid.seq == seq)
    course.public_event("halt", seat=seat, seq=seq, author=target.seat, word=target.word)
    if state.phase is Phase.PHOTO_FINISH:
        if target == state.word:  # it waits until that is settled (RULES.md 4.5)
            course.state = replace(state, doubters=(*state.doubters, seat))
            return
        course.leave_photo("halt")
    course.go_back_to(target, "halt")
    course.state = replace(course.state, doubters=(seat,))
    talk(course)


def talk(course: Course) -> None:
    """All talk about the latest word, which has its doubters; older words stand."""
    course.state = replace(
        course.state,
        phase=Phase.DOUBT_TALK,
        earlier=(),
        settled=course.state.word.seq - 1,
        stuck=(),
        claims=(),
        accepted=(),
        ready=(),
        votes=(),
        since_ms=course.at_ms,
    )


def join(course: Course, seat: Seat) -> None:
    """One more doubter, who pays as the first one does (RULES.md 5.4)."""
    state = course.state
    course.public_event("joined", seat=seat, seq=state.word.seq)
    course.state = replace(state, doubters=(*state.doubters, seat))


def ready(course: Course, seat: Seat) -> None:
    """When all are, the talk is over."""
    course.public_event("ready", seat=seat)
    state = course.state
    course.state = replace(state, ready=tuple(sorted((*state.ready, seat))))
    if len(course.state.ready) == state.seats:
        end_talk(course)


def end_talk(course: Course) -> None:
    """To the vote, unless something else judges this word (RULES.md 5.8)."""
    state, laid = course.state, course.state.word
    if chosen(course.rules, "judge", "lexicon"):
        _settle(course, listed(course.lexicon, *_parts(course), laid.word), "lexicon")
        return
    if chosen(course.rules, "judge", "precedents"):
        stands = ruling(course.lexicon, *_parts(course), laid.word)
        if stands is not None:
            _settle(course, stands, "precedents")
            return
    order = [voter(state, number) for number in range(state.seats)]
    course.public_event("vote_begins", order=order, seq=laid.seq)
    course.state = replace(
        state, phase=Phase.DOUBT_VOTE, active=order[0], votes=(), since_ms=course.at_ms
    )


def vote(course: Course, seat: Seat, valid: bool, by_time: bool = False) -> None:
    """One after the other; more than half of all seats overturn a word (RULES.md 5.5)."""
    course.public_event("voted", seat=seat, valid=valid, by_time=by_time)
    state = course.state
    votes = (*state.votes, valid)
    course.state = replace(state, votes=votes)
    needed, against, left = majority(state.seats), votes.count(False), state.seats - len(votes)
    decided = against >= needed or against + left < needed
    if not left or (decided and chosen(course.rules, "early_close", True)):
        _settle(course, against < needed, "vote")
        return
    course.state = replace(course.state, active=voter(state, len(votes)), since_ms=course.at_ms)


def _settle(course: Course, stands: bool, by: str) -> None:
    """Everybody learns what became of the word, and what the word court has ruled on it, if it has."""
    state, laid, parts = course.state, course.state.word, _parts(course)
    ruled = precedent(course.lexicon, *parts, laid.word)
    course.public_event(
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
        _uphold(course)
    else:
        _overturn(course)


def _parts(course: Course) -> tuple[str, str]:
    """The words of the two cards: the one that was laid, and the one below it."""
    laid, text_of = course.state.word, course.lexicon.text_of
    return text_of[laid.card], text_of[laid.base]


def _clear(course: Course) -> None:
    course.state = replace(course.state, doubters=(), ready=(), votes=())


def _uphold(course: Course) -> None:
    """Each doubter pays, and nobody doubts the word again (RULES.md 5.6)."""
    state, laid = course.state, course.state.word
    course.give_chips(list(state.doubters))
    _clear(course)
    course.state = replace(course.state, settled=laid.seq)
    if not state.hands[laid.seat]:
        course.end(Reason.OUT, laid.seat)
    elif state.why is Why.STUCK:
        course.want_colour(Why.STUCK)
    else:
        course.race_on()


def _overturn(course: Course) -> None:
    """The author takes the card back and a chip; who was in pause before names another colour, or
    the opening goes on (RULES.md 5.7)."""
    laid = course.state.word
    course.take_back(laid, "overturned")
    course.give_chips([laid.seat])
    _clear(course)
    course.state = replace(course.state, settled=course.state.seq, why=None)
    if laid.pause is None:
        course.reopen(laid.seat)
    else:
        course.want_colour(Why.OVERTURNED)
