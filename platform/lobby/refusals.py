"""Refusals of open tables."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "too_early": (
            409,
            N_("Others can still join. After a minute you can fill the table with bots."),
        ),
    }
)
