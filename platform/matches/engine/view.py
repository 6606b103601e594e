"""All that one viewer may know of a round: nothing else of a state leaves this room."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.kernel import session
from games.kernel.contract import (
    Deadline,
    Event,
    InformationState,
    Observation,
    Outcome,
    Seat,
    Value,
    Viewer,
)
from matches.engine.live_round import LiveRound


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer gets of a round: nothing else of a state leaves this room."""

    observation: Observation
    offers: tuple[tuple[str, ...], ...]
    """The selections that mean a legal action of this seat."""
    deadlines: tuple[tuple[int, int, Deadline], ...]
    """Due time, whole length, deadline; only those that this viewer may see."""
    outcome: Outcome | None


def view_for(live: LiveRound, viewer: Viewer) -> View:
    """Make the view of this viewer, as the game says: a seat, or None for spectators."""
    game, rules, state = live.game, live.rules, live.state
    offered = session.offers(game, rules, state, viewer)
    return View(
        observation=live.observe(viewer),
        offers=tuple(sorted({tuple(sorted(game.selection_of(action))) for action in offered})),
        deadlines=tuple((due, due - d.since_ms, d) for due, d in live.shown_deadlines(viewer)),
        outcome=live.outcome,
    )


def information_for(
    live: LiveRound, seat: Seat, events: Iterable[Event]
) -> InformationState[Any, Any]:
    """All that a program in this seat may have: what a person there had. `events`: the round's."""
    return session.information_state(live.game, live.rules, live.state, seat, events)


class SeatSummary(Value, frozen=True):
    """All that a viewer may know of a round at a glance: whom it waits for, and until when at first."""

    awaited: tuple[Seat, ...] = ()
    due_ms: int | None = None


def summarize(live: LiveRound, seats: int) -> list[SeatSummary]:
    """Sum up for each viewer what it may know at a glance: by seat, and last for everybody.

    A round that is paused waits for nobody.
    """
    if live.clocks.pauses.paused:
        return [SeatSummary()] * (seats + 1)
    return [
        SeatSummary(
            awaited=live.observe(viewer).awaited,
            due_ms=next((due_ms for due_ms, _ in live.shown_deadlines(viewer)), None),
        )
        for viewer in (*range(seats), None)
    ]


class Zones(dict[str, Any]):
    """Where every card lies, by zone: tuples only, so that fragments drawn from it can be kept."""

    @classmethod
    def from_revealed(cls, revealed: Mapping[str, Any]) -> Zones:
        """Make zones of what a game's `reveal_all` says, its lists as tuples."""
        return cls({zone: _tuples(cards) for zone, cards in revealed.items()})

    def __hash__(self) -> int:  # type: ignore[override]  # nobody changes it
        return hash(tuple(self.items()))


def _tuples(cards: Any) -> Any:
    return tuple(map(_tuples, cards)) if isinstance(cards, list) else cards


def reveal_all(live: LiveRound) -> Zones:
    """Where every card lies, by zone; for a round that is over, and for an arbiter, and none else."""
    return Zones.from_revealed(live.game.reveal_all(live.rules, live.state))
