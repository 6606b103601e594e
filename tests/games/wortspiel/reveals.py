"""The events of Wortspiel that turn up hidden facts; only there the twins may differ."""

from __future__ import annotations

REVEALS = {
    "drew",  # a card of the stock, to the seat that drew it
    "laid",  # with unseen cards: the first one from the pausing seat's left
    "all_stuck",  # with unseen “I cannot”: that all have said so
}
