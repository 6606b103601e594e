"""Refusals of the daily deal."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "no_daily_deal": (404, N_("There is no past daily deal of that day.")),
        "daily_needs_account": (
            403,
            N_("The deal of today needs an account. Guests play those of past days."),
        ),
        "daily_begun_here": (
            409,
            N_(
                "The deal of today was begun on this device by somebody else, and each device has one try."
            ),
        ),
        "daily_not_finished": (
            409,
            N_("You get a picture once you have finished the daily deal."),
        ),
    }
)
