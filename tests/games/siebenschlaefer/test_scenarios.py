"""The scenarios of SCENARIOS.md, under every revision."""

from __future__ import annotations

from collections import Counter

import pytest

from games.kernel.chance import SeededChance
from games.kernel.contract import Start
from games.siebenschlaefer import GAME
from games.siebenschlaefer.actions import Lay, TimeUp
from games.siebenschlaefer.cards import DECK, names
from games.siebenschlaefer.lots import opening
from games.siebenschlaefer.state import Phase
from tests.games.contract.rounds import play_round
from tests.games.siebenschlaefer.scene import (
    DRAW,
    PASS,
    Scene,
    faces,
    lay,
    odd,
    rules_with,
    still_stuck,
)

pytestmark = pytest.mark.usefixtures("every_revision")

NO_TWO = tuple(sorted(faces("3 4 5 6")))
WITH_TWO = tuple(sorted(faces("2 4 5 6")))


@pytest.mark.parametrize("seats", range(2, 8))
def test_s01_setup(seats: int) -> None:
    """S01: ten cards each, the rest of the 104 is the stock, and the seat that begins is active."""
    for seed in range(20):
        chance = SeededChance(bytes([seed]))
        step = GAME.deal(rules_with(), seats, Start(number=1, at_ms=7), chance)
        board = GAME.observe(rules_with(), step.state, None)
        assert board.cards == (10,) * seats
        assert board.stock == 104 - 10 * seats
        assert (board.top, board.discard, board.value) == ((), 0, None)
        assert board.active == board.began
        assert board.awaited == (board.active,)
        dealt = Counter(face for hand in step.state.hands for face in hand)
        assert dealt + Counter(step.state.stock) == Counter(DECK)
    assert len(DECK) == 104


def test_s02_starter() -> None:
    """S02: the only holder of a 2 begins, without lots."""
    stock = faces("9 9 9 9")
    began, after, told = opening([NO_TWO, NO_TWO, WITH_TWO], stock, SeededChance(b"s02"))
    assert began == 2
    assert after == stock
    assert [event.kind for event in told] == ["begins"]
    assert told[0].data == {"seat": 2, "reason": "only_two"}


def test_s03_lots() -> None:
    """S03: a picture is drawn again, equal lots draw again, the lowest begins, all lots go back."""
    drawn = faces("9 king 4 4 8 3") + faces("10 10 10 10")
    stock = drawn[::-1]
    hands = [WITH_TWO, WITH_TWO, NO_TWO, WITH_TWO]
    began, after, told = opening(hands, stock, SeededChance(b"s03"))
    assert began == 3
    assert [event.kind for event in told] == ["lots", "lots", "begins"]
    assert told[0].data == {
        "seats": [0, 1, 3], "cards": [["9"], ["king", "4"], ["4"]], "lowest": [1, 3]
    }  # fmt: skip
    assert told[1].data == {"seats": [1, 3], "cards": [["8"], ["3"]], "lowest": [3]}
    assert told[2].data == {"seat": 3, "reason": "lots_among_twos"}
    assert len(after) == len(stock)
    assert Counter(after) == Counter(stock)
    assert all(event.moment and event.visible_to(None) for event in told[:2])


def test_s04_nobody_has_a_two() -> None:
    """S04: all seats draw."""
    stock = faces("ace jack queen 5 4 10 10 10")[::-1]
    began, _, told = opening([NO_TWO, NO_TWO], stock, SeededChance(b"s04"))
    assert began == 1
    assert told[0].data == {
        "seats": [0, 1], "cards": [["ace", "jack", "queen", "5"], ["4"]], "lowest": [1]
    }  # fmt: skip
    assert told[1].data == {"seat": 1, "reason": "lots_among_all"}


def test_s05_sum() -> None:
    """S05: 12 beats 11, and its 7 makes the next seat draw and miss its turn; 11 does not."""
    scene = Scene("5 7 8 3", "2 2", "2 2", top="5 6")
    assert scene.board().value == 11
    assert scene.code(0, lay("8 3")) == "too_low"
    scene.do(0, lay("5 7"))
    assert scene.board().value == 12
    assert scene.counts() == [2, 4, 2]
    assert scene.state.active == 2


