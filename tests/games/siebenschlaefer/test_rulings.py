"""The rulings SI-R1 to SI-R25 that no scenario shows, and related clauses, under every revision."""

from __future__ import annotations

from collections import Counter

import pytest

from games.kernel.chance import SeededChance
from games.kernel.contract import Start
from games.siebenschlaefer import GAME
from games.siebenschlaefer.cards import names
from games.siebenschlaefer.lots import opening
from games.siebenschlaefer.state import Phase
from tests.games.siebenschlaefer.scene import DRAW, PASS, Scene, faces, lay, rules_with

pytestmark = pytest.mark.usefixtures("every_revision")


def test_r1_two_to_seven() -> None:
    """SI-R1: seven seats leave 34 cards."""
    assert GAME.meta.seats == (2, 7)


def test_r2_aces_are_no_pictures() -> None:
    """SI-R2: an ace doubles no card, and no card doubles it."""
    scene = Scene("ace 5 queen 2", "2 2")
    assert scene.code(0, lay("ace 5")) == "illegal_pair"
    assert scene.code(0, lay("ace queen")) == "illegal_pair"


def test_r3_lots_are_drawn_until_one_is_lowest() -> None:
    """SI-R3: seats with equal lots draw again, as often as it takes."""
    drawn = faces("3 3 3") + faces("5 5 9") + faces("8 jack 6") + faces("2 2 2")
    hands = [faces("4 5")] * 3
    began, after, told = opening(hands, drawn[::-1], SeededChance(b"r3"))
    assert [event.data.get("lowest") for event in told] == [[0, 1, 2], [0, 1], [1], None]
    assert began == 1
    assert Counter(after) == Counter(drawn)


def test_lots_without_numbers() -> None:
    """RULES.md 2.4: if the stock runs out, one of the seats that draw begins by chance."""
    began = set()
    for seed in range(20):
        stock = faces("jack 3 queen king")[::-1]
        seat, after, told = opening([faces("4 5")] * 2, stock, SeededChance(bytes([seed])))
        assert told[0].data["cards"] == [["jack", "3"], ["queen", "king"]]
        assert told[0].data["lowest"] == [seat]
        assert Counter(after) == Counter(stock)
        began.add(seat)
    assert began == {0, 1}


def test_r4_the_two_may_stay() -> None:
    """SI-R4: the first seat may lay any pair."""
    for seed in range(10):
        chance = SeededChance(bytes([seed]))
        state = GAME.deal(rules_with(), 3, Start(number=1, at_ms=0), chance).state
        offers = GAME.legal_actions(rules_with(), state, state.active)
        assert any("2" not in offer.cards for offer in offers)  # type: ignore[union-attr]


def test_every_round_asks_anew_who_begins() -> None:
    """RULES.md 2.2: the seat that began the round before does not matter."""
    for began in (None, 0, 1, 2):
        chance = SeededChance(b"anew")
        start = Start(number=2, at_ms=0, began=began)
        state = GAME.deal(rules_with(), 3, start, chance).state
        assert state == GAME.deal(rules_with(), 3, Start(1, 0), SeededChance(b"anew")).state


@pytest.mark.parametrize(("top", "legal"), [("9 10", True), ("king 9", True), ("10 10", False)])
def test_r5_the_value_is_that_of_the_last_pair(top: str, legal: bool) -> None:
    """SI-R5: doubling counts, and the next pair must be higher."""
    assert (Scene("10 10 2 2", "2 2", top=top).code(0, lay("10 10")) is None) == legal


def test_r6_laying_is_compulsory() -> None:
    """SI-R6: a seat that can lay is offered only pairs."""
    scene = Scene("2 3 10 10", "2 2", top="8 10")
    assert scene.offers(0) == (lay("10 10"),)


def test_r8_one_draw_in_a_turn() -> None:
    """SI-R8."""
    scene = Scene("2 3", "2 2", top="10 10", stock="4 5").do(0, DRAW)
    assert scene.code(0, DRAW) == "wrong_phase"
    assert scene.offers(0) == (PASS,)


def test_r9_a_skipped_seat_has_not_passed() -> None:
    """SI-R9: three seats need three passes, whichever seat is skipped."""
    scene = Scene("7 10 7 7", "2 2", "2 2", stock="2 3 3 3 2 3 3 4 10 10", top="8 8")
    scene.do(0, lay("7 10"))
    assert scene.state.active == 2
    for seat in (2, 0, 1):
        assert "new_start" not in scene.kinds()
        scene.do(seat, DRAW).do(seat, PASS)
    assert scene.kinds() == ["passed", "new_start"]
    assert scene.state.active == 2


def test_r10_the_next_seat_goes_on() -> None:
    """SI-R10: after a new start value the order is normal, as S19 shows, also from seat 2."""
    scene = Scene("2 3", "10 10 2 3", "2 3", active=1, stock="2 2 3 3 4 4 6 9")
    scene.do(1, lay("10 10"))
    for seat in (2, 0, 1):
        scene.do(seat, DRAW).do(seat, PASS)
    assert scene.state.active == 2


