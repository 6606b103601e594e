"""A round of Schlafmützen in play, and its board as the HTML that one viewer gets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, OptionValue, Rules, Start, Viewer
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import SchlafmuetzenAction
from games.schlafmuetzen.state import State
from matches.board import Facts

NAMES = ("Anna", "Bo", "Cleo", "Dan", "Eve", "Fynn", "Gül", "Hedi")
NEWS = 6
STEP_MS = 2_000
"""Longer than the breath between two cards."""


def rules(**chosen: OptionValue) -> Rules:
    """The rules with these options, the others as the rulebook has them."""
    return Rules(revision=1, options=options.complete(GAME.meta, chosen))


RULES = rules()


@dataclass
class Line:
    """An event as the platform gives it to the templates."""

    kind: str
    data: Facts
    words: str


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


def sentence(event: Event, names: Sequence[str] = NAMES, you: Viewer = None) -> SafeString:
    """The line that the log has for an event."""
    context = {"event": {"kind": event.kind, "data": Facts(event.data)}, "names": names, "you": you}
    return render_to_string("games/schlafmuetzen/event.html", context)


def context(round_: Round, you: Viewer, *, reading: Any = None) -> dict[str, Any]:
    """What the platform gives to the templates of the game."""
    observation = GAME.observe(round_.rules, round_.state, you)
    names = NAMES[: round_.state.seats]
    offers = round_.offers(you)
    outcome = GAME.outcome(round_.rules, round_.state)
    told = [event for event in round_.events if event.audience is None]
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
            "slug": "schlafmuetzen",
            "version": 7,
        },
        "observation": observation,
        "offers": json.dumps(offers),
        "offered": frozenset(pick for picks in offers for pick in picks),
        "called": you is not None and you in observation.awaited,
        "is_watching": you is None,
        "reading": reading,
        "open": None,
        "news": tuple(
            Line(event.kind, Facts(event.data), sentence(event, names, you))
            for event in told[-NEWS:]
        ),
        "moments": (),
        "deadlines": [],
        "outcome": outcome,
        "names": names,
        "you": you,
        "refusal": None,
        "game_hint": "games/schlafmuetzen/hint.html",
    }


def board(round_: Round, you: Viewer, **more: Any) -> str:
    """The board as this viewer's browser gets it; `more` as for `context`, or replaced in it."""
    given = context(round_, you, reading=more.pop("reading", None)) | more
    return render_to_string("games/schlafmuetzen/board.html", given)
