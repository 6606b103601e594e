"""Scripted rounds with a prepared start: lessons, and examples of a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.kernel.contract import Millis, Rules, Seat
from games.kernel.values import Value

LEARNER: Final[Seat] = 0
"""The seat of the learner; the script plays all others."""


class Move(Value, frozen=True):
    """A step of the script: a seat does what these pieces stand for (`Game.selection_of`).

    `after_ms`: the time since the move before. Without pieces, only time passes.
    """

    seat: Seat
    picks: tuple[str, ...] = ()
    after_ms: Millis = 1_000


class Step(Value, frozen=True):
    """A text for the learner, and the moves that follow it.

    `says`: an `N_` sentence with `%(first)s`, `%(second)s` … for the other players. `moves`: the
    learner makes the first of them, or watches.
    """

    says: str
    moves: tuple[Move, ...]

    @property
    def is_learners(self) -> bool:
        """True if the step waits for the learner to act."""
        return self.moves[0].seat == LEARNER and bool(self.moves[0].picks)


class Lesson(Value, frozen=True):
    """The script of a game's lesson.

    `begin`: returns the first state, under these rules. `ends`: an `N_` sentence for the learner at
    the end of the script, when the round still runs.
    """

    seats: int
    begin: Callable[[Rules], Any]
    steps: tuple[Step, ...]
    ends: str


class Example(Lesson, frozen=True):
    """A script beside a clause of the rules, which the reader only watches, step by step.

    * `name`: the name in its address.
    * `title`: an `N_` phrase.
    * `clause`: the clause it shows ("3.6").
    """

    name: str
    title: str
    clause: str
