"""Refusals of the daily deal."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "no_daily_deal": (404, N_("There is no daily deal for that day.")),
        "daily_needs_account": (
            403,
            N_("You need an account to play today's deal. Guests can play past deals."),
        ),
        "daily_begun_here": (
            409,
            N_("Another player has started today's deal on this device. Each device gets one try."),
        ),
        "daily_not_finished": (
            409,
            N_("You get a picture once you have finished the daily deal."),
        ),
    }
)
