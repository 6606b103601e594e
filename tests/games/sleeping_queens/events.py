"""Events with all that matters in their sentences, in addition to those of the golden rounds."""

from __future__ import annotations

from typing import Any

from games.kernel.contract import Event

DATA: dict[str, list[dict[str, Any]]] = {
    "dealt": [{"dealer": 0, "first": 1}],
    "king_played": [{"seat": 0, "slot": 0}],
    "queen_woken": [{"seat": 0, "queen": "rose", "slot": 0, "points": 5}],
    "queen_put_back": [
        {"seat": 0, "queen": "dog", "slot": 0, "because": "cat"},
        {"seat": 0, "queen": "cat", "because": "dog"},
    ],
    "jester_played": [{"seat": 0}],
    "jester_revealed": [
        {"seat": 0, "card": "king", "counted": None},
        {"seat": 0, "card": "4", "counted": 0},
    ],
    "attack": [
        {"kind": "knight", "attacker": 0, "victim": 1, "queen": "rose", "slot": None},
        {"kind": "potion", "attacker": 1, "victim": 0, "queen": "rose", "slot": 0},
    ],
    "defended": [
        {"victim": 0, "attacker": 1, "card": "dragon", "queen": "rose"},
        {"victim": 0, "attacker": 1, "card": "wand", "queen": "rose"},
    ],
    "answered": [{}],
    "queen_stolen": [{"attacker": 0, "victim": 1, "queen": "rose", "points": 5}],
    "queen_slept": [
        {"attacker": 0, "victim": 1, "queen": "rose", "slot": 0},
        {"attacker": 0, "victim": 1, "queen": "rose"},
    ],
    "numbers_discarded": [
        {"seat": 0, "cards": ["2", "3", "5"], "equation": "2+3=5"},
        {"seat": 0, "cards": ["4", "4"], "equation": None},
    ],
    "card_discarded": [{"seat": 0, "card": "potion"}],
    "wake_declined": [{"seat": 0}],
    "refilled": [{"seat": 0, "count": 1}, {"seat": 0, "count": 3}],
    "drew": [{"cards": ["king", "3"]}],
    "reshuffled": [{"count": 12}],
    "timed_out": [{"seat": 0, "kind": kind} for kind in ("turn", "defense", "wake")],
    "round_over": [
        {"reason": reason, "winners": [0, 2]}
        for reason in ("queens", "points", "all_awake", "closed")
    ],
}

EVENTS = {kind: [Event(kind, one) for one in data] for kind, data in DATA.items()}
NAMELESS = {"jester_revealed"}  # the seat that played the jester is in the line before
