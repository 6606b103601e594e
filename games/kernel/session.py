"""A round in play, for all games: who may act, taking back, time-outs, the end, replay.

Everything is a pure function of the state. The caller stores the state, the number of moves
recorded before, the time of the last one and `chance.drawn`. It follows these rules:

* Time never goes back: `at_ms` of a move is never less than that of the move before.
* Due time-outs come first: call `catch_up` before `why_not`, `play`, `offers` or any check of the
  clock.
* The round ends with move number `meta.max_moves`, if necessary by `Game.close`. The end is part
  of this move, so that a replay of the log ends the round too.
* Taking a move back is a move too. It restores the state before, draws stay used, and neither of
  the two moves counts (`Undo.count_standing_moves`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Generic, Protocol

from games.kernel.contract import (
    A,
    Action,
    Chance,
    Deadline,
    Event,
    Game,
    InformationState,
    Millis,
    O,
    Refusal,
    Rules,
    S,
    Seat,
    Start,
    Step,
    TableAction,
    Value,
    Viewer,
)
from games.kernel.events import public_event
from games.kernel.refusals import Refused, refusal


class Timer(Protocol):
    """A clock for deadlines: a `Pace`, or the platform's own, which may stop the time."""

    @property
    def limits(self) -> Mapping[str, Millis]:
        """The time limit of each kind of deadline."""

    def due_ms(self, deadline: Deadline) -> Millis | None:
        """Return the time when this deadline is due; None while it is stopped."""


class Pace(Value, frozen=True):
    """A match's time limit for each kind of deadline; tests shorten everything with `scale`."""

    limits: dict[str, Millis]
    scale: float = 1.0

    def due_ms(self, deadline: Deadline) -> Millis:
        """Return the time when this deadline is due."""
        after = self.limits[deadline.kind] if deadline.after_ms is None else deadline.after_ms
        return deadline.since_ms + round(after * self.scale)


class Recorded(Value, Generic[A], frozen=True):
    """A move: who did what and when, and its events; `seat` None means the table."""

    seat: Seat | None
    action: A | TakeBack
    at_ms: Millis
    events: tuple[Event, ...] = ()


class TakeBack(Action, frozen=True):
    """A seat takes back its last action; the same in every game."""


TAKE_BACK: Final = TakeBack()
UNDONE: Final = "undone"
"""The kind of the event about it, which is in no game's own list; some games add their own event.
"""
TAKE_BACK_MS: Final = 5_000
"""Time to take a move back in a live match, in milliseconds."""
SLOW_MS: Final = 3_600_000
"""Shortest time for a decision in a tempo by correspondence, in milliseconds."""


class Undo(Value, Generic[S], frozen=True, omit_defaults=True):
    """The move that may be taken back now: the last move of `seat`, by a return to the state `before`.

    `taken`: the number of moves of the round that were taken back. `just`: whether the last move
    was a taking back; the move after that cannot be taken back, so that a player cannot go back and
    forth.
    """

    seat: Seat | None = None
    before: S | None = None
    taken: int = 0
    just: bool = False

    def count_standing_moves(self, moves: int) -> int:
        """Return how many of these moves count, without those taken back."""
        return moves - 2 * self.taken


class TimedOut(Value, Generic[S, A], frozen=True):
    """A deadline that was due, and its effects.

    * `asked`: the seats whose decision it was.
    * `move`: the server's move.
    * `state`: the state after it.
    """

    deadline: Deadline
    asked: tuple[Seat, ...]
    move: Recorded[A]
    state: S


def is_over(game: Game[S, A, O], rules: Rules, state: S) -> bool:
    """Return whether the round has an outcome."""
    return game.outcome(rules, state) is not None


def may_act(game: Game[S, A, O], rules: Rules, state: S, seat: Viewer) -> bool:
    """Return whether this seat is one of those that may act now."""
    awaited = game.to_act(rules, state)
    return seat in awaited.seats or seat in awaited.may_also


def why_not(
    game: Game[S, A, O], rules: Rules, state: S, seat: Viewer, action: A, at_ms: Millis
) -> Refusal | None:
    """Return why this seat may not do this now; None if it may."""
    if seat is None:
        return refusal("not_seated")
    if is_over(game, rules, state):
        return refusal("game_over")
    if isinstance(action, TableAction):
        return refusal("not_allowed")
    if not may_act(game, rules, state, seat):
        return refusal("not_your_turn")
    return game.why_not(rules, state, seat, action, at_ms)


