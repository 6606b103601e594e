"""An action while it is carried out: the state so far, and the events on the way."""

from __future__ import annotations

from typing import Any, Generic

from msgspec.structs import replace

from games.kernel.contract import Chance, Event, Millis, Rules, S, Seat, Step, T


def put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The row with this value at this place."""
    return (*row[:place], value, *row[place + 1 :])


class TurnBuilder(Generic[S]):
    """Builds the `Step` that one action leads to: `state` so far, and the `events` that it caused.

    A game's `Turn` derives from it, with a method for each thing that can happen in an action.
    """

    def __init__(self, rules: Rules, state: S, chance: Chance, at_ms: Millis) -> None:
        self.rules = rules
        self.state = state
        self.chance = chance
        self.at_ms = at_ms
        self.events: list[Event] = []

    def step(self) -> Step[S]:
        """What it all led to."""
        return Step(self.state, tuple(self.events))

    def change(self, **fields: Any) -> None:
        """Go on with a state that differs in these fields."""
        self.state = replace(self.state, **fields)

    def public_event(self, kind: str, /, **data: Any) -> None:
        """Let everybody know, for good."""
        self.events.append(Event(kind, data))

    def private_event(self, to: Seat, kind: str, /, **data: Any) -> None:
        """Let one seat know."""
        self.events.append(Event(kind, data, (to,)))
