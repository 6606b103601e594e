"""Refusals of lessons, and how a page shows them."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "not_the_lesson": (
            409,
            N_("That would be allowed in a real round. For now, follow the hint."),
        ),
    }
)
