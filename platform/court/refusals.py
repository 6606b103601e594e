"""Refusals of the word court."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "no_case": (404, N_("There is no such case, or its round is not over.")),
        "case_claimed": (409, N_("%(name)s is working on this case.")),
        "case_closed": (409, N_("This case is closed: it was decided or withdrawn meanwhile.")),
        "case_open": (409, N_("There is a case about this word already.")),
        "claim_first": (409, N_("Claim this case before you decide it.")),
        "had_a_hand": (
            403,
            N_(
                "You had a hand in a ruling on this word, or sat where it was doubted."
                " Another moderator decides."
            ),
        ),
        "opinion_given": (409, N_("You have said what you think of this case.")),
        "own_question": (
            403,
            N_("You are working on this case yourself: somebody else gives the second opinion."),
        ),
        "no_question": (409, N_("Nobody has asked for a second opinion on this case.")),
        "unknown_decision": (422, N_("Choose one of the four decisions.")),
        "words_missing": (422, N_("Please say why, in your own words.")),
        "words_too_long": (422, N_("That is too long: at most %(most)s characters fit.")),
        "not_at_table": (403, N_("Only people who sat at that table can appeal.")),
        "appealed_already": (409, N_("You have appealed against this vote already.")),
        "no_appeal": (409, N_("There is no appeal of yours to withdraw.")),
        "ruled_already": (
            409,
            N_("The word court has ruled on this already. You can appeal against the ruling."),
        ),
        "not_concerned": (
            403,
            N_(
                "Only people who sat at one of the tables that this ruling is about can appeal"
                " against it."
            ),
        ),
        "challenged_already": (
            409,
            N_("There was an appeal against this ruling already. There is only one."),
        ),
        "not_in_force": (409, N_("This ruling is not in force any more.")),
    }
)
