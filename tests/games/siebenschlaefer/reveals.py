"""The events of Siebenschläfer that turn up hidden facts; only there the twins may differ."""

from __future__ import annotations

REVEALS = {
    "drew",  # cards of the stock, to the seat that drew them
    "new_start",  # the top of the stock, or the cards after it
    "set_aside",  # the same
    "value_freed",  # that no cards in the stock make a pair
    "hands_counted",  # all hands, at the end
    "round_over",  # the winners at closing time
}
