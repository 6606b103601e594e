"""What people look for in a round that is over."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Highlight

HIGHLIGHTS: Final = (
    Highlight("queen_stolen", N_("A queen is stolen")),
    Highlight("queen_slept", N_("A queen is sent to sleep")),
    Highlight("defended", N_("An attack is repelled")),
)
