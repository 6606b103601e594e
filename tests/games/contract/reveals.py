"""The events of Doze that turn up hidden facts (see `contract.rounds.reveals`)."""

from __future__ import annotations

REVEALS = {
    "drew",  # the top card of the stock, to the seat that drew it
    "bids",  # the bids of all seats
    "answered",  # whether the hold is over, to the seat that lets it pass
}
