"""How Schlafmützen turns up what was hidden; the contract's twins may differ here only."""

from __future__ import annotations

REVEALS = {
    "turned",  # the top card of a draw pile
}
