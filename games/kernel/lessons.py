"""Rounds that begin as they were thought out, and go on by a script: lessons, and examples of a rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.kernel.contract import Millis, Rules, Seat
from games.kernel.values import Value

LEARNER: Final[Seat] = 0
"""The seat of whoever learns; the script plays all others."""


class Move(Value, frozen=True):
    """A seat does what these pieces mean (`Game.selection_of`), so long (ms) after what was before.

    Without pieces time passes alone.
    """

    seat: Seat
    picks: tuple[str, ...] = ()
    after_ms: Millis = 1_000


class Step(Value, frozen=True):
    """What the learner reads, an `N_` sentence with `%(first)s`, `%(second)s` … for the others, and
    what happens then: the learner makes the first move of these or looks on."""

    says: str
    moves: tuple[Move, ...]

    @property
    def is_learners(self) -> bool:
        """Whether it waits for the learner to do something."""
        return self.moves[0].seat == LEARNER and bool(self.moves[0].picks)


class Lesson(Value, frozen=True):
    """The script of a game's lesson.

    `begin`: the state that it begins with, under these rules. `ends`: an `N_` sentence, which the
    learner reads when all is done; the round still runs then.
    """

    seats: int
    begin: Callable[[Rules], Any]
    steps: tuple[Step, ...]
    ends: str


class Example(Lesson, frozen=True):
    """A script that is only looked at, step by step, beside a clause of the rules.

    `name`: in its address. `title`: an `N_` phrase. `clause`: what it shows ("3.6").
    """

    name: str
    title: str
    clause: str