def offers(game: Game[S, A, O], rules: Rules, state: S, seat: Viewer) -> tuple[A, ...]:
    """Return the legal actions of this seat; none for spectators and after the end."""
    if seat is None or is_over(game, rules, state) or not may_act(game, rules, state, seat):
        return ()
    return tuple(game.legal_actions(rules, state, seat))


def information_state(
    game: Game[S, A, O], rules: Rules, state: S, seat: Viewer, events: Iterable[Event]
) -> InformationState[A, O]:
    """Return what a player in this seat knows: the table, the events it saw, its legal actions."""
    return InformationState(
        observation=game.observe(rules, state, seat),
        events=tuple(event for event in events if event.visible_to(seat)),
        offers=offers(game, rules, state, seat),
    )


def play(
    game: Game[S, A, O],
    rules: Rules,
    state: S,
    seat: Viewer,
    action: A,
    chance: Chance,
    at_ms: Millis,
    moves: int,
) -> Step[S]:
    """Play this seat's action after `moves` other moves; raise `Refused` if it is not allowed."""
    why = why_not(game, rules, state, seat, action, at_ms)
    if why is not None:
        raise Refused(why)
    return _apply(game, rules, state, seat, action, chance, at_ms, moves)


def go_on(
    game: Game[S, A, O],
    rules: Rules,
    state: S,
    undo: Undo[S],
    seat: Viewer,
    action: A | TakeBack,
    chance: Chance,
    at_ms: Millis,
    moves: int,
) -> tuple[Step[S], Undo[S]]:
    """Play or take back; return the step, and what may be taken back next. Raises `Refused`."""
    if isinstance(action, TakeBack):
        if seat is None:
            raise Refused(refusal("not_seated"))
        if seat != undo.seat or undo.before is None:
            raise Refused(refusal("window_closed"))
        step = Step(undo.before, (public_event(UNDONE, seat=seat),))
        return step, Undo(taken=undo.taken + 1, just=True)
    step = play(game, rules, state, seat, action, chance, at_ms, undo.count_standing_moves(moves))
    return step, _undo_after(game, rules, state, undo, seat, step.state)


def _undo_after(
    game: Game[S, A, O], rules: Rules, before: S, undo: Undo[S], seat: Viewer, after: S
) -> Undo[S]:
    if seat is None or undo.just or is_over(game, rules, after):
        return Undo(taken=undo.taken)
    if not game.may_undo(rules, before, after, seat):
        return Undo(taken=undo.taken)
    return Undo(seat, before, undo.taken)


def undo_until(
    game: Game[S, A, O], rules: Rules, undo: Undo[S], pace: Timer, last_ms: Millis
) -> Millis | None:
    """Return until when the seat may take its last move back, as it sees it; None: it may not.

    The time is no longer than the seat would have had for the move. In a live match, other players
    do not wait longer than `TAKE_BACK_MS`. `last_ms`: when the move was made.
    """
    if undo.before is None:
        return None
    running = visible_due(game, rules, undo.before, pace, undo.seat)
    ends = [due_ms for due_ms, _ in running]
    if max(pace.limits.values(), default=0) < SLOW_MS:
        ends.append(last_ms + TAKE_BACK_MS)
    return min(ends, default=None)


def due(game: Game[S, A, O], rules: Rules, state: S, pace: Timer) -> list[tuple[Millis, Deadline]]:
    """Return all running deadlines with their due times, in the order in which they apply."""
    timed = ((pace.due_ms(deadline), deadline) for deadline in game.deadlines(rules, state))
    return sorted(((at, deadline) for at, deadline in timed if at is not None), key=_in_order)


def visible_due(
    game: Game[S, A, O], rules: Rules, state: S, pace: Timer, viewer: Viewer
) -> list[tuple[Millis, Deadline]]:
    """Return the entries of `due` that this viewer may know of."""
    return [entry for entry in due(game, rules, state, pace) if entry[1].visible_to(viewer)]


