"""Every change that other people rely on: whom it notifies, or why it notifies no one.

People rely on an appointment, a waiting place or a result. A test reads this table: each verb of
`WATCHED` is listed, each kind of news has a verb, and a test proves it. A verb is a public function
of a service that writes a row, directly or through another function.
"""

from __future__ import annotations

from dataclasses import dataclass

WATCHED = (
    "clubs.services",
    "court.services",
    "friends.services",
    "leagues.services",
    "matches.services.absence",
    "matches.services.correct",
    "matches.services.seating",
    "moderation.sanctions.services",
)
"""The services whose verbs change what others rely on."""

UNWATCHED = {
    "accounts.services": "It changes somebody's own account; what others wait for is vacated by `absence`.",
    "api.services": "Tokens are somebody's own.",
    "daily.services": "Everybody plays the deal alone.",
    "lobby.services": "It opens tables and takes seats by the verbs of `matches`.",
    "matches.services.clock": "All at the table see it at once, and what it puts off is told at its new time.",
    "matches.services.notify": "It is what tells.",
    "matches.services.release": "A match keeps the words that it began with.",
    "matches.services.replay_links": "A link of somebody's own is told to whom they give it.",
    "matches.services.rounds": "Turns, beginnings and ends are notices of their own, owed with each move.",
    "matches.services.rules_versions": "A match keeps the rules that it began with.",
    "matches.services.talk": "It is read at the table.",
    "moderation.reports.services": "Who reported something reads what came of it on the page of decisions.",
    "notifications.services": "It is what tells.",
    "ratings.services": "It follows from results, which are told.",
}
"""The other services, each with the reason why they notify no one."""


@dataclass(frozen=True, slots=True)
class Tells:
    """A verb, the people it notifies, and the kinds of `leagues.models.News` or of notices that it
    sends.
    """

    verb: str
    whom: str
    by: tuple[str, ...]


PLAYERS = "the others who play the match"
ALL_PLAYERS = "all who play the match, but who decided it"
SIGNED_UP = "all who have signed up for the season"

