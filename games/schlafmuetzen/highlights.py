"""What people look for in a round that is over."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Highlight

HIGHLIGHTS: Final = (
    Highlight("called_out", N_("A mistake is called out")),
    Highlight("called_wrongly", N_("A false alarm")),
    Highlight("unnoticed", N_("A mistake that nobody saw")),
)