def catch_up(
    game: Game[S, A, O],
    rules: Rules,
    state: S,
    chance: Chance,
    pace: Timer,
    now_ms: Millis,
    *,
    moves: int,
    last_ms: Millis,
) -> list[TimedOut[S, A]]:
    """Apply every time-out that is due now, including those that become due meanwhile.

    Each applies at its own due time, so that the result does not depend on the time of the call.
    `moves` moves have been recorded, the last one (or the deal) at `last_ms`.
    """
    done: list[TimedOut[S, A]] = []
    while late := first_late(
        game, rules, state, chance, pace, now_ms, moves=moves + len(done), last_ms=last_ms
    ):
        done.append(late)
        state, last_ms = late.state, late.move.at_ms
    return done


def first_late(
    game: Game[S, A, O],
    rules: Rules,
    state: S,
    chance: Chance,
    pace: Timer,
    now_ms: Millis,
    *,
    moves: int,
    last_ms: Millis,
) -> TimedOut[S, A] | None:
    """Apply the first time-out that is due now; callers use it if each one may change their `pace`."""
    running = due(game, rules, state, pace)
    if not running or running[0][0] > now_ms:
        return None
    due_ms, deadline = running[0]
    missed_by = whose_decision(game, rules, state, pace, deadline)
    at_ms = max(due_ms, last_ms)
    action = game.time_out(rules, state, deadline)
    step = _apply(game, rules, state, None, action, chance, at_ms, moves)
    move = Recorded(seat=None, action=action, at_ms=at_ms, events=step.events)
    return TimedOut(deadline=deadline, asked=missed_by, move=move, state=step.state)


def whose_decision(
    game: Game[S, A, O], rules: Rules, state: S, pace: Timer, deadline: Deadline
) -> tuple[Seat, ...]:
    """Return the seats whose decision this is, as all players know; none if it runs unseen.

    A deadline of hours for the whole table is a decision of each seat that the round waits for and
    that has no other deadline. A deadline of seconds is no seat's decision: a player who lets it
    pass is present all the same.
    """
    if not deadline.visible_to(None):
        return ()
    if deadline.seat is not None:
        return (deadline.seat,)
    if deadline.after_ms is not None or pace.limits[deadline.kind] < SLOW_MS:
        return ()
    others = {running.seat for running in game.deadlines(rules, state)}
    return tuple(seat for seat in game.to_act(rules, state).seats if seat not in others)


def replay(
    game: Game[S, A, O],
    rules: Rules,
    seats: int,
    start: Start,
    chance: Chance,
    moves: Iterable[Recorded[A]],
) -> Iterator[tuple[Step[S], Undo[S]]]:
    """Replay a round: yield the deal, then the step of each move, checked as if it were new.

    Each step is paired with what may be taken back after it. The caller compares the recorded
    events with the new ones.

    Raises:
        Refused: the rules do not allow a move.
    """
    step = game.deal(rules, seats, start, chance)
    undo: Undo[S] = Undo()
    yield step, undo
    for number, move in enumerate(moves):
        state, seat, action, at_ms = step.state, move.seat, move.action, move.at_ms
        if seat is None:
            if isinstance(action, TakeBack) or not _table_may(game, rules, state, action):
                raise Refused(refusal("not_allowed"))
            counted = undo.count_standing_moves(number)
            step = _apply(game, rules, state, None, action, chance, at_ms, counted)
            undo = Undo(taken=undo.taken)
        else:
            step, undo = go_on(game, rules, state, undo, seat, action, chance, at_ms, number)
        yield step, undo


def _table_may(game: Game[S, A, O], rules: Rules, state: S, action: A) -> bool:
    """Return whether the server takes this action at one of the running deadlines."""
    running = game.deadlines(rules, state)
    return any(game.time_out(rules, state, deadline) == action for deadline in running)


def _apply(
    game: Game[S, A, O],
    rules: Rules,
    state: S,
    seat: Viewer,
    action: A,
    chance: Chance,
    at_ms: Millis,
    moves: int,
) -> Step[S]:
    """Apply the action; if this is the last move that a round may have, close the round."""
    step = game.apply(rules, state, seat, action, chance, at_ms)
    if moves + 1 < game.meta.max_moves or is_over(game, rules, step.state):
        return step
    end = game.close(rules, step.state)
    return Step(state=end.state, events=step.events + end.events)


def _in_order(entry: tuple[Millis, Deadline]) -> tuple[Millis, Millis, str, Seat]:
    """Sort by due time, then by the start of waiting, then by kind and seat, the whole table first."""
    due_ms, deadline = entry
    return due_ms, deadline.since_ms, deadline.kind, -1 if deadline.seat is None else deadline.seat
