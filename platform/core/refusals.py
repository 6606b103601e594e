"""Refusals of the platform, and what they are over HTTP."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext

from core import times
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
    "for_staff": N_("This page is for the staff of this house."),
    "sign_in_first": N_("Please sign in or play as a guest first."),
    "not_yours": N_("This is not yours to decide."),
    "revoked": N_("You are no longer signed in here. Reload the page to go on."),
    "malformed": N_("That could not be read."),
    "wrong_method": N_("This address is not opened like that. Begin at the first page."),
    "csrf": N_("This page was open for too long, or it is not ours. Reload it and try again."),
    "away": N_("Part of this house is away just now. Nothing is lost: try again in a moment."),
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
    "no_result": N_("Only a match that was played to its end has a result to correct."),
    "is_void": N_("This match does not count at present. Restore it first."),
    "wrong_places": N_("A result needs points and a place for each seat, the best place being 1."),
    "wrong_points": N_("Say for at least one seat of the match how many points are added."),
    "undone_already": N_("This correction was undone already."),
    "reason_too_long": N_("The reason is too long: at most %(most)s characters fit."),
    "deserted": N_("This match has ended: nobody was left at the table."),
    "stopped": N_("This match was ended before it was over."),
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
    "wrong_tempo": N_("%(game)s at the tempo %(tempo)s does not suit this league."),
    "unknown_tempo": N_("There is no tempo called %(tempo)s."),
    "unknown_level": N_("There is no bot level called %(level)s."),
    "talk_off": N_("Nobody talks at this table: it was laid so."),
    "talk_presets": N_("At this table only the ready-made words are spoken."),
    "talk_empty": N_("Write something first."),
    "talk_too_long": N_("That is too long by %(over)s characters: at most %(most)s fit."),
    "talk_too_fast": N_("A little slower, please: the others are still reading. Wait a moment."),
    "unknown_preset": N_("There are no such ready-made words."),
    "mute_yourself": N_("You cannot mute yourself."),
    "needs_account": N_("A league goes on for months: guests need an account to take part."),
    "sign_up_closed": N_("Nobody can sign up for this season now."),
    "already_entered": N_("You take part in this season already."),
    "not_entered": N_("You do not take part in this season."),
    "season_begun": N_("The fixtures of this season are drawn already."),
    "season_not_running": N_("This season is not running."),
    "season_not_drawn": N_("There is no draw to confirm."),
    "season_over": N_("This season is over."),
    "league_closed": N_("This league is closed."),
    "changed_meanwhile": N_(
        "Somebody else has changed this meanwhile. Look at it again, then decide."
    ),
    "nothing_to_arrange": N_("There is no appointment to make for this match now."),
    "appointment_outside": N_("The appointment has to lie between now and the day it is due."),
    "no_appointment": N_("Nobody proposes an appointment for this match."),
    "tick_first": N_("Tick the box beside it first: this cannot be taken back."),
    "already_settled": N_("This match is decided already."),
    "dropped_already": N_("Whoever had this place has dropped out already."),
    "not_vacant": N_("This place is not free."),
    "nobody_waits": N_("Nobody waits for a place."),
    "no_case": N_("There is no such case, or its round is not over."),
    "case_claimed": N_("%(name)s is working on this case."),
    "case_closed": N_("This case is closed: it was decided or withdrawn meanwhile."),
    "case_open": N_("There is a case about this word already."),
    "claim_first": N_("Claim this case before you decide it."),
    "own_ruling": N_("This is an appeal against your own ruling. Another moderator decides it."),
    "opinion_given": N_("You have said what you think of this case."),
    "own_question": N_("Whoever works on a case does not give the second opinion."),
    "no_question": N_("Nobody asks for a second opinion on this case."),
    "unknown_decision": N_("Choose one of the four decisions."),
    "words_missing": N_("Please say why, in your own words."),
    "words_too_long": N_("That is too long: at most %(most)s characters fit."),
    "not_at_table": N_("Only who sat at that table can appeal."),
    "appealed_already": N_("You have appealed against this vote already."),
    "no_appeal": N_("There is no appeal of yours to withdraw."),
    "ruled_already": N_(
        "The word court has ruled on this already. You can appeal against the ruling."
    ),
    "not_concerned": N_(
        "Only who sat at a table that this ruling was about can appeal against it."
    ),
    "challenged_already": N_("There was an appeal against this ruling already. There is only one."),
    "not_in_force": N_("This ruling is not in force any more."),
    "block_yourself": N_("You cannot block yourself."),
    "not_open_to_you": N_("This table is not open to you."),
    "not_asked_here": N_("%(name)s cannot be asked to this table."),
    "has_arbitrated": N_("You have seen all hands of this match as an arbiter."),
    "sat_there": N_("You sat at this table. Somebody else decides this."),
    "yours_to_judge": N_("This is about you, or from you. Somebody else decides it."),
    "decided_by_you": N_("You made this decision yourself. Somebody else decides the appeal."),
    "claimed": N_("%(name)s looks at this just now."),
    "decided": N_("This is decided already, by %(name)s."),
    "above_you": N_("Only an administrator decides about staff."),
    "sanction_yourself": N_("Nobody decides about themselves."),
    "nobody_there": N_("There is nobody left whom this is about."),
    "end_missing": N_("This needs an end: choose how long."),
    "lifted_already": N_("This was lifted already."),
    "over_already": N_("This is over already."),
    "appealed": N_("You have appealed against this already."),
    "reason_missing": N_("Please say why: whom it is about has a right to read it."),
    "nobody_to_report": N_("There is nobody here whom you could report."),
    "last_administrator": N_(
        "You are the last administrator of this house. Give somebody else the keys first."
    ),
    "report_yourself": N_("You cannot report yourself."),
    "reported_enough": N_("You have sent many reports. We read them all; please wait an hour."),
    "shut_out": N_("You may not play here at present. What was decided has a page of its own."),
    "may_not_talk": N_("You may not write at tables. Why stands with the decisions about you."),
    "may_not_talk_until": N_(
        "You may not write at tables until %(until)s. Why stands with the decisions about you."
    ),
    "may_not_public": N_(
        "You may not sit at public tables. Why stands with the decisions about you."
    ),
    "may_not_public_until": N_(
        "You may not sit at public tables until %(until)s. Why stands with the decisions about you."
    ),
}
"""The platform's own codes; the kernel and the games bring theirs along with each refusal."""

