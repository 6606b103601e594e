"""Refusals at tables and on the pages for reading matches."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "no_match": (
            404,
            N_(
                "This match does not exist, or it is private. Only players and people with "
                "an invitation can see a private match."
            ),
        ),
        "no_round": (404, N_("This match has no round %(number)s.")),
        "no_bots_here": (
            403,
            N_("Bots can sit here only if a seat is reserved for them. This table is for people."),
        ),
        "no_step": (404, N_("This round has no move %(number)s.")),
        "round_running": (
            409,
            N_("This round is not over. You can view it when it is."),
        ),
        "round_broken_off": (
            409,
            N_(
                "This round was never finished, because the match ended before. It cannot be "
                "viewed."
            ),
        ),
        "seat_not_yours": (
            403,
            N_("That was not your seat. View the round as a spectator, or with all hands open."),
        ),
        "unknown_view": (
            422,
            N_("You can view a round from your own seat, as a spectator, or with all hands open."),
        ),
        "revoked": (403, N_("You are no longer signed in here. Reload the page to continue.")),
        "key_missing": (400, N_("Every action needs its own key of at most 64 characters.")),
        "key_reused": (409, N_("This key has already been used for another action.")),
        "nothing_to_play_on": (
            409,
            N_("The round is already over here. Go back to an earlier move."),
        ),
        "device_not_shared": (
            409,
            N_(
                "Several people can share a device only in an unrated match without time "
                "pressure where all were invited."
            ),
        ),
        "ready_already": (409, N_("You are ready. Take that back first.")),
        "hands_covered": (403, N_("All cards on this device are hidden. First say who you are.")),
        "name_refused": (422, N_("This name cannot be used. %(why)s")),
        "table_full": (409, N_("All seats at this table are taken.")),
        "table_closed": (409, N_("This match has already begun.")),
        "already_seated": (409, N_("You are already at this table.")),
        "seat_taken": (409, N_("That seat is taken.")),
        "table_cleared": (410, N_("This table has been closed.")),
        "seat_kept": (409, N_("This seat is reserved for another player.")),
        "seats_kept": (409, N_("The free seats are reserved for others.")),
        "seat_free": (409, N_("Nobody is in that seat any more.")),
        "sits_there": (409, N_("%(name)s is already at this table.")),
        "sent_away": (403, N_("The host has removed you from this table.")),
        "name_missing": (422, N_("Enter a name.")),
        "nobody_called": (422, N_("There is no user called %(name)s.")),
        "not_asked": (409, N_("The table does not need that now.")),
        "out_of_range": (422, N_("This must be a number from %(least)s to %(most)s.")),
        "not_over": (409, N_("This match is not over yet.")),
        "match_over": (409, N_("This match is over.")),
        "no_result": (
            409,
            N_("You can only correct the result of a match that was played to the end."),
        ),
        "is_void": (409, N_("This match does not count at present. Restore it first.")),
        "wrong_places": (
            422,
            N_("A result needs points and a place for each seat. The best place is 1."),
        ),
        "places_against_totals": (
            422,
            N_("Places and totals do not match. A better total must get a better place."),
        ),
        "wrong_points": (
            422,
            N_("Give the points to add for at least one seat of the match."),
        ),
        "undone_already": (409, N_("This correction has already been undone.")),
        "reason_too_long": (422, N_("The reason is too long. At most %(most)s characters fit.")),
        "round_sealed": (
            403,
            N_(
                "Others are still playing this deal today. You can view the round when the "
                "day is over."
            ),
        ),
        "deserted": (409, N_("This match has ended because nobody was left at the table.")),
        "stopped": (409, N_("This match was ended early.")),
        "not_away": (409, N_("The player in that seat is already back.")),
        "no_substitute": (
            409,
            N_(
                "This match is rated, so there are no substitutes. A bot plays for the "
                "absent player, who can come back at any time."
            ),
        ),
        "no_substitute_at_device": (
            409,
            N_(
                "Several people share a device here. A bot plays for an absent player, and "
                "nobody else can take the seat."
            ),
        ),
        "substitute_unwanted": (
            409,
            N_("The absent player does not want a substitute. A bot plays instead."),
        ),
        "substitute_has_sat": (
            403,
            N_("You have played in another seat of this match, so you cannot take this one."),
        ),
        "substitute_at_device": (
            403,
            N_("Another player of this match uses the same device, so you cannot take this seat."),
        ),
        "account_needed": (
            403,
            N_("You need an account to take over a seat. Sign in or sign up first."),
        ),
        "not_all_agree": (
            409,
            N_("Not all players at the table have agreed to a substitute."),
        ),
        "may_object": (
            409,
            N_("The absent player can still object until %(until)s. Try again after that."),
        ),
        "may_object_later": (
            409,
            N_(
                "The absent player can still object, but the time for that is stopped at the "
                "moment. Try again later."
            ),
        ),
        "not_to_watch": (
            403,
            N_("This link is for a substitute who takes over a seat, not for watching."),
        ),
        "no_order": (409, N_("Auto-play is not possible now.")),
        "not_dealt": (409, N_("The cards have not been dealt yet.")),
        "paused": (
            409,
            N_("This match is paused. Anyone at the table can end the pause at any time."),
        ),
        "no_pause": (409, N_("This match is no longer paused.")),
        "not_a_player": (403, N_("Only players of this match can share it.")),
        "not_running": (409, N_("This match is not running.")),
        "expired": (410, N_("This invitation is no longer valid.")),
        "bad_seats": (422, N_("%(game)s is for %(least)s to %(most)s players.")),
        "decision_out_of_bounds": (
            422,
            N_("A decision may take from 5 seconds to 14 days."),
        ),
        "bank_out_of_bounds": (
            422,
            N_(
                "A time bank holds at most an hour, or 30 days if a decision may take an hour "
                "or more."
            ),
        ),
        "unknown_target": (422, N_("A match of %(game)s cannot have that length.")),
        "unknown_game": (422, N_("There is no game called %(game)s.")),
        "unknown_revision": (422, N_("There is no revision %(revision)s of %(game)s.")),
        "not_offered": (422, N_("These rules of %(game)s are not available for new tables.")),
        "already_published": (
            409,
            N_("These rules are already published, as version %(version)s."),
        ),
        "unknown_tempo": (422, N_("There is no tempo called %(tempo)s.")),
        "level_missing": (422, N_("Choose a bot level.")),
        "unknown_level": (422, N_("There is no bot level called %(level)s.")),
        "talk_off": (409, N_("Chat is off at this table.")),
        "talk_presets": (409, N_("Only ready-made messages are allowed at this table.")),
        "talk_empty": (422, N_("Write something first.")),
        "talk_too_long": (
            422,
            N_("That is %(over)s characters too long. At most %(most)s fit."),
        ),
        "talk_too_fast": (
            429,
            N_("Please wait a moment. The others are still reading."),
        ),
        "unknown_preset": (422, N_("There is no such ready-made message.")),
        "not_open_to_you": (403, N_("You cannot open this table.")),
        "not_asked_here": (422, N_("%(name)s cannot be invited to this table.")),
        "has_arbitrated": (
            403,
            N_("You have seen all hands of this match as an arbiter, so you cannot play in it."),
        ),
        "sat_there": (403, N_("You sat at this table, so you cannot decide this.")),
        "reason_missing": (422, N_("Please give a reason. The player has a right to read it.")),
    }
)
