"""Prepared situations of a game and play from there: code that the scenes of all games share.

A game's own scene defines how a situation is written, and sets `game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, Self

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import (
    A,
    Deadline,
    Event,
    Game,
    Millis,
    O,
    Outcome,
    Refusal,
    Rules,
    S,
    Seat,
    Viewer,
)
from tests.games.cards import cards_in

BEGIN_MS = 1_000_000


class Scene(Generic[S, A, O]):
    """A round from a given situation on; `told`: the events of the last move, `events`: all."""

    game: Game[S, A, O]
    step_ms: Millis = 100
    """Time between two actions, in milliseconds, unless a test gives another."""

    def __init__(self, rules: Rules, state: S) -> None:
        self.rules, self.state = rules, state
        self.chance = SeededChance(b"scene")
        self.at_ms = BEGIN_MS
        self.events: tuple[Event, ...] = ()
        self.told: tuple[Event, ...] = ()
        self.all_cards = cards_in(self.game, rules, state)

    # --- going on --------------------------------------------------------------------------------

    def do(self, seat: Seat, action: A, after_ms: Millis | None = None) -> Self:
        """Play this action of the seat, which must be legal."""
        self.at_ms += self.step_ms if after_ms is None else after_ms
        step = session.play(
            self.game, self.rules, self.state, seat, action, self.chance, self.at_ms, moves=0
        )
        return self.went(step.state, step.events)

    def time_up(self, kind: str | None = None) -> Self:
        """Let the first deadline, or the one of this kind, be due, so that the table acts."""
        deadline = next(one for one in self.deadlines() if kind in (None, one.kind))
        after_ms = deadline.after_ms
        if after_ms is None:
            after_ms = self.game.meta.tempos[0].limits[deadline.kind]
        self.at_ms = max(self.at_ms, deadline.since_ms + after_ms)
        action = self.game.time_out(self.rules, self.state, deadline)
        step = self.game.apply(self.rules, self.state, None, action, self.chance, self.at_ms)
        return self.went(step.state, step.events)

    def went(self, state: S, events: tuple[Event, ...]) -> Self:
        """Record the step of a move."""
        self.state, self.told = state, events
        self.events += events
        assert cards_in(self.game, self.rules, state) == self.all_cards, (
            "a card was lost or created"
        )
        return self

    # --- asking ----------------------------------------------------------------------------------

    def refusal(self, seat: Viewer, action: A, after_ms: Millis | None = None) -> Refusal | None:
        """Return the refusal of this action."""
        at_ms = self.at_ms + (self.step_ms if after_ms is None else after_ms)
        return session.why_not(self.game, self.rules, self.state, seat, action, at_ms)

    def code(self, seat: Viewer, action: A, after_ms: Millis | None = None) -> str | None:
        """Return the code of the refusal, None if the action is legal."""
        refusal = self.refusal(seat, action, after_ms)
        return None if refusal is None else refusal.code

    def offers(self, seat: Viewer) -> Sequence[A]:
        """Return the offers of this seat."""
        return session.offers(self.game, self.rules, self.state, seat)

    def meant(self, seat: Seat, *picks: str) -> A | None:
        """Return the action that a selection stands for."""
        return self.game.action_from_selection(self.rules, self.state, seat, tuple(sorted(picks)))

    def deadlines(self) -> tuple[Deadline, ...]:
        """Return the running deadlines."""
        return self.game.deadlines(self.rules, self.state)

    def board(self, viewer: Viewer = None) -> O:
        """Return what this viewer sees."""
        return self.game.observe(self.rules, self.state, viewer)

    def last(self, kind: str) -> Event:
        """Return the one event of this kind in the last move."""
        (event,) = (event for event in self.told if event.kind == kind)
        return event

    def kinds(self) -> list[str]:
        """Return the kinds of events of the last move."""
        return [event.kind for event in self.told]

    @property
    def outcome(self) -> Outcome:
        """Return the outcome of the round."""
        outcome = self.game.outcome(self.rules, self.state)
        assert outcome is not None
        return outcome
