"""How Siebenschläfer turns up what was hidden; the contract's twins may differ here only."""

from __future__ import annotations

REVEALS = {
    "drew",  # cards of the stock, to who drew them
    "new_start",  # the top of the stock, or what came after it
    "set_aside",  # the same
    "value_freed",  # that nothing in the stock makes a pair
    "hands_counted",  # all hands, at the end
    "round_over",  # who has won at closing time
}
