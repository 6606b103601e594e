"""Refusals of the leagues: status and sentence by code."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "wrong_tempo": (422, N_("This league does not play %(game)s at that tempo: %(tempo)s.")),
        "needs_account": (
            403,
            N_("A league runs for months, so guests need an account to take part."),
        ),
        "may_not_found": (403, N_("On this server only organisers create leagues.")),
        "too_many_leagues": (
            409,
            N_("You organise %(most)s leagues already. Close one before you create another."),
        ),
        "not_invited_here": (422, N_("%(name)s cannot be invited to this league.")),
        "has_declined": (409, N_("%(name)s has declined. They can still join by the link.")),
        "in_league_already": (409, N_("%(name)s is invited or a member already.")),
        "plays_there": (409, N_("%(name)s takes part in this season. End that first.")),
        "too_few_players": (
            409,
            N_("A table has %(seats)s seats, and only %(count)s have signed up."),
        ),
        "sign_up_closed": (409, N_("Nobody can sign up for this season now.")),
        "already_entered": (409, N_("You take part in this season already.")),
        "not_entered": (409, N_("You do not take part in this season.")),
        "season_begun": (409, N_("The fixtures of this season are drawn already.")),
        "season_not_running": (409, N_("This season is not running.")),
        "season_not_drawn": (409, N_("There is no draw to confirm.")),
        "season_over": (409, N_("This season is over.")),
        "league_closed": (409, N_("This league is closed.")),
        "changed_meanwhile": (
            409,
            N_("Somebody else has changed this meanwhile. Look at it again, then decide."),
        ),
        "nothing_to_arrange": (409, N_("No appointment can be made for this match now.")),
        "appointment_outside": (
            409,
            N_("The appointment has to lie between now and the day it is due."),
        ),
        "no_appointment": (409, N_("Nobody has proposed an appointment for this match.")),
        "tick_first": (422, N_("Tick the box beside it first: this cannot be undone.")),
        "already_settled": (409, N_("This match is decided already.")),
        "dropped_already": (409, N_("The player who had this place has dropped out already.")),
        "not_vacant": (409, N_("This place is not free.")),
        "nobody_waits": (409, N_("Nobody waits for a place.")),
    }
)
