"""An action in progress: the state so far, and the events so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeAlias

from msgspec.structs import replace

from games.kernel.contract import Chance, Event, Millis, Rules, S, Seat, Step, T
from games.kernel.events import private_event, public_event


def put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """Return the row with this value at this place."""
    return (*row[:place], value, *row[place + 1 :])


class TurnBuilder(Generic[S]):
    """A builder of the `Step` of one action: the `state` so far, and the `events` so far.

    A game's `Turn` derives from it, with a method for each thing that can happen in an action.
    """

    def __init__(self, rules: Rules, state: S, chance: Chance, at_ms: Millis) -> None:
        self.rules = rules
        self.state = state
        self.chance = chance
        self.at_ms = at_ms
        self.events: list[Event] = []

    def step(self) -> Step[S]:
        """Return the step: the state and the events so far."""
        return Step(self.state, tuple(self.events))

    def change(self, **fields: Any) -> None:
        """Replace the state by one that differs in these fields."""
        self.state = replace(self.state, **fields)

    def public_event(self, kind: str, /, **data: Any) -> None:
        """Add an event that every viewer may see permanently."""
        self.events.append(public_event(kind, **data))

    def private_event(self, to: Seat, kind: str, /, **data: Any) -> None:
        """Add an event that only one seat may see."""
        self.events.append(private_event(to, kind, **data))


Effects: TypeAlias = Mapping[type[Any], Callable[[Any, Any, Any], None]]
"""By type of action, its effect: a function of the turn, the seat (None: the table) and the action.
"""


class Apply(Protocol[S]):
    """A game's `Game.apply`."""

    def __call__(
        self, rules: Rules, state: S, seat: Seat | None, action: Any, chance: Chance, at_ms: Millis
    ) -> Step[S]: ...


def apply_by(
    turn_type: type[TurnBuilder[S]], effects: Effects, older: Mapping[int, Effects] | None = None
) -> Apply[S]:
    """Make a game's `apply`, which carries out a legal action with the effect of its type.

    `older`: by revision, the effects that differ from the newest revision's.
    """
    by_revision = {revision: {**effects, **others} for revision, others in (older or {}).items()}

    def apply(
        rules: Rules, state: S, seat: Seat | None, action: Any, chance: Chance, at_ms: Millis
    ) -> Step[S]:
        turn = turn_type(rules, state, chance, at_ms)
        by_revision.get(rules.revision, effects)[type(action)](turn, seat, action)
        return turn.step()

    return apply
