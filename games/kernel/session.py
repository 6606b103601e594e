"""A round in play, once for all games: who may act, taking back, time-outs, the end, replay.

Everything is a pure function of the state; whoever calls keeps the state, the number of moves
recorded so far, the time of the last one and `chance.drawn`. The rules of the door:

* time never goes back: `at_ms` of a move is never less than that of the move before;
* due time-outs first: call `catch_up` before `why_not`, `play`, `offers` or any look at the clock;
* with the move number `meta.max_moves` the round ends, by `Game.close` if it must: that is part
  of this move, so that replaying the log does it again;
* taking a move back is a move: the state is again the one before, draws stay used, and neither of
  the two counts (`Undo.counted`).
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
    """Tells when deadlines fall due: a `Pace`, or a platform that knows when time does not count."""

    @property
    def limits(self) -> Mapping[str, Millis]:
        """How long each kind runs."""

    def due_ms(self, deadline: Deadline) -> Millis | None:
        """When this deadline falls due; None while it stands still."""


class Pace(Value, frozen=True):
    """How long a match gives for each kind of deadline; `scale` shortens everything in tests."""

    limits: dict[str, Millis]
    scale: float = 1.0

    def due_ms(self, deadline: Deadline) -> Millis:
        """When this deadline falls due."""
        after = self.limits[deadline.kind] if deadline.after_ms is None else deadline.after_ms
        return deadline.since_ms + round(after * self.scale)


class Recorded(Value, Generic[A], frozen=True):
    """A move: who did what and when, and what came of it; `seat` None: the table did it."""

    seat: Seat | None
    action: A | TakeBack
    at_ms: Millis
    events: tuple[Event, ...] = ()


class TakeBack(Action, frozen=True):
    """The seat takes back what it has just done; the same in every game."""


TAKE_BACK: Final = TakeBack()
UNDONE: Final = "undone"
"""The kind of event that says so, which no game has: some tell in their own words what goes back."""
TAKE_BACK_MS: Final = 5_000
"""How long one may where people play at the same time."""
SLOW_MS: Final = 3_600_000
"""Milliseconds: a tempo with as long as this for a decision is one by correspondence."""


class Undo(Value, Generic[S], frozen=True, omit_defaults=True):
    """What may be taken back now: the last move of `seat`, by going back to `before`.

    `taken`: how many moves of the round were taken back; `just`: the last one was. What is done
    instead stands, so that nobody goes back and forth.
    """

    seat: Seat | None = None
    before: S | None = None
    taken: int = 0
    just: bool = False

    def count_standing_moves(self, moves: int) -> int:
        """How many of these moves stand."""
        return moves - 2 * self.taken


class TimedOut(Value, Generic[S, A], frozen=True):
    """A deadline that was due, whose decision it was (`asked`), the move that the table made, and
    where that led."""

    deadline: Deadline
    asked: tuple[Seat, ...]
    move: Recorded[A]
    state: S


def is_over(game: Game[S, A, O], rules: Rules, state: S) -> bool:
    """Whether the round has an outcome."""
    return game.outcome(rules, state) is not None


def may_act(game: Game[S, A, O], rules: Rules, state: S, seat: Viewer) -> bool:
    """Whether this seat is one of those that may act now."""
    awaited = game.to_act(rules, state)
    return seat in awaited.seats or seat in awaited.may_also


def why_not(
    game: Game[S, A, O], rules: Rules, state: S, seat: Viewer, action: A, at_ms: Millis
) -> Refusal | None:
    """Why this seat may not do this now; None if it may."""
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
    """What this seat can be offered; nothing for spectators, for others and after the end."""
    if seat is None or is_over(game, rules, state) or not may_act(game, rules, state, seat):
        return ()
    return tuple(game.legal_actions(rules, state, seat))


def information_state(
    game: Game[S, A, O], rules: Rules, state: S, seat: Viewer, events: Iterable[Event]
) -> InformationState[A, O]:
    """What a person there had: the table, those of the round's events that it saw, its offers."""
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
    """Do what this seat wants, as the move after `moves` others; raises `Refused`."""
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
    """`play`, or take back; and what may be taken back afterwards. Raises `Refused`."""
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
    """Until when the last move may be taken back, as its seat knows it; None: it stands.

    Not longer than the seat would have had for it; who plays at the same time is not kept waiting.
    `last_ms`: when the move was made.
    """
    if undo.before is None:
        return None
    running = visible_due(game, rules, undo.before, pace, undo.seat)
    ends = [due_ms for due_ms, _ in running]
    if max(pace.limits.values(), default=0) < SLOW_MS:
        ends.append(last_ms + TAKE_BACK_MS)
    return min(ends, default=None)


def due(game: Game[S, A, O], rules: Rules, state: S, pace: Timer) -> list[tuple[Millis, Deadline]]:
    """All that runs, with the time when it falls due, in the order in which it is applied."""
    timed = ((pace.due_ms(deadline), deadline) for deadline in game.deadlines(rules, state))
    return sorted(((at, deadline) for at, deadline in timed if at is not None), key=_in_order)


def visible_due(
    game: Game[S, A, O], rules: Rules, state: S, pace: Timer, viewer: Viewer
) -> list[tuple[Millis, Deadline]]:
    """Those of `due` that this viewer may know of."""
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
    """Apply every time-out that is due by now, also those that fall due on the way.

    Each happens at its own due time, so that the result does not depend on when one looked.
    `moves` have been recorded so far, the last one (or the deal) at `last_ms`.
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
    """Apply the first time-out that is due by now, for whose `pace` each one may change."""
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
    """The seat whose decision this is, as everybody knows: nobody's if it runs unseen.

    What presses the whole table for hours is a decision of each seat that the round waits for and
    that has no other. Where it is seconds it is nobody's: who lets them pass is there all the same.
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
    """Do a round again: the deal, then what each move leads to, judged as if it were new.

    With each step comes what may be taken back after it. What a move led to then is for the caller
    to compare with what is found now.

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
    """Whether some deadline that runs now would have the table do this."""
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
    """Apply; if this is the last move that a round may have, close it."""
    step = game.apply(rules, state, seat, action, chance, at_ms)
    if moves + 1 < game.meta.max_moves or is_over(game, rules, step.state):
        return step
    end = game.close(rules, step.state)
    return Step(state=end.state, events=step.events + end.events)


def _in_order(entry: tuple[Millis, Deadline]) -> tuple[Millis, Millis, str, Seat]:
    """Due time; then who began to wait first; then by name and seat, the whole table first."""
    due_ms, deadline = entry
    return due_ms, deadline.since_ms, deadline.kind, -1 if deadline.seat is None else deadline.seat
