"""The fields of its observations that follow from others, and are not in golden rounds."""

from __future__ import annotations

DERIVED = {
    "Board.callers",  # whose legal actions have a call: `test_secrecy.py`
}
