"""`DERIVED`: fields of observations that golden rounds leave out, as they follow from others."""

from __future__ import annotations

DERIVED = {
    "Board.highest",  # the last card of the trick, and the colours not in its order: `test_rulings.py`
}
