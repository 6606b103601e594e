"""The fields of its observations that follow from others, and are not in golden rounds."""

from __future__ import annotations

DERIVED = {
    "Face.word",  # a card is called by its word and its colour: `test_pages.py`
    "Face.colour",
    "Pile.place",  # its place in the circle
}
