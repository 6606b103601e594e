"""How Sleeping Queens turns up what was hidden; the contract's twins may differ here only."""

from __future__ import annotations

REVEALS = {
    "queen_woken",  # who slept there
    "queen_put_back",  # who slept there, and sleeps there again
    "jester_revealed",  # the top of the draw pile
    "drew",  # cards of the draw pile, to who drew them
    "answered",  # that the hold still runs, to the victim who lets it happen
}
