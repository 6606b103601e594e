"""Each check is shown a Doze that breaks what it looks for: a check that cannot fail is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.kernel.refusals import Refused
from games.kernel.registry import AnyGame
from tests.games.contract import (
    broken,
    checks_input,
    checks_meta,
    checks_play,
    checks_secrets,
    checks_word,
)
from tests.games.contract.checks import CARD_CHECKS, ROUND_CHECKS
from tests.games.contract.doze import Doze
from tests.games.contract.rounds import Round, play_round

BROKEN: list[tuple[type[Doze], Callable[[Round], None]]] = [
    (broken.ShowsTheStock, checks_secrets.samples_what_it_sees),
    (broken.ShowsTheStock, checks_secrets.twins_look_alike),
    (broken.ShowsHandsToSpectators, checks_secrets.twins_look_alike),
    (broken.ShowsWhoHasAnswered, checks_secrets.private_events_stay),
    (broken.ShowsTheHold, checks_secrets.private_events_stay),
    (broken.ShowsTheHold, checks_secrets.twins_look_alike),
    (broken.RestartsTheClockOnAHeldAnswer, checks_secrets.private_events_stay),
    (broken.SkipsTheWindowOfWhoCannotBeat, checks_secrets.twins_look_alike),
    (broken.TellsWhatWasDrawn, checks_secrets.twins_look_alike),
    (broken.RemembersMoreThanItTells, checks_secrets.twins_look_alike),
    (broken.RefusesByOthersCards, checks_secrets.twins_look_alike),
    (broken.OffersByOthersCards, checks_secrets.samples_what_it_sees),
    (broken.MeansByOthersCards, checks_secrets.twins_look_alike),
    (broken.LogsTheMoment, checks_secrets.moments_are_kept_short),
    (broken.SamplesOtherCards, checks_secrets.samples_what_it_sees),
    (broken.DoubtsAWordOfNobody, checks_play.disputes_say_how_they_went),
    (broken.CountsWhatItDoesNotName, checks_play.counts_what_it_names),
    (broken.HasNoCourt, checks_play.a_court_can_hear_disputes),
    (broken.LosesACard, checks_play.cards_conserved),
    (broken.LosesACard, checks_play.offers_apply),
    (broken.ForgetsTheStock, checks_play.cards_conserved),
    (broken.LaysOpenTuples, checks_play.reveals_all),
    (broken.NeverEnds, checks_play.ends_by_itself),
    (broken.DoesNotClose, checks_play.closes),
    (broken.BeginsElsewhere, checks_play.goes_on_for_rounds),
    (broken.PlaysOnForEver, checks_play.goes_on_for_rounds),
    (broken.AddsUpMinusPoints, checks_play.pad_says_who_leads),
    (broken.WritesDownMinusPoints, checks_play.pad_says_who_leads),
    (broken.AwaitsNobody, checks_play.ends_by_itself),
    (broken.RunsForEver, checks_play.awaits_the_right_seats),
    (broken.AwaitsAfterTheEnd, checks_play.awaits_the_right_seats),
    (broken.OffersWhatItRefuses, checks_play.offers_apply),
    (broken.LooksElsewhereForChance, checks_play.replays),
    (broken.TellsTuples, checks_play.round_trips),
    (broken.CannotWait, checks_play.times_out_anywhere),
    (broken.TimesOutUnlawfully, checks_play.times_out_anywhere),
    (broken.CallsTwoDeadlinesAlike, checks_play.times_out_anywhere),
    (broken.CountsLooks, checks_play.catches_up_alike),
    (broken.DiesWithoutPeople, checks_play.ends_without_anyone),
    (broken.LacksALimit, checks_play.times_out_anywhere),
    (broken.ForgetsAFact, checks_play.only_the_awaited_act),
    (broken.BreaksOnOddBids, checks_input.judges_garbage),
    (broken.TakesForeignCards, checks_input.judges_garbage),
    (broken.MeansSomethingByNothing, checks_input.selections_mean_actions),
    (broken.PicksAlike, checks_input.selections_mean_actions),
    (broken.PicksUnsorted, checks_input.selections_mean_actions),
    (broken.CannotAnswer, checks_input.bots_answer),
    (broken.Wavers, checks_input.bots_answer),
    (broken.TakesBackACard, checks_word.takes_back_only_what_told_nothing),
    (broken.TakesBackWhatOthersActUpon, checks_word.takes_back_only_what_told_nothing),
    (broken.OrdersByOthersCards, checks_word.orders_go_by_what_a_seat_knows),
    (broken.OrdersWhatIsNotLegal, checks_word.orders_go_by_what_a_seat_knows),
    (broken.HurriesWhenItCannotBeat, checks_word.haste_tells_no_more_than_the_action),
    (broken.HurriesOverAChoice, checks_word.haste_tells_no_more_than_the_action),
]


BROKEN_CARDS: list[tuple[type[Doze], Callable[[AnyGame], None]]] = [
    (broken.LacksALimit, checks_meta.options_are_playable),
    (broken.LacksALevel, checks_meta.card_is_complete),
    (broken.PinsLostData, checks_meta.data_is_there),
    (broken.CannotPlayAnOption, checks_meta.options_are_playable),
    (broken.DealsWhenAllHaveSpoken, checks_meta.declarations_are_heard),
    (broken.DealsAlways, checks_meta.keys_decide),
]


@pytest.mark.parametrize(
    ("game", "check"), BROKEN, ids=[f"{game.__name__}-{check.__name__}" for game, check in BROKEN]
)
def test_a_broken_round_is_found(game: type[Doze], check: Callable[[Round], None]) -> None:
    def look_at_some() -> None:
        for seats in (2, 3, 4):
            for seed in range(1, 5):
                check(play_round(game(), seats, seed))

    with pytest.raises((AssertionError, Refused, ValueError, LookupError)):
        look_at_some()


@pytest.mark.parametrize(
    ("game", "check"), BROKEN_CARDS, ids=[game.__name__ for game, _ in BROKEN_CARDS]
)
def test_a_broken_card_is_found(game: type[Doze], check: Callable[[AnyGame], None]) -> None:
    with pytest.raises((AssertionError, LookupError, ValueError)):
        check(game())


def test_every_check_is_shown_to_fail() -> None:
    shown = {check for _, check in BROKEN} | {check for _, check in BROKEN_CARDS}
    assert {*ROUND_CHECKS, *CARD_CHECKS} - shown == set()
