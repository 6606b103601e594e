"""What golden rounds leave out: `DERIVED`, fields of observations that follow from others."""

from __future__ import annotations

DERIVED = {
    "Board.twos",  # what each two of the own hand would count: `test_view.py`
    "Board.can_lay",  # whether one of them beats the value: `test_view.py`
    "Board.spared",  # who drew in the last turn, and so may pass: `test_scenarios.py`
}
