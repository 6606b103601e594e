"""Refusals of moderation, for the staff and for the users concerned."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "yours_to_judge": (
            403,
            N_("This concerns you, or you reported it. Somebody else decides it."),
        ),
        "decided_by_you": (
            403,
            N_("You made this decision yourself. Somebody else decides the appeal."),
        ),
        "claimed": (409, N_("%(name)s is working on this right now.")),
        "decided": (409, N_("This is decided already, by %(name)s.")),
        "above_you": (403, N_("Only an administrator can decide about staff.")),
        "sanction_yourself": (422, N_("You cannot decide about yourself.")),
        "nobody_there": (409, N_("The account that this is about no longer exists.")),
        "end_missing": (422, N_("Choose how long this is to last.")),
        "lifted_already": (409, N_("This was lifted already.")),
        "over_already": (409, N_("This is over already.")),
        "appealed": (409, N_("You have appealed against this already.")),
        "nobody_to_report": (409, N_("There is nobody here you could report.")),
        "report_yourself": (422, N_("You cannot report yourself.")),
        "reported_enough": (
            429,
            N_("You have sent many reports. We read them all; please wait an hour."),
        ),
    }
)