TELLS = (
    # Appointments
    Tells(
        "leagues.services.fixtures.bring_up_fixtures.bring_up_fixtures",
        "all who play the match",
        ("arrange",),
    ),
    Tells(
        "leagues.services.fixtures.arrange_appointment.propose_appointment",
        PLAYERS,
        ("proposed", "moved"),
    ),
    Tells(
        "leagues.services.fixtures.arrange_appointment.propose_now", PLAYERS, ("proposed", "moved")
    ),
    Tells(
        "leagues.services.fixtures.arrange_appointment.agree_to_appointment",
        f"{PLAYERS}, as soon as all have agreed",
        ("agreed",),
    ),
    Tells(
        "leagues.services.fixtures.arrange_appointment.withdraw_appointment",
        PLAYERS,
        ("withdrawn",),
    ),
    Tells(
        "leagues.services.fixtures.remind_players.remind_players",
        "all who play the match",
        ("soon", "overdue"),
    ),
    Tells(
        "leagues.services.fixtures.begin_fixture.begin_appointed_match",
        "all who play the match",
        ("begun",),
    ),
    Tells(
        "leagues.services.fixtures.post_message.post_message",
        f"{PLAYERS}, once a day",
        ("wrote",),
    ),
    # Places
    Tells(
        "leagues.services.entries.drop_entry.drop_entry",
        "who had an appointment with them, who plays with their substitute, the substitute or the"
        " first who waits, the organisers; and who was taken out",
        ("wiped", "replaced", "arrange", "place", "vacated", "followed", "taken_out"),
    ),
    Tells(
        "leagues.services.entries.drop_entry.drop_deleted_users",
        "as when somebody drops out",
        ("wiped", "replaced", "arrange", "place", "vacated", "followed"),
    ),
    Tells(
        "leagues.services.entries.fill_places.appoint_substitute",
        "the substitute, and who plays with them",
        ("place", "arrange", "replaced"),
    ),
    Tells(
        "leagues.services.entries.sign_up.sign_up",
        "who plays with whom takes over a free place; who signs up reads it on the page",
        ("arrange", "replaced"),
    ),
    Tells(
        "leagues.services.entries.sign_up.add_bot",
        "who plays with a bot that follows",
        ("replaced",),
    ),
    Tells("leagues.services.entries.invite_people.invite_person", "who is invited", ("league",)),
    # Results
    Tells("leagues.services.fixtures.decide_fixture.award_walkover", ALL_PLAYERS, ("decided",)),
    Tells("leagues.services.fixtures.decide_fixture.void_fixture", ALL_PLAYERS, ("voided",)),
    Tells("leagues.services.fixtures.decide_fixture.correct_result", ALL_PLAYERS, ("corrected",)),
    Tells(
        "leagues.services.fixtures.decide_fixture.revoke_decision",
        ALL_PLAYERS,
        ("corrected", "reopened"),
    ),
    Tells(
        "leagues.services.fixtures.adjudicate_fixture.adjudicate_fixture",
        "all who play the match; that it never came up is told by the end of the season",
        ("decided", "ended"),
    ),
    Tells(
        "leagues.services.fixtures.take_result.take_result",
        "all who play the match; what was just played is told by the end of the match, what the"
        " word court corrects by its ruling",
        ("corrected", "voided", "decided", "ended"),
    ),
    # Seasons
    Tells(
        "leagues.services.seasons.open_sign_up.open_sign_up",
        "who played the last season",
        ("stays", "open"),
    ),
    Tells(
        "leagues.services.seasons.close_sign_up.close_sign_up",
        f"{SIGNED_UP}, if it waits for more",
        ("dates",),
    ),
    Tells("leagues.services.seasons.move_season.move_season", SIGNED_UP, ("dates",)),
    Tells("leagues.services.seasons.call_off_season.call_off_season", SIGNED_UP, ("called_off",)),
    Tells("leagues.services.seasons.close_league.close_league", SIGNED_UP, ("called_off",)),
    Tells("leagues.services.seasons.begin_season.begin_season", "all who have a place", ("begun",)),
    Tells("leagues.services.seasons.confirm_draw.confirm_draw", "all who have a place", ("begun",)),
    Tells("leagues.services.seasons.end_season.end_season", "all who take part", ("ended",)),
    # The word court and the staff
    Tells(
        "court.services.decide_case.decide_case",
        "the word's player, who appealed, and all for whom a match counts otherwise now",
        ("ruling",),
    ),
    Tells(
        "moderation.sanctions.services.impose.impose_sanction", "whom it is about", ("decision",)
    ),
    Tells("moderation.sanctions.services.lift.lift_sanction", "whom it was about", ("decision",)),
    Tells("moderation.sanctions.services.appeal.decide_appeal", "who appealed", ("decision",)),
    # Seats and friends
    Tells(
        "matches.services.absence.substitute.offer_seat",
        "whose seat it is, who is away",
        ("decision",),
    ),
    Tells(
        "matches.services.absence.substitute.take_over",
        "whose seat it was first, who may come back, and who had taken it over before",
        ("decision",),
    ),
    Tells(
        "matches.services.absence.departure.come_back",
        "who had taken the seat over, if somebody had",
        ("decision",),
    ),
    Tells("matches.services.seating.reserve_seat.reserve_for", "for whom it is kept", ("seat",)),
    Tells("matches.services.seating.rematch.open_rematch", "for whom seats are kept", ("seat",)),
    Tells("friends.services.challenge.challenge", "who is challenged", ("seat",)),
    Tells("friends.services.challenge.decline_invitation", "who challenged", ("friend",)),
    Tells("friends.services.challenge.expire_challenges", "who challenged", ("friend",)),
    Tells("friends.services.friendship.ask_for_friendship", "who is asked", ("friend",)),
    Tells("friends.services.friendship.accept_friendship", "who asked", ("friend",)),
    Tells("friends.services.friendship.befriend_by_link", "whose link it is", ("friend",)),
    # Clubs
    Tells(
        "clubs.services.join_club.join_club",
        "the officers of a club that answers requests",
        ("club",),
    ),
    Tells("clubs.services.lead_members.accept_request", "who asked to join", ("club",)),
    Tells("clubs.services.lead_members.appoint_officer", "who is an officer now", ("club",)),
    Tells("clubs.services.hand_over.offer_club", "to whom the club is offered", ("club",)),
    Tells("clubs.services.hand_over.accept_offer", "who was the founder", ("club",)),
    Tells("clubs.services.hand_over.decline_offer", "the founder", ("club",)),
    Tells("clubs.services.hand_over.hand_on_clubs", "who is the founder now", ("club",)),
    Tells("clubs.services.found_club.close_club", "the officers", ("club",)),
    Tells("clubs.services.announcements.tell_announcements", "the members who want it", ("club",)),
    Tells("clubs.services.staff_measures.clear_about", "the founder", ("decision",)),
    Tells("clubs.services.staff_measures.close_as_staff", "the founder", ("decision",)),
)

NOT_DEALT = "No cards are dealt, so no clock runs: all who look at the table see it at once."
AT_TABLE = "All at the table see it at once, and their clocks go on."
OWN = "It changes nothing that anybody else has."
DRAFT = "Nothing stands before the season begins, and pages say so."
STAFF = "The staff's lists show it; the players hear of the ruling."
CALLER = "It is a part of other verbs, which tell it."
SWEEP = "It does by the clock what other verbs do, and they tell it."
TELLING = "It is what tells."

ON_PAGE = "The page of the club shows it."