def test_s06_picture() -> None:
    """S06: a picture doubles."""
    scene = Scene("king 8 queen 7", "2 2", top="5 10")
    assert scene.code(0, lay("queen 7")) == "too_low"
    assert scene.do(0, lay("king 8")).board().value == 16


def test_s07_two_pictures() -> None:
    """S07."""
    scene = Scene("jack king 2 3", "2 2")
    assert scene.code(0, lay("jack king")) == "illegal_pair"


def test_s08_ace_mixed() -> None:
    """S08."""
    scene = Scene("ace 9 queen 3", "2 2")
    assert scene.code(0, lay("ace 9")) == "illegal_pair"
    assert scene.code(0, lay("ace queen")) == "illegal_pair"


def test_s09_aces() -> None:
    """S09: aces beat 20, and any pair may follow."""
    scene = Scene("ace ace 5 5", "2 2 3 3", top="10 10").do(0, lay("ace ace"))
    assert scene.board().value is None
    assert scene.last("laid").data["value"] is None
    assert scene.code(1, lay("2 2")) is None


def test_s10_aces_on_aces() -> None:
    """S10."""
    scene = Scene("ace ace 5 5", "2 2", top="ace ace").do(0, lay("ace ace"))
    assert scene.board().value is None


def test_s11_seven() -> None:
    """S11: the next seat draws two and is skipped."""
    scene = Scene("7 9 5 5", "2 2", "2 2").do(0, lay("7 9"))
    assert scene.counts() == [2, 4, 2]
    assert scene.state.active == 2
    assert scene.board().value == 16
    assert scene.kinds() == ["laid", "cards_drawn", "drew", "skipped"]
    assert scene.last("cards_drawn").data == {"seat": 1, "count": 2, "because": "seven"}
    assert scene.last("skipped").data == {"seat": 1, "by": 0}


def test_s12_seven_with_a_picture() -> None:
    """S12: the pair counts 14, and it is a seven, too."""
    scene = Scene("7 jack 5 5", "2 2", "2 2", top="6 6").do(0, lay("7 jack"))
    assert scene.board().value == 14
    assert scene.counts() == [2, 4, 2]
    assert scene.state.active == 2


def test_s13_seven_between_two() -> None:
    """S13: the seat that laid it goes on, and has to beat it."""
    scene = Scene("7 2 4 5 10 10", "2 2").do(0, lay("7 2"))
    assert scene.counts() == [4, 4]
    assert scene.state.active == 0
    assert scene.code(0, lay("4 5")) == "too_low"
    assert scene.code(0, lay("10 10")) is None


def test_s14_double_seven() -> None:
    """S14: all others draw, clockwise; the same seat has to beat 14."""
    scene = Scene("2 2", "7 7 5 9 10 10", "2 2", "2 2", top="3 10", active=1)
    scene.do(1, lay("7 7"))
    assert scene.counts() == [4, 4, 4, 4]
    drawing = [event.data["seat"] for event in scene.told if event.kind == "cards_drawn"]
    assert drawing == [2, 3, 0]
    assert scene.kinds()[-1] == "goes_again"
    assert scene.state.active == 1
    assert scene.board().phase == "turn"
    assert scene.code(1, lay("5 9")) == "too_low"
    assert scene.code(1, lay("10 10")) is None


def test_s15_double_seven_stuck() -> None:
    """S15: the seat draws only once, then the next seat follows."""
    scene = Scene("2 2", "7 7 2 3", "2 2", "2 2", top="3 10", active=1, stock="9 9 9 9 9 9 3 4")
    scene.do(1, lay("7 7")).do(1, DRAW)
    assert scene.state.active == 1
    assert scene.code(1, DRAW) == "wrong_phase"
    scene.do(1, PASS)
    assert scene.state.active == 2
    assert scene.counts()[1] == 4


def test_s16_cannot_lay() -> None:
    """S16: the seat can neither lay nor pass, only draw."""
    scene = Scene("2 3 jack king", "2 2", top="10 10")
    assert scene.code(0, lay("2 3")) == "too_low"
    assert scene.code(0, lay("jack king")) == "illegal_pair"
    assert scene.code(0, PASS) == "must_draw"
    assert scene.offers(0) == (DRAW,)
    scene.do(0, DRAW)
    assert scene.board().phase == "after_draw"
    assert scene.counts() == [6, 2]


