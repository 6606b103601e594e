"""What golden rounds leave out: `DERIVED`, fields of observations that follow from others, and
`NEVER`, kinds of events and ways to end that none can show."""

from __future__ import annotations

DERIVED = {
    "Board.callers",  # whose legal actions have a call: `test_secrecy.py`
}

NEVER = {
    "given",  # nobody wins by giving a card away in a round from its deal on (RULES.md 5.6)
}
