"""A round of Daumen drauf! in play, and its board as the HTML that one viewer gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import DaumenDraufAction
from games.daumen_drauf.state import State
from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Rules, Start, Viewer
from tests.games import showing
from tests.games.showing import NAMES

RULES = Rules(revision=1, options={option.name: option.default for option in GAME.meta.options})


@dataclass
class Round:
    """A round, its events so far, and who looks at it."""

    state: State
    chance: SeededChance
    rules: Rules = RULES
    events: list[Event] = field(default_factory=list)
    moves: int = 0

    def play(self, seat: Viewer, action: DaumenDraufAction) -> None:
        """What this seat does; the rules must allow it. Seat None: the table."""
        apply = GAME.apply(self.rules, self.state, seat, action, self.chance, self.moves)
        self.state, self.moves = apply.state, self.moves + 1
        self.events += apply.events

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
        seats=len(round_.state.hands),
        moments=moments,
        reading=reading,
    )


def board(round_: Round, you: Viewer, **more: Any) -> str:
    """The board as this viewer's browser gets it; `more` as for `context`, or replaced in it."""
    moments, reading = more.pop("moments", ()), more.pop("reading", None)
    return showing.board(context(round_, you, moments=moments, reading=reading) | more)