def test_s17_draw_then_lay() -> None:
    """S17: the seat must lay in the same turn; a pass is refused."""
    scene = Scene("2 3", "2 2", top="8 10", stock="9 10").do(0, DRAW)
    assert scene.state.active == 0
    assert scene.code(0, PASS) == "must_lay"
    scene.do(0, lay("9 10"))
    assert scene.state.active == 1


def test_s18_can_lay() -> None:
    """S18."""
    scene = Scene("2 3 10 10", "2 2", top="8 10")
    assert scene.code(0, DRAW) == "must_lay"
    assert scene.code(0, PASS) == "must_lay"


def test_s19_all_pass() -> None:
    """S19: it takes as many passes as seats, the layer's own too; then two cards are turned up."""
    stock = "2 2 3 3 4 4 6 9"
    scene = Scene("10 10 2 3", "2 3", "2 3", stock=stock).do(0, lay("10 10"))
    for seat in (1, 2):
        scene.do(seat, DRAW).do(seat, PASS)
    assert scene.board().passes == 2
    scene.do(0, DRAW).do(0, PASS)
    assert scene.last("new_start").data == {"cards": ["6", "9"], "value": 15}
    board = scene.board()
    assert (board.top, board.value, board.laid_by) == (("6", "9"), 15, None)
    assert (board.active, board.passes, board.discard) == (1, 0, 2)


def all_pass(stock: str) -> Scene:
    """Return a scene: both seats have passed on 20, and these cards are on top of the stock."""
    scene = Scene("10 10 2 3", "2 3", stock="2 2 2 2 " + stock).do(0, lay("10 10"))
    return scene.do(1, DRAW).do(1, PASS).do(0, DRAW).do(0, PASS)


def test_s20_start_value_pictures() -> None:
    """S20: the pictures are set aside, and two more cards are turned up."""
    scene = all_pass("queen king 3 9")
    assert scene.kinds() == ["passed", "set_aside", "new_start"]
    assert scene.last("set_aside").data == {"cards": ["queen", "king"]}
    assert scene.board().value == 12
    assert Counter(names(scene.state.discard)) == Counter(["10", "10", "queen", "king"])


def test_s21_start_value_aces() -> None:
    """S21: an ace with another card is set aside; two aces are free."""
    scene = all_pass("ace 5 ace ace")
    assert scene.last("set_aside").data == {"cards": ["5", "ace"]}
    assert scene.last("new_start").data == {"cards": ["ace", "ace"], "value": None}
    assert scene.board().value is None
    assert scene.board().top == ("ace", "ace")


@pytest.mark.parametrize(("stock", "value"), [("7 4", 11), ("7 7", 14)])
def test_s22_start_value_sevens(stock: str, value: int) -> None:
    """S22: no seat laid them, so no seat draws."""
    scene = all_pass(stock)
    assert scene.board().value == value
    assert scene.kinds() == ["passed", "new_start"]
    assert scene.state.active == 1


def test_s23_reshuffle() -> None:
    """S23: all laid cards except the top pair are the new stock."""
    discard = " ".join(["3", "4", "5", "6", "8"] * 6)
    scene = Scene("2 3", "2 2", top="10 10", discard=discard, nothing_left=True).do(0, DRAW)
    assert scene.kinds() == ["reshuffled", "cards_drawn", "drew"]
    assert scene.last("reshuffled").data == {"count": 30}
    board = scene.board()
    assert (board.stock, board.discard, board.top) == (28, 0, ("10", "10"))
    assert scene.counts() == [4, 2]


def test_s24_nothing_left() -> None:
    """S24: no card is drawn, and the turn goes on; if all pass, the value is free."""
    scene = Scene("2 3", "2 2", top="10 10", nothing_left=True).do(0, DRAW)
    assert scene.kinds() == ["stock_exhausted"]
    assert scene.board().phase == "after_draw"
    scene.do(0, PASS).do(1, DRAW).do(1, PASS)
    assert scene.kinds() == ["passed", "value_freed"]
    board = scene.board()
    assert (board.value, board.top, board.passes) == (None, ("10", "10"), 0)
    assert scene.code(0, lay("2 3")) is None


