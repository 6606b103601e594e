"""The events of Daumen drauf! that turn up hidden facts; only there the twins may differ."""

from __future__ import annotations

REVEALS = {
    "released",  # the poison of a card that is released
    "trick_taken",  # the poison of all cards of a finished trick
    "drew",  # cards of the stock, to the seat that drew them
    "put_away",  # that all other seats have looked, to the last one
}
