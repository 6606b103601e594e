"""All checks of the contract."""

from __future__ import annotations

from tests.games.contract.checks import input, meta, play, secrets, word

CARD_CHECKS = (
    meta.card_is_complete,
    meta.data_is_there,
    meta.options_are_playable,
    meta.declarations_are_heard,
    meta.keys_decide,
)
ROUND_CHECKS = (
    play.ends_by_itself,
    play.awaits_the_right_seats,
    play.disputes_say_how_they_went,
    play.counts_what_it_names,
    play.a_court_can_hear_disputes,
    play.offers_apply,
    play.only_the_awaited_act,
    play.round_trips,
    play.observations_are_keys,
    play.replays,
    play.cards_conserved,
    play.reveals_all,
    play.times_out_anywhere,
    play.catches_up_alike,
    play.ends_without_anyone,
    play.goes_on_for_rounds,
    play.pad_says_who_leads,
    play.closes,
    secrets.samples_what_it_sees,
    secrets.twins_look_alike,
    secrets.private_events_stay,
    secrets.moments_are_kept_short,
    word.takes_back_only_what_told_nothing,
    word.orders_go_by_what_a_seat_knows,
    word.haste_tells_no_more_than_the_action,
    input.judges_garbage,
    input.selections_mean_actions,
    input.bots_answer,
)