def test_s25_win() -> None:
    """S25: the round is over at once; the other hands are counted."""
    scene = Scene("10 10", "2 3", "king ace", top="8 8").do(0, lay("10 10"))
    assert scene.kinds() == ["laid", "hands_counted", "round_over"]
    assert scene.last("round_over").data == {"reason": "out", "winners": [0]}
    assert scene.last("hands_counted").data == {
        "hands": [[], ["2", "3"], ["king", "ace"]], "points": [0, 5, 23], "payers": [2]
    }  # fmt: skip
    ended = scene.board().ended
    assert ended is not None
    assert (ended.winners, ended.payers) == ((0,), (2,))
    assert [hand.cards for hand in ended.hands] == [(), ("2", "3"), ("king", "ace")]


def test_s26_win_with_a_seven() -> None:
    """S26: the next seat draws no cards."""
    scene = Scene("7 8", "2 3", "2 2").do(0, lay("7 8"))
    assert scene.state.phase is Phase.OVER
    assert scene.counts() == [0, 2, 2]


def test_s27_score() -> None:
    """S27: 24, 22 and 24: both 24 pay."""
    scene = Scene("2 3", "king queen", "ace ace", "10 9 3 2").do(0, lay("2 3"))
    outcome = GAME.outcome(scene.rules, scene.state)
    assert outcome is not None
    assert outcome.scores == (0, 24, 22, 24)
    assert outcome.places == (1, 3, 2, 3)
    ended = scene.board().ended
    assert ended is not None
    assert ended.payers == (1, 3)
    assert [hand.pays for hand in ended.hands] == [False, True, False, True]


@pytest.mark.parametrize("seats", range(2, 8))
def test_s28_parity(seats: int) -> None:
    """S28: no number of cards is ever odd, whatever is played."""
    for position in play_round(GAME, seats, 28).positions:
        assert not odd(position.state)


def test_s29_closing_time() -> None:
    """S29: after 120 turns for each seat the lowest count wins."""
    scene = Scene("2 3 4 4", "king ace", "2 2", turns=359).do(0, lay("2 3"))
    assert scene.kinds() == ["laid", "closing_time", "hands_counted", "round_over"]
    assert scene.last("closing_time").data == {"turns": 360}
    assert scene.last("round_over").data == {"reason": "closing_time", "winners": [2]}
    outcome = GAME.outcome(scene.rules, scene.state)
    assert outcome is not None
    assert (outcome.scores, outcome.places) == ((8, 23, 4), (2, 3, 1))
    before = Scene("2 3 4 4", "king ace", "2 2", turns=358).do(0, lay("2 3"))
    assert before.state.phase is Phase.TURN


def test_s30_illegal() -> None:
    """S30."""
    scene = Scene("2 3 4 5", "6 6")
    assert scene.code(1, lay("6 6")) == "not_your_turn"
    assert scene.code(None, lay("2 3")) == "not_seated"
    assert scene.code(0, Lay(())) == "two_cards_needed"
    assert scene.code(0, lay("2")) == "two_cards_needed"
    assert scene.code(0, lay("2 3 4")) == "two_cards_needed"
    assert scene.code(0, lay("6 6")) == "unknown_card"
    assert scene.code(0, lay("2 2")) == "unknown_card"
    assert scene.code(0, lay("2 joker")) == "unknown_card"
    assert scene.code(0, lay("joker")) == "unknown_card"
    assert scene.code(0, TimeUp()) == "not_allowed"
    over = Scene("2 3", "6 6").do(0, lay("2 3"))
    assert over.code(1, lay("6 6")) == "game_over"
    assert over.deadlines() == ()
    assert over.offers(1) == ()


def test_s31_still_stuck(every_revision: int) -> None:
    """S31: a seat that drew and still cannot lay may pass without drawing again.

    The sheet says “darf er passen, ohne nochmals ziehen zu müssen”. Revision 1 left that out where
    a draw ends the turn.
    """
    scene, is_spared = still_stuck(), every_revision > 1
    assert scene.board().spared == ((0,) if is_spared else ())
    assert scene.offers(0) == ((DRAW, PASS) if is_spared else (DRAW,))
    assert scene.code(0, PASS) == (None if is_spared else "must_draw")
    assert scene.code(0, DRAW) is None
