"""What people look for in a round that is over."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Highlight

HIGHLIGHTS: Final = (
    Highlight("halt", N_("Halt!")),
    Highlight("doubt_over", N_("A doubt is settled")),
    Highlight("photo_finish", N_("A photo finish")),
    Highlight("last_card", N_("A last card")),
)
