"""The board of Siebenschläfer as HTML, from a state alone: what the platform gives its templates."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

from django.template.loader import render_to_string

from games.kernel import session
from games.kernel.contract import Event, Rules, Viewer
from games.siebenschlaefer import GAME
from games.siebenschlaefer.state import State
from matches.board import Facts

NAMES = ("Anna", "Bo", "Cleo", "Dimitri", "Emil", "Fatma", "Gül")
NEWS = 6
A_MATCH = "00000000-0000-4000-8000-000000000000"


class Told:
    """An event as the platform gives it to a template."""

    def __init__(self, event: Event, names: Sequence[str], you: Viewer) -> None:
        self.kind = event.kind
        self.data = Facts(event.data)
        self.words = words(event.kind, event.data, names, you)


def words(kind: str, data: dict[str, Any], names: Sequence[str] = NAMES, you: Viewer = None) -> str:
    """The sentence for an event, with its markup."""
    event = {"kind": kind, "data": Facts(data)}
    return render_to_string(
        "games/siebenschlaefer/event.html", {"event": event, "names": names, "you": you}
    )


def text(html: str) -> str:
    """What is read: no markup, no double spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def board(
    rules: Rules, state: State, viewer: Viewer, events: Iterable[Event] = (), **more: Any
) -> str:
    """The game's own board for this viewer, who was told these events."""
    return render_to_string(
        "games/siebenschlaefer/board.html", context(rules, state, viewer, events) | more
    )


def context(
    rules: Rules, state: State, viewer: Viewer, events: Iterable[Event] = ()
) -> dict[str, Any]:
    """What `matches/board.py` makes for this viewer, as far as the board asks for it."""
    names = NAMES[: state.seats]
    observation = GAME.observe(rules, state, viewer)
    outcome = GAME.outcome(rules, state)
    picks = [GAME.picks(offer) for offer in session.offers(GAME, rules, state, viewer)]
    told = [event for event in events if event.visible_to(viewer)]
    public = [event for event in told if event.audience is None]
    return {
        "table": {
            "slug": GAME.meta.slug,
            "match_id": A_MATCH,
            "round_number": 1,
            "version": 7,
            "status": "finished" if outcome else "running",
            "seats": [
                {
                    "number": seat,
                    "name": name,
                    "kind": "person",
                    "here": True,
                    "is_you": seat == viewer,
                    "awaited": seat in observation.awaited,
                    "place": outcome.places[seat] if outcome else None,
                }
                for seat, name in enumerate(names)
            ],
        },
        "observation": observation,
        "offers": json.dumps(picks, separators=(",", ":")),
        "offered": frozenset(pick for one in picks for pick in one),
        "called": viewer is not None and viewer in observation.awaited,
        "is_watching": viewer is None,
        "reading": None,
        "open": None,
        "news": tuple(Told(event, names, viewer) for event in public[-NEWS:]),
        "moments": tuple(Told(event, names, viewer) for event in told if event.moment),
        "deadlines": [],
        "outcome": outcome,
        "names": names,
        "you": viewer,
        "refusal": None,
    }
