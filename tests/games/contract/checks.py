"""All checks of the contract."""

from __future__ import annotations

from tests.games.contract import (
    checks_input,
    checks_meta,
    checks_play,
    checks_secrets,
    checks_word,
)

CARD_CHECKS = (
    checks_meta.card_is_complete,
    checks_meta.data_is_there,
    checks_meta.options_are_playable,
    checks_meta.declarations_are_heard,
    checks_meta.keys_decide,
)
ROUND_CHECKS = (
    checks_play.ends_by_itself,
    checks_play.awaits_the_right_seats,
    checks_play.disputes_say_how_they_went,
    checks_play.counts_what_it_names,
    checks_play.a_court_can_hear_disputes,
    checks_play.offers_apply,
    checks_play.only_the_awaited_act,
    checks_play.round_trips,
    checks_play.replays,
    checks_play.cards_conserved,
    checks_play.reveals_all,
    checks_play.times_out_anywhere,
    checks_play.catches_up_alike,
    checks_play.ends_without_anyone,
    checks_play.goes_on_for_rounds,
    checks_play.pad_says_who_leads,
    checks_play.closes,
    checks_secrets.samples_what_it_sees,
    checks_secrets.twins_look_alike,
    checks_secrets.private_events_stay,
    checks_secrets.moments_are_kept_short,
    checks_word.takes_back_only_what_told_nothing,
    checks_word.orders_go_by_what_a_seat_knows,
    checks_word.haste_tells_no_more_than_the_action,
    checks_input.judges_garbage,
    checks_input.selections_mean_actions,
    checks_input.bots_answer,
)
