"""Events with all that matters in their sentences, in addition to those of the golden rounds."""

from __future__ import annotations

from typing import Any

from games.kernel.contract import Event

DATA: dict[str, list[dict[str, Any]]] = {
    "dealt": [{"cards": 10}],
    "lots": [
        {"seats": [0, 2], "cards": [["9"], ["king", "4"]], "lowest": [2]},
        {"seats": [0, 1, 2], "cards": [["4"], ["4"], ["9"]], "lowest": [0, 1]},
        {"seats": [0, 2], "lowest": [2]},
        {"seats": [0, 1, 2], "lowest": [0, 1]},
    ],
    "begins": [
        {"seat": 1, "reason": reason}
        for reason in ("only_two", "lots_among_twos", "lots_among_all")
    ],
    "laid": [
        {"seat": 0, "cards": ["5", "9"], "value": 14, "effect": "plain", "left": 8},
        {"seat": 0, "cards": ["7", "jack"], "value": 14, "effect": "seven", "left": 2},
        {"seat": 0, "cards": ["7", "7"], "value": 14, "effect": "double_seven", "left": 4},
        {"seat": 0, "cards": ["ace", "ace"], "value": None, "effect": "free", "left": 0},
    ],
    "cards_drawn": [
        {"seat": 0, "count": 2, "because": because}
        for because in ("cannot_lay", "seven", "double_seven")
    ],
    "drew": [{"cards": ["7", "queen"]}],
    "skipped": [{"seat": 1, "by": 0}],
    "goes_again": [{"seat": 0}],
    "passed": [{"seat": 0, "passes": 1}, {"seat": 1, "passes": 2}],
    "set_aside": [{"cards": ["queen", "king"]}],
    "new_start": [{"cards": ["3", "9"], "value": 12}, {"cards": ["ace", "ace"], "value": None}],
    "value_freed": [{}],
    "reshuffled": [{"count": 30}],
    "stock_exhausted": [{"seat": 1, "because": "cannot_lay"}],
    "timed_out": [{"seat": 1, "kind": kind} for kind in ("turn", "after_draw")],
    "closing_time": [{"turns": 480}],
    "hands_counted": [
        {"hands": [["king", "queen"], [], ["10", "9"]], "points": [24, 0, 19], "payers": [0]},
        {"hands": [["ace", "ace"], [], ["10", "jack"]], "points": [22, 0, 22], "payers": [0, 2]},
        {"hands": [["2", "3"], ["2", "3"], ["2", "3"]], "points": [5, 5, 5], "payers": []},
    ],
    "round_over": [
        {"reason": reason, "winners": winners}
        for reason in ("out", "closing_time")
        for winners in ([0], [0, 2])
    ],
}

EVENTS = {kind: [Event(kind, one) for one in data] for kind, data in DATA.items()}
