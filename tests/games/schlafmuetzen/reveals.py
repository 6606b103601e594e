"""The events of Schlafmützen that turn up hidden facts; only there the twins may differ."""

from __future__ import annotations

REVEALS = {
    "turned",  # the top card of a draw pile
}
