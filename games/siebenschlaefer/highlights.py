"""What people look for in a round that is over."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Highlight

HIGHLIGHTS: Final = (
    Highlight("skipped", N_("A turn is taken away")),
    Highlight("closing_time", N_("Closing time")),
)
