"""The pages of Sleeping Queens have a drawing for every card and a sentence for every event."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.sleeping_queens.cards import FACES, QUEENS

ROOT = Path(__file__).resolve().parents[3]
CARDS = ROOT / "templates" / "games" / "sleeping_queens" / "static" / "cards.svg"
NAMES = ["Anna", "Bo", "Cleo"]

EVENTS: dict[str, list[dict[str, Any]]] = {
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


def sentence(kind: str, data: dict[str, Any]) -> str:
    html = render_to_string(
        "games/sleeping_queens/event.html",
        {"event": {"kind": kind, "data": data}, "names": NAMES},
    )
    return " ".join(re.sub(r"<[^>]*>", "", html).split())


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("kind", EVENTS)
def test_every_event_has_a_sentence(kind: str, language: str) -> None:
    with translation.override(language):
        for data in EVENTS[kind]:
            told = sentence(kind, data)
            assert told.endswith("."), told
            assert "  " not in told
            assert "None" not in told


def test_the_engine_tells_no_event_without_a_sentence() -> None:
    source = "".join(
        path.read_text("utf-8") for path in (ROOT / "games" / "sleeping_queens").glob("*.py")
    )
    told = set(re.findall(r'(?:tell|whisper|show_once)\(\s*(?:seat, )?"(\w+)"', source))
    assert told
    assert told <= set(EVENTS)


def test_only_a_moment_names_the_place() -> None:
    moment, log = EVENTS["queen_slept"]
    assert "Place 1" in sentence("queen_slept", moment)
    assert "Place" not in sentence("queen_slept", log)


def test_every_card_is_drawn_once_and_all_sleepers_are_one_drawing() -> None:
    symbols = [
        element.get("id")
        for element in ElementTree.parse(CARDS).getroot().iter()
        if element.get("id")
    ]
    assert len(symbols) == len(set(symbols))
    wanted = {*FACES, *(f"queen-{queen}" for queen in QUEENS), "asleep", "back"}
    assert wanted <= set(symbols)


def test_the_cards_take_their_colours_from_the_theme() -> None:
    assert not re.search(r"#[0-9a-f]{3,8}\"|rgb\(", CARDS.read_text("utf-8"))
