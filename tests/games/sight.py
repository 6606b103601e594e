"""A round in play, and its board as the HTML for one viewer: code that the games' sights share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import A, Event, Game, Millis, Rules, S, Start, Viewer
from matches.present.board_context import BoardContext
from tests.games import showing


@dataclass
class Round(Generic[S, A]):
    """A round and its events so far."""

    game: Game[S, A, Any]
    rules: Rules
    seats: int
    state: S
    chance: SeededChance
    events: list[Event] = field(default_factory=list)
    at_ms: Millis = 0

    def play(self, seat: Viewer, action: A, after_ms: Millis = 3_000) -> None:
        """Play a legal action of this seat after this time. Seat None is the table."""
        self.at_ms += after_ms
        step = (
            self.game.apply(self.rules, self.state, seat, action, self.chance, self.at_ms)
            if seat is None
            else session.play(
                self.game, self.rules, self.state, seat, action, self.chance, self.at_ms, moves=0
            )
        )
        self.state = step.state
        self.events += step.events

    def actions(self, seat: Viewer) -> Sequence[A]:
        """Return this seat's legal actions."""
        return session.offers(self.game, self.rules, self.state, seat)

    def offers(self, seat: Viewer) -> list[tuple[str, ...]]:
        """Return the legal actions by their pieces."""
        return sorted(
            {tuple(sorted(self.game.selection_of(action))) for action in self.actions(seat)}
        )


def begin(game: Game[S, A, Any], rules: Rules, seats: int, seed: str) -> Round[S, A]:
    """Return a round just after the deal."""
    chance = SeededChance(seed.encode())
    step = game.deal(rules, seats, Start(number=1, at_ms=0), chance)
    return Round(game, rules, seats, step.state, chance, list(step.events))


def context(
    round_: Round[Any, Any], you: Viewer, *, moments: Sequence[Event] = (), reading: Any = None
) -> BoardContext:
    """Return what the platform gives to the templates of the game."""
    return showing.context(
        round_.game,
        round_.rules,
        round_.state,
        you,
        round_.events,
        seats=round_.seats,
        moments=moments,
        reading=reading,
    )


def board(round_: Round[Any, Any], you: Viewer, **more: Any) -> str:
    """Return the board for this viewer's browser; `more` as for `context`, or replaced in it."""
    moments, reading = more.pop("moments", ()), more.pop("reading", None)
    return showing.board(context(round_, you, moments=moments, reading=reading), **more)
