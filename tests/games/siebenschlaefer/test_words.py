"""A sentence for every event of Siebenschläfer, in words that say what matters and no more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from games.siebenschlaefer import GAME
from tests.games.contract.rounds import play_round
from tests.games.siebenschlaefer import showing

ROOT = Path(__file__).resolve().parents[3]

EVENTS: dict[str, list[dict[str, Any]]] = {
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


def told(kind: str, data: dict[str, Any]) -> str:
    return showing.text(showing.words(kind, data))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_a_sentence(kind: str, language: str) -> None:
    with translation.override(language):
        for data in EVENTS[kind]:
            sentence = told(kind, data)
            assert sentence.endswith("."), sentence
            assert not re.search(r"None| [.,:;]|\[|\(\)", sentence), sentence


def test_the_engine_tells_no_event_without_a_sentence() -> None:
    """Every kind that the source names, and every event of some rounds as it was told."""
    source = "".join(
        path.read_text("utf-8") for path in (ROOT / "games" / "siebenschlaefer").glob("*.py")
    )
    kinds = set(re.findall(r'(?:tell|whisper|Event)\(\s*(?:seat, )?"(\w+)"', source))
    assert len(kinds) > 15
    assert kinds <= set(EVENTS)
    happened = play_round(GAME, 4, 1).last.events
    assert len({event.kind for event in happened}) > 10
    for event in happened[:300] + happened[-10:]:
        assert told(event.kind, event.data).endswith(".")


@pytest.mark.parametrize(
    ("kind", "number", "words"),
    [
        ("lots", 0, "Anna 9, Cleo King → 4. The lowest is Cleo"),
        ("lots", 1, "Anna and Bo are level and draw again."),
        ("laid", 0, "Anna lays 5 + 9: 14."),
        ("laid", 1, "Only two cards are left."),
        ("laid", 3, "any value"),
        ("passed", 1, "2 in a row"),
        ("new_start", 0, "3 + 9: 12."),
        ("hands_counted", 0, "Anna 24, Bo 0, Cleo 19. Anna has the most left and pays"),
        ("hands_counted", 1, "Anna and Cleo have the most left and pay"),
        ("round_over", 3, "Anna and Cleo have the least left and share the win"),
    ],
)
def test_what_matters_is_said(kind: str, number: int, words: str) -> None:
    assert words in told(kind, EVENTS[kind][number])


def test_the_log_forgets_what_the_lots_were() -> None:
    for data in EVENTS["lots"]:
        assert ("King" in told("lots", data)) == ("king" in str(data.get("cards")))
    assert not re.search(r"\d", told("lots", EVENTS["lots"][2]))


def test_nobody_pays_where_all_hold_the_same() -> None:
    assert "pay" not in told("hands_counted", EVENTS["hands_counted"][2])
