"""How Wortspiel turns up what was hidden; the contract's twins may differ here only."""

from __future__ import annotations

REVEALS = {
    "drew",  # a card of the stock, to who drew it
    "laid",  # where cards are laid unseen: the first one from the pausing seat's left
    "all_stuck",  # where “I cannot” is said unseen: that all have
}
