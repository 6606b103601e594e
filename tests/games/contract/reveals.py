"""How Doze turns up what was hidden (see `contract.rounds.reveals`)."""

from __future__ import annotations

REVEALS = {
    "drew",  # the card on top of the stock, to who drew it
    "bids",  # everyone's bid
    "answered",  # whether the hold is over, to who lets it pass
}
