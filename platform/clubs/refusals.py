"""Refusals of the clubs: status and sentence by code."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "members_only": (403, N_("Only members of the club can do this.")),
        "club_needs_account": (403, N_("You need an account to join a club.")),
        "club_refuses_you": (403, N_("You cannot join this club.")),
        "club_full": (409, N_("This club has the maximum number of members.")),
        "enough_officers": (409, N_("A club can have at most %(most)s officers.")),
        "too_many_clubs": (
            409,
            N_(
                "You already lead %(most)s clubs. Close one, or hand one over, before you found another."
            ),
        ),
        "request_answered": (409, N_("This request is already answered or withdrawn.")),
        "offer_over": (409, N_("This offer was withdrawn, or its time is over.")),
        "founder_stays": (409, N_("Hand the club over first, or close it.")),
        "confirm_first": (422, N_("Tick the box first. This cannot be undone.")),
        "no_club_link": (404, N_("This link is no longer valid. Ask for a new one.")),
    }
)
