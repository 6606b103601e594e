"""What is refused to people by who they are, and by what the staff decided about them."""

from __future__ import annotations

from core.refusals import register
from games.kernel.contract import N_

register(
    {
        "for_staff": (403, N_("This page is for the staff of this house.")),
        "sign_in_first": (403, N_("Please sign in or play as a guest first.")),
        "mute_yourself": (422, N_("You cannot mute yourself.")),
        "block_yourself": (422, N_("You cannot block yourself.")),
        "last_administrator": (
            409,
            N_("You are the last administrator of this house. Give somebody else the keys first."),
        ),
        "shut_out": (
            403,
            N_("You may not play here at present. What was decided has a page of its own."),
        ),
        "may_not_talk": (
            403,
            N_("You may not write at tables. Why stands with the decisions about you."),
        ),
        "may_not_talk_until": (
            403,
            N_(
                "You may not write at tables until %(until)s. Why stands with the decisions about you."
            ),
        ),
        "may_not_public": (
            403,
            N_("You may not sit at public tables. Why stands with the decisions about you."),
        ),
        "may_not_public_until": (
            403,
            N_(
                "You may not sit at public tables until %(until)s. Why stands with the decisions about you."
            ),
        ),
    }
)
