"""Refusals of the friends app."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "befriend_yourself": (422, N_("You cannot add yourself as a friend.")),
        "not_a_friend": (403, N_("You are not friends.")),
        "challenge_yourself": (422, N_("You cannot challenge yourself.")),
        "not_answered_yet": (409, N_("%(name)s has not answered your last challenge yet.")),
        "friends_challenge_only": (403, N_("Only friends can challenge %(name)s.")),
        "enough_challenges": (
            429,
            N_("%(name)s has enough open challenges for now. Try again later."),
        ),
        "no_friend_link": (404, N_("This link is no longer valid. Ask for a new one.")),
        "too_many_asked": (
            429,
            N_("You have sent many friend requests. Wait until some of them are answered."),
        ),
    }
)
