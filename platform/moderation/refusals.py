"""Refusals of moderation, for the staff and for the users concerned."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "yours_to_judge": (
            403,
            N_("This is about you, or you reported it, so you cannot decide it."),
        ),
        "decided_by_you": (
            403,
            N_("You made this decision yourself. Another staff member decides the appeal."),
        ),
        "claimed": (409, N_("%(name)s is working on this right now.")),
        "decided": (409, N_("%(name)s has already decided this.")),
        "above_you": (403, N_("Only an administrator can decide about staff.")),
        "sanction_yourself": (422, N_("You cannot decide about yourself.")),
        "nobody_there": (409, N_("The account in question no longer exists.")),
        "bad_search": (422, N_("Check the field “%(field)s”: %(error)s")),
        "end_missing": (422, N_("Choose how long this should last.")),
        "lifted_already": (409, N_("This has already been lifted.")),
        "over_already": (409, N_("This is already over.")),
        "appealed": (409, N_("You have already appealed against this.")),
        "nobody_to_report": (409, N_("There is nobody here to report.")),
        "report_yourself": (422, N_("You cannot report yourself.")),
        "reported_enough": (
            429,
            N_("You have sent many reports. We read them all. Please wait an hour."),
        ),
    }
)