STATUS: dict[str, int] = {
    "malformed": 400,
    "invalid_params": 400,
    "key_missing": 400,
    "csrf": 403,
    "for_staff": 403,
    "not_open_to_you": 403,
    "shut_out": 403,
    "may_not_talk": 403,
    "may_not_talk_until": 403,
    "may_not_public": 403,
    "may_not_public_until": 403,
    "sign_in_first": 403,
    "needs_account": 403,
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
    "wrong_tempo": 422,
    "tick_first": 422,
    "unknown_level": 422,
    "talk_empty": 422,
    "talk_too_long": 422,
    "unknown_preset": 422,
    "mute_yourself": 422,
    "no_case": 404,
    "sat_there": 403,
    "own_ruling": 403,
    "own_question": 403,
    "not_at_table": 403,
    "not_concerned": 403,
    "unknown_decision": 422,
    "words_missing": 422,
    "words_too_long": 422,
    "wrong_places": 422,
    "wrong_points": 422,
    "reason_missing": 422,
    "reason_too_long": 422,
    "report_yourself": 422,
    "end_missing": 422,
    "sanction_yourself": 422,
    "block_yourself": 422,
    "not_asked_here": 422,
    "has_arbitrated": 403,
    "yours_to_judge": 403,
    "decided_by_you": 403,
    "above_you": 403,
    "reported_enough": 429,
    "talk_too_fast": 429,
    "rate_limited": 429,
    "away": 503,
}


def refuse(code: str, **facts: OptionValue) -> Refused:
    """The exception for one of the platform's own codes; `until` is a point in time, ISO 8601.

    Raises:
        KeyError: the code has no sentence.
    """
    return Refused(Refusal(code=code, sentence=SENTENCES[code], facts=facts))


def sentence(refusal: Refusal) -> str:
    """What to tell the person, in the language and the time zone that are active."""
    text, facts = gettext(refusal.sentence), dict(refusal.facts)
    if "until" in facts:
        facts["until"] = times.moment(datetime.fromisoformat(str(facts["until"])))
    return text % facts if facts else text


def status(refusal: Refusal) -> int:
    """The HTTP status; 409 for everything that the state of the table forbids."""
    return STATUS.get(refusal.code, 409)
