"""The view of one viewer: everything that this viewer may know of a round."""

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
    """Everything that one viewer gets of a round.

    No other part of a state leaves this package.
    """

    observation: Observation
    offers: tuple[tuple[str, ...], ...]
    """The selections that mean a legal action of this seat."""
    deadlines: tuple[tuple[int, int, Deadline], ...]
    """Due time, whole length, deadline; only those that this viewer may see."""
    outcome: Outcome | None


def view_for(live: LiveRound, viewer: Viewer) -> View:
    """Make the view of this viewer: a seat, or None for spectators."""
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
    """Return the information that a program in this seat may have: the same as a person's there.

    `events`: the events of the round.
    """
    return session.information_state(live.game, live.rules, live.state, seat, events)


class SeatSummary(Value, frozen=True):
    """A viewer's summary of a round: the seats that it waits for, and the first due time."""

    awaited: tuple[Seat, ...] = ()
    due_ms: int | None = None


def summarize(live: LiveRound, seats: int) -> list[SeatSummary]:
    """Return the summary of a round for each viewer: by seat, and last for spectators.

    A paused round does not wait for any seat.
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
    """The place of every card, by zone; all tuples, so fragments drawn from it can be cached."""

    @classmethod
    def from_revealed(cls, revealed: Mapping[str, Any]) -> Zones:
        """Make zones from the result of a game's `reveal_all`, with its lists as tuples."""
        return cls({zone: _tuples(cards) for zone, cards in revealed.items()})

    def __hash__(self) -> int:  # type: ignore[override]  # nobody changes it
        return hash(tuple(self.items()))


def _tuples(cards: Any) -> Any:
    return tuple(map(_tuples, cards)) if isinstance(cards, list) else cards


def reveal_all(live: LiveRound) -> Zones:
    """Return the place of every card, by zone.

    Use it only for a round that is over, and for an arbiter.
    """
    return Zones.from_revealed(live.game.reveal_all(live.rules, live.state))