NOBODY = {
    "clubs.services.announcements.announce": "A worker tells it soon: `tell_announcements`.",
    "clubs.services.announcements.remove_announcement": ON_PAGE,
    "clubs.services.announcements.set_news": OWN,
    "clubs.services.found_club.found_club": OWN,
    "clubs.services.found_club.change_club": ON_PAGE,
    "clubs.services.found_club.set_link": "A link is nobody's; who follows an old one is told there.",
    "clubs.services.join_club.admit": CALLER,
    "clubs.services.join_club.join_by_link": OWN,
    "clubs.services.join_club.leave_club": OWN,
    "clubs.services.lead_members.ban_member": "Nobody waits for them, and tables and leagues go on.",
    "clubs.services.lead_members.decline_request": "Who asked may ask again, and reads on the page that nothing waits.",
    "clubs.services.lead_members.dismiss_officer": ON_PAGE,
    "clubs.services.lead_members.lift_ban": "They are told when they join again.",
    "clubs.services.lead_members.remove_member": "Nobody waits for them, and tables and leagues go on.",
    "clubs.services.lead_members.set_role": CALLER,
    "clubs.services.hand_over.succeed": CALLER,
    "clubs.services.hand_over.withdraw_offer": ON_PAGE,
    "clubs.services.announcements.delete_announcements": CALLER,
    "clubs.services.found_club.delete_club": CALLER,
    "clubs.services.tables.list_rematch": ON_PAGE,
    "clubs.services.leagues.add_league": ON_PAGE,
    "clubs.services.leagues.drop_league": ON_PAGE,
    "clubs.services.staff_measures.remove_text": ON_PAGE,
    "clubs.services.tables.open_table": ON_PAGE,
    "clubs.services.tables.sit_down": NOT_DEALT,
    "clubs.services.talk.post_message": "Members read it on the page, as talk at a table.",
    "clubs.services.talk.remove_message": ON_PAGE,
    "leagues.services.seasons.create_league.create_league": OWN,
    "leagues.services.seasons.change_league.change_league": (
        "It applies from the next draw on; the league's page has it."
    ),
    "leagues.services.fixtures.draw_division.draw_division": DRAFT,
    "leagues.services.seasons.confirm_draw.draw_anew": DRAFT,
    "leagues.services.seasons.plan_season.plan_season": (
        "Nobody has signed up yet; who played before hears when sign-up opens."
    ),
    "leagues.services.seasons.begin_at_once.close_sign_up_now": "The season begins by that, which is told.",
    "leagues.services.seasons.end_season.end_season_early": "The season ends by that, which is told.",
    "leagues.services.seasons.plan_season.continue_league": "Who played before hears when sign-up opens.",
    "leagues.services.entries.invite_people.remove_member": (
        "Who takes part in a season cannot be removed, so nobody waits for them."
    ),
    "leagues.services.entries.invite_people.set_link": "A link is nobody's; who follows an old one is told there.",
    "leagues.services.entries.join_league.join_by_link": OWN,
    "leagues.services.entries.join_league.accept_invitation": OWN,
    "leagues.services.entries.join_league.part_from_league": OWN,
    "leagues.services.seasons.advance_leagues.advance_leagues": SWEEP,
    "leagues.services.seasons.advance_leagues.advance_season": SWEEP,
    "leagues.services.seasons.begin_at_once.begin_season_at_once": SWEEP,
    "leagues.services.seasons.confirm_draw.draw_anew_at_once": DRAFT,
    "leagues.services.fixtures.arrange_appointment.drop_appointment": CALLER,
    "leagues.services.fixtures.arrange_appointment.put_appointment": CALLER,
    "leagues.services.fixtures.begin_fixture.begin_fixture": CALLER,
    "leagues.services.fixtures.reopen_fixture.reopen_fixture": CALLER,
    "leagues.services.fixtures.stop_match.stop_match": CALLER,
    "leagues.services.final_places.write_final_places": CALLER,
    "leagues.services.history.record_table_change": CALLER,
    "leagues.services.entries.fill_places.fill_places": CALLER,
    "leagues.services.entries.membership.end_membership": CALLER,
    "leagues.services.entries.membership.note_member": CALLER,
    "leagues.services.seasons.begin_season.begin_drawn_season": CALLER,
    "leagues.services.seasons.league_games.check_games": CALLER,
    "leagues.services.seasons.league_games.save_games": CALLER,
    "leagues.services.notify.notify_everybody": TELLING,
    "leagues.services.notify.notify_organisers": TELLING,
    "leagues.services.notify.notify_person": TELLING,
    "leagues.services.notify.notify_players": TELLING,
    "leagues.services.notify.send_news": TELLING,
    "leagues.services.seasons.plan_season.plan_following_season": CALLER,
    "leagues.services.seasons.season_dates.tell_dates": TELLING,
    "leagues.services.fixtures.take_result.note_match_over": "It takes the match's result, by the verb that tells it.",
    "leagues.services.fixtures.settle_fixture.settle_fixture": CALLER,
    "court.services.correct_match.correct_match": CALLER,
    "court.services.correct_match.undo_wrong": CALLER,
    "court.services.gather_evidence.gather_evidence": STAFF,
    "court.services.open_case.open_by_itself": STAFF,
    "court.services.open_case.open_case": STAFF,
    "court.services.publish_releases.publish_releases": (
        "Its words are rulings, which are told; running matches keep their words."
    ),
    "court.services.record_dispute.transfer_guest": "It stays with the same person.",
    "court.services.settle_cases.lock_word": CALLER,
    "court.services.settle_cases.settle_anew": CALLER,
    "court.services.settle_cases.settle_case": CALLER,
    "court.services.settle_cases.settle_others": CALLER,
    "friends.services.friendship.end_friendship": "Who is dropped is not told so: that is theirs who drops.",
    "friends.services.friendship.end_blocked": "Nobody is told that they are blocked.",
    "friends.services.challenge.accept_invitation": NOT_DEALT,
    "friends.services.challenge.dismiss_answer": OWN,
    "friends.services.put_away.put_away": OWN,
    "friends.services.put_away.forget_answered": "What they had put away has ended.",
    "friends.services.put_away.show_again": OWN,
    "friends.services.friendship.link_of": OWN,
    "friends.services.friendship.renew_link": "Who follows an old link is told there.",
    "court.services.appeal_dispute.appeal_dispute": STAFF,
    "court.services.appeal_dispute.withdraw_appeal": STAFF,
    "court.services.challenge_ruling.challenge_ruling": STAFF,
    "court.services.claim_case.claim_case": STAFF,
    "court.services.claim_case.release_case": STAFF,
    "court.services.claim_case.ask_for_opinion": STAFF,
    "court.services.claim_case.give_opinion": STAFF,
    "court.services.open_case.take_up_dispute": STAFF,
    "court.services.record_dispute.record_dispute": (
        "Who sits there must not learn of it while the round runs."
    ),
    "matches.services.correct.void_result": "Leagues tell it; the table's page has the reason.",
    "matches.services.correct.correct_result": "Leagues tell it; the table's page has the reason.",
    "matches.services.correct.correct_points": "The word court tells it with its ruling.",
    "matches.services.correct.undo_correction": "Leagues and the word court tell it.",
    "matches.services.seating.declarations.keep_declaration": OWN,
    "matches.services.seating.dismissal.kick_player": NOT_DEALT,
    "matches.services.seating.merge_guest.merge_guest": "The seats stay with the same person.",
    "matches.services.seating.play_on.play_on": OWN,
    "matches.services.seating.reserve_seat.decline_seat": NOT_DEALT,
    "matches.services.seating.reserve_seat.reserve_by_link": OWN,
    "matches.services.seating.seats.take_seat": NOT_DEALT,
    "matches.services.seating.seats.leave_seat": NOT_DEALT,
    "matches.services.seating.seats.seat_bot": NOT_DEALT,
    "matches.services.seating.tables.open_match": OWN,
    "matches.services.seating.tables.begin_match": (
        "The first turn and the beginning are notices of their own."
    ),
    "moderation.sanctions.services.appeal.appeal_sanction": STAFF,
    "moderation.sanctions.services.impose.readmit_suspended": "The decision named the day.",
    "matches.services.absence.arbitrate.take_over": AT_TABLE,
    "matches.services.absence.arbitrate.give_back": AT_TABLE,
    "matches.services.absence.departure.leave_match": AT_TABLE,
    "matches.services.absence.substitute.object_to_substitute": AT_TABLE,
    "matches.services.absence.departure.begin_as_holder": CALLER,
    "matches.services.absence.forget_guests.forget_guests": "No match waits for them.",
    "matches.services.absence.vacate_seats.free_kept_seats": NOT_DEALT,
    "matches.services.absence.vacate_seats.sweep_seats": SWEEP,
    "matches.services.absence.vacate_seats.vacate_seats": AT_TABLE,
    "matches.services.seating.seats.free_seat": CALLER,
    "matches.services.seating.seats.free_seats_kept_in_vain": NOT_DEALT,
    "matches.services.seating.share_device.share_device": (
        "Its owner does it, and is told of their guest's turns."
    ),
    "matches.services.seating.tables.create_match": CALLER,
    "matches.services.seating.tables.lay_table": CALLER,
    "moderation.sanctions.services.impose.enforce_sanctions": CALLER,
    "matches.services.absence.substitute.take_consent_back": (
        "Nobody sits there then. Who is away was told that they may say no, and still may."
    ),
}
"""Why no one is notified."""
