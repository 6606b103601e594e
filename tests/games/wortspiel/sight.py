"""A round of Wortspiel in play, and its board as the HTML that one viewer gets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from core import releases
from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, OptionValue, Rules, Start, Viewer
from games.wortspiel import GAME
from games.wortspiel.actions import OpenPlay, PlayCard, WortspielAction
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Phase, State

NAMES = ("Anna", "Bo", "Cleo", "Dan", "Eve", "Fynn", "Gül", "Hanno")
LEXICON: Lexicon = releases.load(GAME, GAME.meta.data)


def rules_with(**chosen: OptionValue) -> Rules:
    """The faithful options but for those chosen."""
    return Rules(1, options.complete(GAME.meta, chosen), LEXICON)


RULES = rules_with()


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
    """A round, its events so far, and what its clock shows."""

    state: State
    chance: SeededChance
    rules: Rules = RULES
    events: list[Event] = field(default_factory=list)
    now_ms: int = 0

    def play(self, seat: Viewer, action: WortspielAction, after_ms: int = 3_000) -> None:
        """What this seat does so much later; the rules must allow it. Seat None: the table."""
        self.now_ms += after_ms
        step = (
            session.play(GAME, self.rules, self.state, seat, action, self.chance, self.now_ms, 0)
            if seat is not None
            else GAME.apply(self.rules, self.state, seat, action, self.chance, self.now_ms)
        )
        self.state = step.state
        self.events += step.events

    def lay(self, seat: int, after_ms: int = 3_000) -> None:
        """The first card that this seat can lay, with the plain word that both make."""
        card = next(one for one in self.actions(seat) if isinstance(one, OpenPlay | PlayCard))
        self.play(seat, card, after_ms)

    def actions(self, seat: Viewer) -> Sequence[WortspielAction]:
        """What this seat could do."""
        found: Sequence[WortspielAction] = session.offers(GAME, self.rules, self.state, seat)
        return found

    def offers(self, seat: Viewer) -> list[tuple[str, ...]]:
        """The same by handle."""
        return sorted({tuple(sorted(GAME.picks(action))) for action in self.actions(seat)})


def begin(seats: int, seed: str = "words", rules: Rules = RULES) -> Round:
    """A round just dealt."""
    chance = SeededChance(seed.encode())
    step = GAME.deal(rules, seats, Start(number=1, at_ms=0), chance)
    return Round(step.state, chance, rules, list(step.events))


def raced(seats: int, seed: str = "words", rules: Rules = RULES) -> Round:
    """A round in which the dealer has laid the first card."""
    round_ = begin(seats, seed, rules)
    round_.lay(round_.state.dealer)
    assert round_.state.phase is Phase.RACE
    return round_


def sentence(event: Event, names: Sequence[str] = NAMES, you: Viewer = None) -> SafeString:
    """The line that the log has for an event."""
    context = {"event": {"kind": event.kind, "data": Facts(event.data)}, "names": names, "you": you}
    return render_to_string("games/wortspiel/event.html", context)


def context(round_: Round, you: Viewer, *, reading: Any = None) -> dict[str, Any]:
    """What the platform gives to the templates of the game."""
    observation = GAME.observe(round_.rules, round_.state, you)
    seats = round_.state.seats
    names = NAMES[:seats]
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
            "slug": "wortspiel",
            "version": 7,
        },
        "observation": observation,
        "offers": json.dumps(offers),
        "offered": frozenset(pick for picks in offers for pick in picks),
        "called": you is not None and you in observation.awaited,
        "is_watching": you is None,
        "reading": reading,
        "open": None,
        "news": tuple(_line(event, names, you) for event in told[-6:]),
        "moments": (),
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
    given = context(round_, you, reading=more.pop("reading", None)) | more
    return render_to_string("games/wortspiel/board.html", given)
