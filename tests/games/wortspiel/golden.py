"""Facts that golden rounds leave out or cannot show.

`DERIVED`: fields of observations that follow from others. `NEVER`: kinds of events and ways to end
that no golden round can show.
"""

from __future__ import annotations

DERIVED = {
    "Face.word",  # a card is named by its word and its colour: `test_pages.py`
    "Face.colour",
    "Pile.place",  # its place in the circle
}

NEVER = {
    "colour_stays",  # all twelve piles would have to show one colour (RULES.md 6.2)
}
