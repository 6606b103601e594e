"""A round of Daumen drauf! in play, and its board as the HTML that one viewer gets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import DaumenDraufAction
from games.daumen_drauf.state import State
from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Rules, Start, Viewer

RULES = Rules(revision=1, options={option.name: option.default for option in GAME.meta.options})
NAMES = ("Anna", "Bo", "Cleo", "Dan", "Eve", "Fynn", "Gül")


@dataclass
class Line:
    """An event as the platform gives it to the templates."""

    kind: str
    data: dict[str, Any]
    words: str


class Facts(dict[str, Any]):
    """What this kind of event does not have is None."""

    def __missing__(self, key: str) -> None:
        return None


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


def sentence(event: Event, names: Sequence[str] = NAMES, you: Viewer = None) -> SafeString:
    """The line that the log has for an event."""
    context = {"event": {"kind": event.kind, "data": Facts(event.data)}, "names": names, "you": you}
    return render_to_string("games/daumen_drauf/event.html", context)


def context(
    round_: Round, you: Viewer, *, moments: Sequence[Event] = (), reading: Any = None
) -> dict[str, Any]:
    """What the platform gives to the templates of the game."""
    observation = GAME.observe(round_.rules, round_.state, you)
    seats = len(round_.state.hands)
    names = NAMES[:seats]
    offers = round_.offers(you)
    outcome = GAME.outcome(round_.rules, round_.state)
    told = [event for event in round_.events if event.audience is None]
    logged = [line for event in told[-6:] if (line := event.logged())]
    return {
        "table": {
            "seats": [
                {
                    "number": seat,
                    "name": name,
                    "kind": "person",
                    "here": True,
                    "is_you": seat == you,
                    "awaited": seat in observation.awaited,
                    "place": outcome.places[seat] if outcome else None,
                }
                for seat, name in enumerate(names)
            ],
            "match_id": "00000000-0000-0000-0000-000000000000",
            "round_number": 1,
            "status": "finished" if outcome else "running",
            "slug": "daumen_drauf",
            "version": 7,
        },
        "observation": observation,
        "offers": json.dumps(offers),
        "offered": frozenset(pick for picks in offers for pick in picks),
        "called": you is not None and you in observation.awaited,
        "is_watching": you is None,
        "reading": reading,
        "open": None,
        "news": tuple(_line(event, names, you) for event in logged),
        "moments": tuple(_line(event, names, you) for event in moments),
        "deadlines": [],
        "outcome": outcome,
        "rounds": None,
        "names": names,
        "you": you,
        "refusal": None,
    }


def _line(event: Event, names: Sequence[str], you: Viewer) -> Line:
    return Line(event.kind, Facts(event.data), sentence(event, names, you))


def board(round_: Round, you: Viewer, **more: Any) -> str:
    """The board as this viewer's browser gets it; `more` as for `context`, or replaced in it."""
    moments, reading = more.pop("moments", ()), more.pop("reading", None)
    given = context(round_, you, moments=moments, reading=reading) | more
    return render_to_string("games/daumen_drauf/board.html", given)
