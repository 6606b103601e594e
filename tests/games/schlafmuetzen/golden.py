"""Facts that golden rounds leave out or cannot show.

`DERIVED`: fields of observations that follow from others. `NEVER`: kinds of events and ways to end
that no golden round can show.
"""

from __future__ import annotations

DERIVED = {
    "Board.callers",  # the seats whose legal actions include a call: `test_secrecy.py`
}

NEVER = {
    "given",  # from the deal on, no seat wins by giving a card away (RULES.md 5.6)
}
