"""The events of Sleeping Queens that turn up hidden facts; only there the twins may differ."""

from __future__ import annotations

REVEALS = {
    "queen_woken",  # the queen who slept there
    "queen_put_back",  # the queen who slept there, and sleeps there again
    "jester_revealed",  # the top of the draw pile
    "drew",  # cards of the draw pile, to the seat that drew them
    "answered",  # that the hold still runs, to the victim that lets it happen
}
