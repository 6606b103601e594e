"""Refusals of the leagues: status and sentence by code."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "wrong_tempo": (422, N_("This league does not play %(game)s at this tempo: %(tempo)s.")),
        "needs_account": (
            403,
            N_("You need an account to join a league."),
        ),
        "guest_invited": (
            422,
            N_("%(name)s is a guest. Only players with an account can join a league."),
        ),
        "may_not_found": (403, N_("On this server only organisers can create leagues.")),
        "too_many_leagues": (
            409,
            N_("You already organise %(most)s leagues. Close one before you create another."),
        ),
        "not_invited_here": (422, N_("%(name)s cannot be invited to this league.")),
        "has_declined": (409, N_("%(name)s has declined. They can still join with the link.")),
        "in_league_already": (409, N_("%(name)s is already invited or a member.")),
        "plays_there": (
            409,
            N_("%(name)s is playing this season. Remove them from the season first."),
        ),
        "too_few_players": (
            409,
            N_("A table has %(seats)s seats, but only %(count)s players have signed up."),
        ),
        "sign_up_closed": (409, N_("Sign-up for this season is not open.")),
        "already_entered": (409, N_("You are already playing this season.")),
        "not_entered": (409, N_("You are not playing this season.")),
        "season_begun": (409, N_("The pairings of this season are already made.")),
        "season_not_running": (409, N_("This season is not running.")),
        "season_not_drawn": (409, N_("There are no pairings to confirm.")),
        "season_over": (409, N_("This season is over.")),
        "league_closed": (409, N_("This league is closed.")),
        "changed_meanwhile": (
            409,
            N_("Another person has changed this in the meantime. Have another look, then decide."),
        ),
        "nothing_to_arrange": (409, N_("You cannot agree on a time for this match now.")),
        "appointment_outside": (
            409,
            N_("The time must be between now and the day the match is due."),
        ),
        "no_appointment": (409, N_("Nobody has proposed a time for this match.")),
        "already_settled": (409, N_("This match is already decided.")),
        "dropped_already": (409, N_("The player who had this place has already dropped out.")),
        "not_vacant": (409, N_("This place is not free.")),
        "nobody_waits": (409, N_("Nobody is on the waiting list.")),
    }
)
