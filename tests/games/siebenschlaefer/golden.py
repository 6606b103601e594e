"""`DERIVED`: fields of observations that golden rounds leave out, as they follow from others."""

from __future__ import annotations

DERIVED = {
    "Board.twos",  # the strength of every two cards of the own hand: `test_view.py`
    "Board.can_lay",  # whether one of them beats the value: `test_view.py`
    "Board.spared",  # the seats that drew in their last turn, and so may pass: `test_scenarios.py`
}
