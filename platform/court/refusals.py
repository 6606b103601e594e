"""Refusals of the word court."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "no_case": (404, N_("This case does not exist, or its round is not over yet.")),
        "case_claimed": (409, N_("%(name)s is working on this case.")),
        "case_closed": (409, N_("This case is closed. It has been decided or withdrawn.")),
        "case_open": (409, N_("There is already a case about this word.")),
        "claim_first": (409, N_("Claim this case before you decide it.")),
        "had_a_hand": (
            403,
            N_(
                "You took part in a ruling on this word, or sat at a table where it was "
                "doubted. Another moderator decides."
            ),
        ),
        "opinion_given": (409, N_("You have already given your opinion on this case.")),
        "own_question": (
            403,
            N_(
                "You are working on this case yourself. Another moderator must give the "
                "second opinion."
            ),
        ),
        "no_question": (409, N_("No second opinion on this case was requested.")),
        "unknown_decision": (422, N_("Choose one of the four decisions.")),
        "words_missing": (422, N_("Please say why, in your own words.")),
        "words_too_long": (422, N_("That is too long. At most %(most)s characters fit.")),
        "not_at_table": (403, N_("Only people who sat at that table can appeal.")),
        "appealed_already": (409, N_("You have already appealed against this vote.")),
        "no_appeal": (409, N_("You have no appeal to withdraw.")),
        "ruled_already": (
            409,
            N_("The word court has already ruled on this. You can appeal against the ruling."),
        ),
        "not_concerned": (
            403,
            N_("Only people who sat at a table that this ruling affects can appeal against it."),
        ),
        "challenged_already": (
            409,
            N_("There has already been an appeal against this ruling. Only one is possible."),
        ),
        "not_in_force": (409, N_("This ruling is no longer in force.")),
    }
)
