"""The refusals that depend on the user's kind, and on decisions of the staff about them."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "for_staff": (403, N_("This page is for staff only.")),
        "for_people": (403, N_("This is for people, not for bots.")),
        "second_factor_first": (403, N_("Please confirm your second factor first.")),
        "sign_in_first": (403, N_("Please sign in or play as a guest first.")),
        "mute_yourself": (422, N_("You cannot mute yourself.")),
        "block_yourself": (422, N_("You cannot block yourself.")),
        "unblock_first": (409, N_("You have blocked %(name)s. Unblock them first.")),
        "last_administrator": (
            409,
            N_(
                "You are the last administrator of this server. Make another user an "
                "administrator first."
            ),
        ),
        "shut_out": (
            403,
            N_("You cannot play here at present. Read what was decided, and why."),
        ),
        "may_not_talk": (
            403,
            N_("You cannot write in the chat. “Decisions about you” tells you why."),
        ),
        "may_not_talk_until": (
            403,
            N_(
                "You cannot write in the chat until %(until)s. “Decisions about you” tells you why."
            ),
        ),
        "may_not_public": (
            403,
            N_("You cannot sit at public tables. “Decisions about you” tells you why."),
        ),
        "no_uploads": (403, N_("You cannot upload a picture here. Choose one of ours.")),
        "account_too_new": (
            403,
            N_("You can upload a picture once your account is %(days)s days old."),
        ),
        "may_not_public_until": (
            403,
            N_(
                "You cannot sit at public tables until %(until)s. “Decisions about you” tells "
                "you why."
            ),
        ),
    }
)
