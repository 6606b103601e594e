"""Each check fails on a Doze that breaks its rule: a check that cannot fail is useless."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.kernel.refusals import Refused
from games.kernel.registry import AnyGame
from tests.games.contract import broken
from tests.games.contract.checks import CARD_CHECKS, ROUND_CHECKS, input, meta, play, secrets, word
from tests.games.contract.doze import Doze
from tests.games.contract.rounds import Round, play_round

BROKEN: list[tuple[type[Doze], Callable[[Round], None]]] = [
    (broken.ShowsTheStock, secrets.samples_what_it_sees),
    (broken.ShowsTheStock, secrets.twins_look_alike),
    (broken.ShowsHandsToSpectators, secrets.twins_look_alike),
    (broken.ShowsWhoHasAnswered, secrets.private_events_stay),
    (broken.ShowsTheHold, secrets.private_events_stay),
    (broken.ShowsTheHold, secrets.twins_look_alike),
    (broken.RestartsTheClockOnAHeldAnswer, secrets.private_events_stay),
    (broken.SkipsTheWindowOfWhoCannotBeat, secrets.twins_look_alike),
    (broken.TellsWhatWasDrawn, secrets.twins_look_alike),
    (broken.RemembersMoreThanItTells, secrets.twins_look_alike),
    (broken.RefusesByOthersCards, secrets.twins_look_alike),
    (broken.OffersByOthersCards, secrets.samples_what_it_sees),
    (broken.MeansByOthersCards, secrets.twins_look_alike),
    (broken.LogsTheMoment, secrets.moments_are_kept_short),
    (broken.SamplesOtherCards, secrets.samples_what_it_sees),
    (broken.DoubtsAWordOfNobody, play.disputes_say_how_they_went),
    (broken.CountsWhatItDoesNotName, play.counts_what_it_names),
    (broken.HasNoCourt, play.a_court_can_hear_disputes),
    (broken.LosesACard, play.cards_conserved),
    (broken.LosesACard, play.offers_apply),
    (broken.ForgetsTheStock, play.cards_conserved),
    (broken.LaysOpenTuples, play.reveals_all),
    (broken.ShowsAList, play.observations_are_keys),
    (broken.NeverEnds, play.ends_by_itself),
    (broken.DoesNotClose, play.closes),
    (broken.BeginsElsewhere, play.goes_on_for_rounds),
    (broken.PlaysOnForEver, play.goes_on_for_rounds),
    (broken.AddsUpMinusPoints, play.pad_says_who_leads),
    (broken.WritesDownMinusPoints, play.pad_says_who_leads),
    (broken.AwaitsNobody, play.ends_by_itself),
    (broken.RunsForEver, play.awaits_the_right_seats),
    (broken.AwaitsAfterTheEnd, play.awaits_the_right_seats),
    (broken.OffersWhatItRefuses, play.offers_apply),
    (broken.LooksElsewhereForChance, play.replays),
    (broken.TellsTuples, play.round_trips),
    (broken.CannotWait, play.times_out_anywhere),
    (broken.TimesOutUnlawfully, play.times_out_anywhere),
    (broken.CallsTwoDeadlinesAlike, play.times_out_anywhere),
    (broken.CountsLooks, play.catches_up_alike),
    (broken.DiesWithoutPeople, play.ends_without_anyone),
    (broken.LacksALimit, play.times_out_anywhere),
    (broken.ForgetsAFact, play.only_the_awaited_act),
    (broken.BreaksOnOddBids, input.judges_garbage),
    (broken.TakesForeignCards, input.judges_garbage),
    (broken.MeansSomethingByNothing, input.selections_mean_actions),
    (broken.PicksAlike, input.selections_mean_actions),
    (broken.PicksUnsorted, input.selections_mean_actions),
    (broken.CannotAnswer, input.bots_answer),
    (broken.Wavers, input.bots_answer),
    (broken.TakesBackACard, word.takes_back_only_what_told_nothing),
    (broken.TakesBackWhatOthersActUpon, word.takes_back_only_what_told_nothing),
    (broken.OrdersByOthersCards, word.orders_go_by_what_a_seat_knows),
    (broken.OrdersWithoutAWord, word.orders_go_by_what_a_seat_knows),
    (broken.OrdersWhatIsNotLegal, word.orders_go_by_what_a_seat_knows),
    (broken.HurriesWhenItCannotBeat, word.haste_tells_no_more_than_the_action),
    (broken.HurriesOverAChoice, word.haste_tells_no_more_than_the_action),
]


BROKEN_CARDS: list[tuple[type[Doze], Callable[[AnyGame], None]]] = [
    (broken.LacksALimit, meta.options_are_playable),
    (broken.LacksALevel, meta.card_is_complete),
    (broken.PinsLostData, meta.data_is_there),
    (broken.CannotPlayAnOption, meta.options_are_playable),
    (broken.DealsWhenAllHaveSpoken, meta.declarations_are_heard),
    (broken.DealsAlways, meta.keys_decide),
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
