"""What people look for in a round that is over."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Highlight

HIGHLIGHTS: Final = (
    Highlight("trick_taken", N_("A trick is taken")),
    Highlight("parried", N_("A trick is parried")),
)
