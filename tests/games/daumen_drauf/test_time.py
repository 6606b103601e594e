"""Deadlines, the review, and the server's actions when time is up (RULES.md 4, 7)."""

from __future__ import annotations

import pytest

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import Offer, Pass, Raise
from games.kernel.contract import Awaited, Deadline
from tests.games.cards import cards_in
from tests.games.contract.rounds import play_round
from tests.games.daumen_drauf.scene import Scene, name
from tests.games.scene import BEGIN_MS


def finished(*, stock: str | None = None) -> Scene:
    scene = Scene("Y3+ G1+", "Y1+ Y2+", "B1+ B2+", stock=stock)
    return scene.offer(0, "Y3+").pass_(1, 2)


def test_each_phase_presses_who_is_awaited() -> None:
    scene = Scene("Y3+ G1+", "Y1+ Y2+", "B1+ B2+")
    assert scene.deadlines() == (Deadline("lead", 0, BEGIN_MS),)
    scene.offer(0, "Y3+")
    assert scene.deadlines() == (Deadline("bid", 1, BEGIN_MS + 100),)
    scene.pass_(1)
    assert scene.deadlines() == (Deadline("bid", 2, BEGIN_MS + 200),)
    scene.pass_(2)
    assert scene.deadlines() == (Deadline("review", None, BEGIN_MS + 300),)
    scene.look()
    assert scene.deadlines() == (Deadline("lead", 0, scene.at_ms),)


def test_the_paces_are_those_of_the_rules() -> None:
    """RULES.md 7.1."""
    limits = {tempo.slug: tempo.limits for tempo in GAME.meta.tempos}
    day = 24 * 60 * 60 * 1000
    assert limits["live"] == {"lead": 20_000, "bid": 20_000, "review": 6_000}
    assert limits["correspondence"] == {"lead": day, "bid": day, "review": 6_000}
    assert limits["quick"] == {"lead": 10_000, "bid": 10_000, "review": 4_000}
    assert limits["relaxed"] == {"lead": 60_000, "bid": 60_000, "review": 10_000}
    assert limits["half_days"] == {"lead": day // 2, "bid": day // 2, "review": 6_000}
    assert limits["three_days"] == {"lead": 3 * day, "bid": 3 * day, "review": 6_000}


def test_the_review_ends_when_all_have_looked() -> None:
    """RULES.md 4.2."""
    scene = finished()
    assert GAME.to_act(scene.rules, scene.state) == Awaited((0, 1, 2))
    scene.look(2)
    assert GAME.to_act(scene.rules, scene.state) == Awaited((0, 1))
    assert scene.offers(2) == ()
    assert scene.deadlines() == (Deadline("review", None, BEGIN_MS + 300),)
    scene.look(0)
    assert scene.phase == "review"
    scene.look(1)
    assert scene.phase == "lead"
    assert scene.kinds()[:2] == ["looked", "put_away"]


@pytest.mark.parametrize("looked", [(), (1,), (0, 2)])
def test_or_when_its_time_has_passed(looked: tuple[int, ...]) -> None:
    """RULES.md 4.2."""
    scene = finished()
    if looked:
        scene.look(*looked)
    scene.time_up()
    assert (scene.phase, scene.active) == ("lead", 0)
    assert scene.kinds()[0] == "put_away"
    assert scene.state.looked == ()


def test_everybody_hears_that_it_goes_on() -> None:
    """The event is sent even if no seat draws and the same seat leads again."""
    scene = finished(stock="").look()
    assert scene.last("put_away").data == {"seat": 0, "drawn": [0, 0, 0], "leader": 0}
    assert scene.last("put_away").audience is None


def test_a_lead_that_is_late_is_any_card_and_no_other_move() -> None:
    scene = Scene("Y3+", "Y1+ Y2+").time_up()
    assert [shown.card for shown in scene.board().trick] == ["yellow-3"]
    assert scene.told[0].data == {"seat": 0, "kind": "lead"}


def test_a_late_bid_is_a_pass_whatever_the_hand_holds() -> None:
    scene = Scene("Y3+ G1+", "Y3- Y4+ B1+", "B2+").offer(0, "Y3+").time_up()
    assert (scene.phase, scene.active) == ("bid", 2)
    assert scene.counts()[1] == 3
    assert scene.raise_(2, "B2+").pass_(0).offers(1) == (Pass(),)


def test_a_table_that_everybody_left_goes_on_to_the_end() -> None:
    """Each leader offers, all pass, and the round is counted."""
    scene = Scene("Y3+ G1+", "Y1+ Y2+", stock="B1+ B2+")
    moves = 0
    while scene.phase != "over":
        scene.time_up()
        moves += 1
    assert scene.outcome.reason == "one_left"
    assert moves == 3 * 4  # two cards of the hand, two of the stock; offer, pass, review


def test_close_counts_the_piles_as_they_lie() -> None:
    """RULES.md 5.7: a trick in progress and the hands do not count; one in the review does."""
    scene = Scene("Y3+ G1+", "Y4- Y2+", "B1+ B2+", piles=("Y1-", "", "G2+ G2-"))
    scene.offer(0, "Y3+").raise_(1, "Y4-")
    end = GAME.close(scene.rules, scene.state)
    outcome = GAME.outcome(scene.rules, end.state)
    assert outcome is not None
    assert (outcome.scores, outcome.places, outcome.reason) == ((-1, 0, 0), (3, 1, 1), "closed")
    assert [event.kind for event in end.events] == ["counted", "round_over"]
    scene.pass_(2).raise_(0, "G1+").pass_(1, 2)
    assert scene.phase == "review"
    end = GAME.close(scene.rules, scene.state)
    outcome = GAME.outcome(scene.rules, end.state)
    assert outcome is not None
    assert outcome.scores == (-1 + 1 - 1 + 1, 0, 0)
    assert cards_in(GAME, scene.rules, end.state) == scene.all_cards


@pytest.mark.parametrize("seats", range(2, 8))
def test_no_round_comes_near_the_limit(seats: int) -> None:
    """RULES.md 5.7: each shown card leads to fewer moves than seats plus one."""
    cards = 6 * (seats + 2)
    assert cards * 2 * seats < GAME.meta.max_moves
    assert len(play_round(GAME, seats, 3).taken) <= cards * 2 * seats


def test_actions_name_the_whole_card() -> None:
    """Only the holder sends the whole name; no other viewer gets it while the round runs."""
    scene = Scene("Y3+ G1+", "Y4- Y2+").offer(0, "Y3+")
    assert scene.offers(1) == (Pass(), Raise(name("Y4-")))
    assert GAME.selection_of(Offer(name("Y3+"))) == ("yellow-3-harmless",)