def test_r11_nothing_makes_a_pair() -> None:
    """SI-R11: cards that were set aside are not turned up twice; then the value is free."""
    scene = Scene("2 3", "2 2", top="10 10", stock="3 3 4 4 jack queen", discard="ace 5 king jack",
                  nothing_left=True)  # fmt: skip
    scene.do(0, DRAW).do(0, PASS).do(1, DRAW).do(1, PASS)
    turned = [event.data["cards"] for event in scene.told if event.kind == "set_aside"]
    assert turned[0] == ["jack", "queen"]
    assert scene.kinds()[:3] == ["passed", "set_aside", "reshuffled"]
    if scene.kinds()[-1] == "value_freed":
        assert sum(map(len, turned)) == 6
        assert (scene.board().stock, scene.board().value) == (0, None)
        assert scene.board().top == ("10", "10")
    else:
        assert scene.last("new_start").data["value"] == 10


def test_r11_aside_goes_to_the_discards() -> None:
    """SI-R11: no card is lost, and set-aside cards can be drawn later."""
    scene = Scene("2 3", "2 2", top="10 10", stock="3 3 4 4 jack queen", nothing_left=True)
    scene.do(0, DRAW).do(0, PASS).do(1, DRAW).do(1, PASS)
    assert scene.kinds() == ["passed", "set_aside", "value_freed"]
    assert names(scene.state.discard) == ("jack", "queen")
    scene.do(0, lay("2 3"))
    assert scene.board().value == 5


def test_r13_aces_open_too() -> None:
    """SI-R13: aces may be the first pair of a round."""
    scene = Scene("ace ace 5 5", "2 2").do(0, lay("ace ace"))
    assert scene.board().value is None


def test_r14_free_stays_free() -> None:
    """SI-R14: a seat that cannot lay on a free value draws; the next seat may lay any pair."""
    scene = Scene("ace ace 5 5", "jack queen", "2 2 5 5", stock="king king").do(0, lay("ace ace"))
    assert scene.code(1, lay("jack queen")) == "illegal_pair"
    scene.do(1, DRAW).do(1, PASS)
    assert scene.board().value is None
    assert scene.code(2, lay("2 2")) is None


@pytest.mark.parametrize("picture", ["jack", "queen", "king"])
def test_r15_a_picture_doubles_a_seven(picture: str) -> None:
    """SI-R15: 14, and the next seat is skipped."""
    scene = Scene(f"7 {picture} 5 5", "2 2", "2 2").do(0, lay(f"{picture} 7"))
    assert scene.board().value == 14
    assert scene.state.active == 2


def test_r17_laid_cards_are_not_browsable() -> None:
    """SI-R17: a board shows only the number of cards under the top pair."""
    scene = Scene("2 3 9 9", "5 6", top="2 2").do(0, lay("2 3"))
    assert scene.board(1).discard == 2
    assert scene.board(1).top == ("2", "3")


def test_r18_only_when_two_are_needed() -> None:
    """SI-R18: the last two cards are drawn without making a new stock."""
    scene = Scene("2 3", "2 2", top="10 10", stock="4 4", discard="5 5 6 6", nothing_left=True)
    scene.do(0, DRAW)
    assert scene.kinds() == ["cards_drawn", "drew"]
    assert (scene.board().stock, scene.board().discard) == (0, 4)
    scene.do(0, PASS).do(1, DRAW)
    assert scene.kinds() == ["reshuffled", "cards_drawn", "drew"]


def test_r20_the_layer_of_a_double_seven_passes() -> None:
    """SI-R20: that is one of the passes in a row."""
    scene = Scene("7 7 2 3", "2 2", top="2 3", stock="3 3 4 4 3 4 8 9").do(0, lay("7 7"))
    scene.do(0, DRAW).do(0, PASS)
    assert scene.board().passes == 1
    scene.do(1, DRAW).do(1, PASS)
    assert scene.last("new_start").data["value"] == 17
    assert scene.state.active == 0


def test_r23_only_one_picture() -> None:
    """SI-R22, SI-R23: two pictures, or three cards, are never laid."""
    scene = Scene("jack queen 5 6", "2 2")
    assert scene.code(0, lay("jack queen")) == "illegal_pair"
    assert scene.code(0, lay("jack 5 6")) == "two_cards_needed"


@pytest.mark.parametrize(("second", "following"), [("10 10", 2), ("7 10", 3)])
def test_r24_after_a_double_seven(second: str, following: int) -> None:
    """SI-R24: then the next seat follows; only another 7 skips it."""
    scene = Scene("2 2", f"7 7 {second} 2 2", "2 2", "2 2", active=1)
    scene.do(1, lay("7 7")).do(1, lay(second))
    assert scene.state.active == following


def test_the_double_seven_of_a_new_turn_counts_as_one() -> None:
    """RULES.md 5.4: each of the two turns counts toward closing time."""
    scene = Scene("7 7 10 10 2 2", "2 2").do(0, lay("7 7"))
    assert scene.state.turns == 1
    scene.do(0, lay("10 10"))
    assert scene.state.turns == 2


def test_closing_time_before_a_new_start_value() -> None:
    """RULES.md 5.4: the last pass of a round turns up no more cards."""
    scene = Scene("2 3", "2 2", top="10 10", turns=238, stock="3 3 4 4")
    scene.do(0, DRAW).do(0, PASS).do(1, DRAW).do(1, PASS)
    assert scene.kinds() == ["passed", "closing_time", "hands_counted", "round_over"]
    assert scene.state.phase is Phase.OVER


def test_out_at_closing_time() -> None:
    """RULES.md 5.1: a seat that lays its last pair in the last turn wins by that."""
    scene = Scene("2 3", "2 2", turns=239).do(0, lay("2 3"))
    assert scene.last("round_over").data["reason"] == "out"
