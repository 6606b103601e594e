"""Refusals of the platform, and what they are over HTTP."""

from __future__ import annotations

from django.utils.translation import gettext

from games.kernel.contract import N_, OptionValue, Refusal
from games.kernel.refusals import Refused

__all__ = ["Refused", "refuse", "sentence", "status"]

SENTENCES: dict[str, str] = {
    "not_found": N_("There is nothing here."),
    "no_match": N_(
        "There is no such match, or it is private. Then only who sits there and who came by its"
        " invitation can see it."
    ),
    "no_round": N_("This match has no round %(number)s."),
    "no_step": N_("This round has no move %(number)s."),
    "round_running": N_(
        "This round is not over. When it is, everybody who may see the match can read it."
    ),
    "seat_not_yours": N_(
        "That seat was not yours. Read the round as a spectator, or with all hands open."
    ),
    "unknown_view": N_(
        "A round can be read from your own seat, as a spectator, or with all hands open."
    ),
    "sign_in_first": N_("Please sign in or play as a guest first."),
    "not_yours": N_("This is not yours to decide."),
    "revoked": N_("You are no longer signed in here. Reload the page to go on."),
    "malformed": N_("That could not be read."),
    "wrong_method": N_("This address is not opened like that. Begin at the first page."),
    "csrf": N_("This page was open for too long, or it is not ours. Reload it and try again."),
    "too_large": N_("That is more than fits in one message."),
    "key_missing": N_("Every action needs a key of its own, at most 64 characters."),
    "key_reused": N_("This key was used for another action already."),
    "table_full": N_("All seats at this table are taken."),
    "table_closed": N_("This match has begun already."),
    "already_seated": N_("You sit at this table already."),
    "seat_taken": N_("Somebody sits there already."),
    "table_cleared": N_("This table was cleared meanwhile."),
    "seat_kept": N_("This seat is kept for somebody else."),
    "seats_kept": N_("The seats that are still free are kept for others."),
    "seat_free": N_("Nobody sits there any more."),
    "sits_there": N_("%(name)s sits at this table already."),
    "sent_away": N_("The host has asked you to leave this table."),
    "nobody_called": N_("Nobody here is called %(name)s."),
    "not_asked": N_("Nobody asks that at this table."),
    "out_of_range": N_("That has to be a number from %(least)s to %(most)s."),
    "too_early": N_("Others may still come. After a minute you can fill up the table."),
    "not_over": N_("This match is not over yet."),
    "match_over": N_("This match is over."),
    "deserted": N_("This match has ended: nobody was left at the table."),
    "not_away": N_("Whoever sits there is back already."),
    "seats_open": N_("The table is not full yet."),
    "no_order": N_("That is no order that can stand now."),
    "not_dealt": N_("The cards are not dealt yet."),
    "paused": N_("This match is paused. Who sits here can go on at any time."),
    "no_pause": N_("There is no pause any more."),
    "not_running": N_("This match is not running."),
    "expired": N_("This invitation is no longer good."),
    "bad_seats": N_("%(game)s is for %(least)s to %(most)s players."),
    "unknown_target": N_("A match of %(game)s is not played for that."),
    "unknown_game": N_("There is no game called %(game)s."),
    "unknown_revision": N_("There is no revision %(revision)s of %(game)s."),
    "not_offered": N_("These rules of %(game)s are not offered at new tables."),
    "already_published": N_("These rules are published already, as version %(version)s."),
    "unknown_tempo": N_("There is no tempo called %(tempo)s."),
    "unknown_level": N_("There is no bot level called %(level)s."),
    "talk_off": N_("Nobody talks at this table: it was laid so."),
    "talk_presets": N_("At this table only the ready-made words are spoken."),
    "talk_empty": N_("Write something first."),
    "talk_too_long": N_("That is too long by %(over)s characters: at most %(most)s fit."),
    "talk_too_fast": N_("A little slower, please: the others are still reading. Wait a moment."),
    "unknown_preset": N_("There are no such ready-made words."),
    "mute_yourself": N_("You cannot mute yourself."),
}
"""The platform's own codes; the kernel and the games bring theirs along with each refusal."""

STATUS: dict[str, int] = {
    "malformed": 400,
    "invalid_params": 400,
    "key_missing": 400,
    "csrf": 403,
    "sign_in_first": 403,
    "not_yours": 403,
    "not_seated": 403,
    "revoked": 403,
    "sent_away": 403,
    "seat_not_yours": 403,
    "not_found": 404,
    "no_match": 404,
    "no_round": 404,
    "no_step": 404,
    "wrong_method": 405,
    "expired": 410,
    "table_cleared": 410,
    "too_large": 413,
    "bad_seats": 422,
    "unknown_target": 422,
    "nobody_called": 422,
    "out_of_range": 422,
    "unknown_view": 422,
    "unknown_option": 422,
    "unknown_choice": 422,
    "unknown_game": 422,
    "unknown_revision": 422,
    "not_offered": 422,
    "unknown_tempo": 422,
    "unknown_level": 422,
    "talk_empty": 422,
    "talk_too_long": 422,
    "unknown_preset": 422,
    "mute_yourself": 422,
    "talk_too_fast": 429,
    "rate_limited": 429,
}


def refuse(code: str, **facts: OptionValue) -> Refused:
    """The exception for one of the platform's own codes.

    Raises:
        KeyError: the code has no sentence.
    """
    return Refused(Refusal(code=code, sentence=SENTENCES[code], facts=facts))


def sentence(refusal: Refusal) -> str:
    """What to tell the person, in the language that is active."""
    text = gettext(refusal.sentence)
    return text % refusal.facts if refusal.facts else text


def status(refusal: Refusal) -> int:
    """The HTTP status; 409 for everything that the state of the table forbids."""
    return STATUS.get(refusal.code, 409)
