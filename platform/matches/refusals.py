"""Refusals at tables and on the pages for reading matches."""

from __future__ import annotations

from core.refusals import register_refusals
from games.kernel.contract import N_

register_refusals(
    {
        "no_match": (
            404,
            N_(
                "This match does not exist, or it is private. Only people at its table and people"
                " with an invitation can see a private match."
            ),
        ),
        "no_round": (404, N_("This match has no round %(number)s.")),
        "no_bots_here": (
            403,
            N_("Bots may sit here only where a seat is kept for them. This table is for people."),
        ),
        "no_step": (404, N_("This round has no move %(number)s.")),
        "round_running": (
            409,
            N_("This round is not over. When it is, everybody who may see the match can read it."),
        ),
        "round_broken_off": (
            409,
            N_(
                "This round was never over: the match ended in the middle of it. Nobody can read it."
            ),
        ),
        "seat_not_yours": (
            403,
            N_("That seat was not yours. Read the round as a spectator, or with all hands open."),
        ),
        "unknown_view": (
            422,
            N_("A round can be read from your own seat, as a spectator, or with all hands open."),
        ),
        "revoked": (403, N_("You are no longer signed in here. Reload the page to go on.")),
        "key_missing": (400, N_("Every action needs a key of its own, at most 64 characters.")),
        "key_reused": (409, N_("This key was used for another action already.")),
        "nothing_to_play_on": (409, N_("The round was over here. Go back to an earlier move.")),
        "device_not_shared": (
            409,
            N_(
                "Several people can play with one device where the match is not rated, nobody has to"
                " be quick and all were invited."
            ),
        ),
        "ready_already": (409, N_("You are ready. Take that back first.")),
        "hands_covered": (403, N_("All cards at this device are covered. Say first who you are.")),
        "name_refused": (422, N_("This name cannot be used. %(why)s")),
        "table_full": (409, N_("All seats at this table are taken.")),
        "table_closed": (409, N_("This match has begun already.")),
        "already_seated": (409, N_("You sit at this table already.")),
        "seat_taken": (409, N_("Somebody sits there already.")),
        "table_cleared": (410, N_("This table has been closed.")),
        "seat_kept": (409, N_("This seat is kept for somebody else.")),
        "seats_kept": (409, N_("The seats that are still free are kept for others.")),
        "seat_free": (409, N_("Nobody sits there any more.")),
        "sits_there": (409, N_("%(name)s sits at this table already.")),
        "sent_away": (403, N_("The host has removed you from this table.")),
        "nobody_called": (422, N_("There is no user called %(name)s.")),
        "not_asked": (409, N_("This is not being asked at this table.")),
        "out_of_range": (422, N_("That has to be a number from %(least)s to %(most)s.")),
        "not_over": (409, N_("This match is not over yet.")),
        "match_over": (409, N_("This match is over.")),
        "no_result": (409, N_("Only a match that was played to its end has a result to correct.")),
        "is_void": (409, N_("This match does not count at present. Restore it first.")),
        "wrong_places": (
            422,
            N_("A result needs points and a place for each seat, the best place being 1."),
        ),
        "places_against_totals": (
            422,
            N_(
                "Places and totals contradict each other: whoever has the better total comes in"
                " before the others."
            ),
        ),
        "wrong_points": (
            422,
            N_("Say for at least one seat of the match how many points are added."),
        ),
        "undone_already": (409, N_("This correction was undone already.")),
        "reason_too_long": (422, N_("The reason is too long: at most %(most)s characters fit.")),
        "round_sealed": (
            403,
            N_("Others still play this deal today. The round opens when the day is over."),
        ),
        "deserted": (409, N_("This match has ended: nobody was left at the table.")),
        "stopped": (409, N_("This match was ended before it was over.")),
        "not_away": (409, N_("The player in that seat is back already.")),
        "no_substitute": (
            409,
            N_(
                "This match counts, so nobody else takes the seat of a player who is away. A bot plays"
                " on, and the player can come back at any time."
            ),
        ),
        "no_substitute_at_device": (
            409,
            N_(
                "Several people play with one device here. A bot plays on for the player who is away,"
                " and nobody else takes the seat."
            ),
        ),
        "substitute_unwanted": (
            409,
            N_("The player who is away wants nobody else in that seat. A bot plays on."),
        ),
        "substitute_has_sat": (
            403,
            N_("You have played in another seat of this match, so you cannot take this one."),
        ),
        "substitute_at_device": (
            403,
            N_(
                "Another player of this match uses the same device as you, so you cannot take this"
                " seat."
            ),
        ),
        "account_needed": (
            403,
            N_("You need an account to play on for somebody. Sign in or sign up first."),
        ),
        "not_all_agree": (
            409,
            N_("Not all others at the table have agreed that somebody else plays on here."),
        ),
        "may_object": (
            409,
            N_("The player who is away can still object, until %(until)s. Try again after that."),
        ),
        "may_object_later": (
            409,
            N_(
                "The player who is away can still object, and the time for that stands still just now."
                " Try again later."
            ),
        ),
        "not_to_watch": (
            403,
            N_("This link is for who plays on in the seat of a player who is away, not to watch."),
        ),
        "no_order": (409, N_("This standing order is not possible now.")),
        "not_dealt": (409, N_("The cards are not dealt yet.")),
        "paused": (
            409,
            N_("This match is paused. Anybody at the table can end the pause at any time."),
        ),
        "no_pause": (409, N_("This match is not paused any more.")),
        "not_a_player": (403, N_("Only people who played in this match can share it.")),
        "not_running": (409, N_("This match is not running.")),
        "expired": (410, N_("This invitation is no longer valid.")),
        "bad_seats": (422, N_("%(game)s is for %(least)s to %(most)s players.")),
        "decision_out_of_bounds": (
            422,
            N_("A decision may take 5 seconds at least and 14 days at most."),
        ),
        "bank_out_of_bounds": (
            422,
            N_("A bank holds an hour at most; where a decision may take an hour or more, 30 days."),
        ),
        "unknown_target": (422, N_("A match of %(game)s cannot be played to that target.")),
        "unknown_game": (422, N_("There is no game called %(game)s.")),
        "unknown_revision": (422, N_("There is no revision %(revision)s of %(game)s.")),
        "not_offered": (422, N_("These rules of %(game)s are not offered at new tables.")),
        "already_published": (
            409,
            N_("These rules are published already, as version %(version)s."),
        ),
        "unknown_tempo": (422, N_("There is no tempo called %(tempo)s.")),
        "unknown_level": (422, N_("There is no bot level called %(level)s.")),
        "talk_off": (409, N_("Talk is switched off at this table.")),
        "talk_presets": (409, N_("At this table only ready-made messages are allowed.")),
        "talk_empty": (422, N_("Write something first.")),
        "talk_too_long": (
            422,
            N_("That is too long by %(over)s characters: at most %(most)s fit."),
        ),
        "talk_too_fast": (
            429,
            N_("Not so fast, please: the others are still reading. Wait a moment."),
        ),
        "unknown_preset": (422, N_("There is no such ready-made message.")),
        "not_open_to_you": (403, N_("You cannot open this table.")),
        "not_asked_here": (422, N_("%(name)s cannot be invited to this table.")),
        "has_arbitrated": (
            403,
            N_("You have seen all hands of this match as an arbiter, so you cannot play in it."),
        ),
        "sat_there": (403, N_("You sat at this table. Somebody else decides this.")),
        "reason_missing": (422, N_("Please say why: the person concerned has a right to read it.")),
    }
)
