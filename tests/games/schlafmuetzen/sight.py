"""A round of Schlafmützen in play, and its board as the HTML that one viewer gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, OptionValue, Rules, Start, Viewer
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import SchlafmuetzenAction
from games.schlafmuetzen.state import State
from tests.games import showing
from tests.games.showing import NAMES

NEWS = 6
STEP_MS = 2_000
"""Longer than the breath between two cards."""


def rules(**chosen: OptionValue) -> Rules:
    """The rules with these options, the others as the rulebook has them."""
    return Rules(revision=1, options=options.complete(GAME.meta, chosen))


RULES = rules()


@dataclass
class Round:
    """A round and its events so far."""

    state: State
    chance: SeededChance
    rules: Rules = RULES
    events: list[Event] = field(default_factory=list)
    at_ms: int = 0

    def play(self, seat: Viewer, action: SchlafmuetzenAction) -> None:
        """What this seat does; the rules must allow it. Seat None: the table."""
        self.at_ms += STEP_MS
        if seat is not None:
            refusal = GAME.why_not(self.rules, self.state, seat, action, self.at_ms)
            assert refusal is None, refusal
        step = GAME.apply(self.rules, self.state, seat, action, self.chance, self.at_ms)
        self.state = step.state
        self.events += step.events

    def offers(self, seat: Viewer) -> list[tuple[str, ...]]:
        """What this seat could do, by handle."""
        actions = session.offers(GAME, self.rules, self.state, seat)
        return [GAME.picks(action) for action in actions]


def begin(seats: int, seed: str, rules: Rules = RULES) -> Round:
    """A round just dealt."""
    chance = SeededChance(seed.encode())
    step = GAME.deal(rules, seats, Start(number=1, at_ms=0), chance)
    return Round(step.state, chance, rules, list(step.events))


def sentence(event: Event, names: Sequence[str] = NAMES) -> SafeString:
    """The line that the log has for an event."""
    return showing.sentence(GAME, event, names)


def context(
    round_: Round, you: Viewer, *, moments: Sequence[Event] = (), reading: Any = None
) -> dict[str, Any]:
    """What the platform gives to the templates of the game."""
    return showing.context(
        GAME,
        round_.rules,
        round_.state,
        you,
        round_.events,
        seats=round_.state.seats,
        moments=moments,
        reading=reading,
    )


def board(round_: Round, you: Viewer, **more: Any) -> str:
    """The board as this viewer's browser gets it; `more` as for `context`, or replaced in it."""
    moments, reading = more.pop("moments", ()), more.pop("reading", None)
    return showing.board(context(round_, you, moments=moments, reading=reading) | more)
