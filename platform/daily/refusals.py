"""What is refused at the daily deal."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "no_daily_deal": (404, N_("There is no past daily deal of that day.")),
        "daily_not_finished": (
            409,
            N_("You get a picture once you have finished the daily deal."),
        ),
    }
)
