"""How Daumen drauf! turns up what was hidden; the contract's twins may differ here only."""

from __future__ import annotations

REVEALS = {
    "released",  # the poison of a card that is let go
    "trick_taken",  # the poison of all cards of a finished trick
    "drew",  # cards of the stock, to who drew them
    "put_away",  # that all others have looked, to the last one who does
}
