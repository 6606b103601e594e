"""The fields of its observations that follow from others, and are not in golden rounds."""

from __future__ import annotations

DERIVED = {
    "Board.highest",  # the last card of the trick, and the colours not in its order: `test_rulings.py`
}
