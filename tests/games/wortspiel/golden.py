"""What golden rounds leave out: `DERIVED`, fields of observations that follow from others, and
`NEVER`, kinds of events and ways to end that none can show."""

from __future__ import annotations

DERIVED = {
    "Face.word",  # a card is called by its word and its colour: `test_pages.py`
    "Face.colour",
    "Pile.place",  # its place in the circle
}

NEVER = {
    "colour_stays",  # all twelve piles would have to show one colour (RULES.md 6.2)
}
