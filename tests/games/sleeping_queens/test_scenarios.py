"""The scenarios of SCENARIOS.md, under every revision."""

from __future__ import annotations

from collections import Counter

import pytest

from games.kernel.chance import SeededChance
from games.kernel.contract import Start
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import (
    DeclineWake,
    Defend,
    DiscardAny,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    WakeQueen,
)
from games.sleeping_queens.cards import DECK
from tests.games.sleeping_queens.scene import Scene, rules_with

pytestmark = pytest.mark.usefixtures("every_revision")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_q01_setup(seats: int) -> None:
    """Q01: twelve asleep, 67 cards, hands of five, and the seat left of the dealer begins."""
    for seed in range(20):
        chance = SeededChance(bytes([seed]))
        step = GAME.deal(rules_with(), seats, Start(number=1, at_ms=7), chance)
        board = GAME.observe(rules_with(), step.state, None)
        assert board.slots == (True,) * 12
        assert [place.cards for place in board.places] == [5] * seats
        assert board.draw == 67 - 5 * seats
        assert board.discard == 0
        assert board.active == (board.dealer + 1) % seats
        assert board.awaited == (board.active,)
        dealt = Counter(face for hand in step.state.hands for face in hand)
        assert dealt + Counter(step.state.draw) == Counter(DECK)
        assert len(DECK) == 67


def test_q02_king() -> None:
    """Q02: a king wakes a queen; her points count, the hand is refilled, the next seat goes on."""
    scene = Scene("king", "", asleep={3: "heart"}).do(0, PlayKing(3))
    assert scene.owns(0) == {"heart"}
    assert scene.board().places[0].points == 20
    assert not scene.board().slots[3]
    assert len(scene.hand(0)) == 5
    assert scene.board().discard_top == "king"
    assert scene.state.active == 1
    assert scene.kinds() == ["king_played", "queen_woken", "refilled", "drew"]
    assert scene.last("queen_woken").data == {
        "seat": 0, "queen": "heart", "slot": 3, "points": 20
    }  # fmt: skip


def test_q03_jester_turns_up_a_special_card() -> None:
    """Q03: the card goes to the hand, all see it, and the same seat goes on."""
    scene = Scene("jester 1 2 3 4", "", draw="knight").do(0, PlayJester())
    assert scene.hand(0) == ["knight", "1", "2", "3", "4"]
    assert scene.state.active == 0
    assert scene.board().phase == "turn"
    revealed = scene.last("jester_revealed")
    assert revealed.data == {"seat": 0, "card": "knight", "counted": None}
    assert revealed.audience is None
    reveal = scene.board().reveal
    assert reveal is not None
    assert (reveal.card, reveal.counted) == ("knight", None)


def test_q04_jester_4_of_4() -> None:
    """Q04: with four seats a 4 counts to the fourth one."""
    scene = Scene("", "jester", "", "", draw="4", active=1).do(1, PlayJester())
    assert scene.board().phase == "wake_choice"
    assert scene.board().awaited == (0,)
    assert scene.board().discard_top == "4"


def test_q05_jester_10_of_3() -> None:
    """Q05: the count goes round and meets the active seat."""
    scene = Scene("", "jester", "", draw="10", active=1).do(1, PlayJester())
    assert scene.board().awaited == (1,)


def test_q06_jester_1() -> None:
    """Q06: a 1 meets the active seat itself."""
    scene = Scene("jester", "", "", draw="1").do(0, PlayJester())
    assert scene.board().awaited == (0,)


def test_q07_win_on_anothers_turn() -> None:
    """Q07: the counted seat wakes its fifth queen and wins at once; no seat refills."""
    scene = Scene(
        "jester", "", awake=("", "rose cake rainbow moon"), asleep={0: "starfish"}, draw="2"
    )
    scene.do(0, PlayJester()).do(1, WakeQueen(0))
    assert scene.ended == ("queens", (1,))
    assert "refilled" not in scene.kinds()
    assert len(scene.hand(0)) == 4
    assert scene.last("round_over").data == {"reason": "queens", "winners": [1]}
    assert scene.board().awaited == ()


def test_q08_decline() -> None:
    """Q08: no queen wakes; the active seat refills; the seat left of it goes on."""
    scene = Scene("jester", "", "", draw="3").do(0, PlayJester()).do(2, DeclineWake())
    assert scene.owns(2) == set()
    assert all(scene.board().slots)
    assert len(scene.hand(0)) == 5
    assert scene.state.active == 1
    assert scene.kinds() == ["wake_declined", "refilled", "drew"]


def test_q09_rose() -> None:
    """Q09: the Rose Queen brings another queen along, and that is compulsory."""
    scene = Scene("king", "", asleep={0: "rose", 1: "moon"}).do(0, PlayKing(0))
    assert scene.board().phase == "wake_choice"
    assert scene.board().awaited == (0,)
    assert scene.code(0, DeclineWake()) == "not_allowed"
    assert DeclineWake() not in scene.offers(0)
    scene.do(0, WakeQueen(1))
    assert scene.owns(0) == {"rose", "moon"}
    assert scene.state.active == 1
    assert len(scene.hand(0)) == 5


def test_q10_rose_by_jester() -> None:
    """Q10: the counted seat wakes the Rose Queen and chooses again."""
    scene = Scene("jester", "", "", asleep={0: "rose", 1: "moon"}, draw="2")
    scene.do(0, PlayJester()).do(1, WakeQueen(0))
    wake = scene.board().wake
    assert wake is not None
    assert (wake.seat, wake.reason) == (1, "rose")
    scene.do(1, WakeQueen(1))
    assert scene.owns(1) == {"rose", "moon"}
    assert scene.state.active == 1
    assert len(scene.hand(0)) == 5


def test_q11_rose_stolen() -> None:
    """Q11: a knight brings the Rose Queen alone."""
    scene = Scene("knight", "", awake=("", "rose")).do(0, PlayKnight(1, "rose"))
    scene.do(1, LetHappen()).time_up("hold")
    assert scene.owns(0) == {"rose"}
    assert scene.board().phase == "turn"
    assert scene.state.active == 1


def test_q12_rose_again() -> None:
    """Q12: put to sleep and woken again, she brings another queen again."""
    scene = Scene("potion", "king", awake=("", "rose"), asleep={5: "-", 1: "moon"})
    scene.do(0, PlayPotion(1, "rose", 5)).do(1, LetHappen()).time_up("hold")
    scene.do(1, PlayKing(5))
    assert scene.board().phase == "wake_choice"
    scene.do(1, WakeQueen(1))
    assert scene.owns(1) == {"rose", "moon"}


def test_q13_rose_is_the_fifth_queen() -> None:
    """Q13: the round is over before she brings another queen."""
    scene = Scene("king", "", "", awake=("cake rainbow starfish moon",), asleep={0: "rose"})
    scene.do(0, PlayKing(0))
    assert scene.ended == ("queens", (0,))


def test_q14_cat_and_dog() -> None:
    """Q14: the Dog Queen goes back on the same slot, all see her, and the king is spent."""
    scene = Scene("king 1 2 3 4", "", awake=("cat",), asleep={6: "dog"}).do(0, PlayKing(6))
    assert scene.owns(0) == {"cat"}
    assert scene.sleeper(6) == "dog"
    back = scene.last("queen_put_back")
    assert back.audience is None
    assert back.moment
    assert back.data == {"seat": 0, "queen": "dog", "slot": 6, "because": "cat"}
    assert scene.board().discard_top == "king"
    assert len(scene.hand(0)) == 5
    assert scene.state.active == 1


def test_q15_clash_in_the_bonus() -> None:
    """Q15: the Rose Queen stays, the Cat Queen goes back, and the turn is over."""
    scene = Scene("king", "", awake=("dog",), asleep={0: "rose", 1: "cat"})
    scene.do(0, PlayKing(0)).do(0, WakeQueen(1))
    assert scene.owns(0) == {"dog", "rose"}
    assert scene.sleeper(1) == "cat"
    assert scene.state.active == 1
    assert len(scene.hand(0)) == 5


@pytest.mark.parametrize(("own", "theirs"), [("cat", "dog"), ("dog", "cat")])
def test_q16_no_knight_for_a_clash(own: str, theirs: str) -> None:
    """Q16: with the Cat Queen no knight rides for the Dog Queen, nor the other way round."""
    scene = Scene("knight", "", awake=(own, theirs))
    assert scene.code(0, PlayKnight(1, theirs)) == "cat_dog_conflict"
    assert not any(isinstance(offer, PlayKnight) for offer in scene.offers(0))


def test_q17_knight_undefended() -> None:
    """Q17: the queen moves, and the attacker refills."""
    scene = Scene("knight", "", "", awake=("", "", "heart")).do(0, PlayKnight(2, "heart"))
    scene.do(2, LetHappen()).time_up("hold")
    assert scene.owns(0) == {"heart"}
    assert scene.owns(2) == set()
    assert len(scene.hand(0)) == 5
    assert scene.state.active == 1
    assert scene.last("queen_stolen").data == {
        "attacker": 0, "victim": 2, "queen": "heart", "points": 20
    }  # fmt: skip


def test_q18_knight_defended() -> None:
    """Q18: the queen stays, both have five cards, and the seat left of the attacker goes on."""
    scene = Scene("knight", "", "dragon", awake=("", "", "heart")).do(0, PlayKnight(2, "heart"))
    scene.do(2, Defend("dragon"))
    assert scene.owns(2) == {"heart"}
    assert [len(scene.hand(seat)) for seat in (0, 2)] == [5, 5]
    assert scene.state.active == 1
    assert scene.board().discard_top == "dragon"


def test_q19_wand_against_a_knight() -> None:
    """Q19: a wand does not stop a knight, nor a dragon a potion."""
    scene = Scene("knight", "wand", awake=("", "heart")).do(0, PlayKnight(1, "heart"))
    assert scene.code(1, Defend("wand")) == "wrong_card"
    scene = Scene("potion", "dragon", awake=("", "heart"), asleep={0: "-"})
    scene.do(0, PlayPotion(1, "heart", 0))
    assert scene.code(1, Defend("dragon")) == "wrong_card"


def test_q20_window_without_a_dragon() -> None:
    """Q20: the window opens all the same, with the same timing and the same look."""
    scenes = [
        Scene("knight", hand, awake=("", "heart")).do(0, PlayKnight(1, "heart"))
        for hand in ("dragon 1 1 1 1", "wand 1 1 1 1", "1 1 1 1 2")
    ]
    for scene in scenes:
        assert scene.board().phase == "defense"
        assert scene.board().awaited == (1,)
        assert scene.board(0) == scenes[0].board(0)
        assert scene.deadlines() == scenes[0].deadlines()
        assert scene.told == scenes[0].told


def test_q21_potion() -> None:
    """Q21: slot 7 is asleep again; the event names her, afterwards there is only a back."""
    scene = Scene("potion", "", awake=("", "heart"), asleep={7: "-"})
    scene.do(0, PlayPotion(1, "heart", 7)).do(1, LetHappen()).time_up("hold")
    assert scene.owns(1) == set()
    assert scene.sleeper(7) == "heart"
    slept = scene.last("queen_slept")
    assert slept.moment
    assert slept.data == {"attacker": 0, "victim": 1, "queen": "heart", "slot": 7}
    board = scene.board()
    assert board.slots == (True,) * 12
    assert board.remembered == (None,) * 12


def test_q22_potion_slot_taken() -> None:
    """Q22: no queen can sleep on a taken slot."""
    scene = Scene("potion", "", awake=("", "heart"), asleep={7: "-"})
    assert scene.code(0, PlayPotion(1, "heart", 6)) == "slot_occupied"


@pytest.mark.parametrize(
    ("hand", "cards", "drawn"),
    [
        ("6 king king king king", (6,), 1),
        ("4 4 king king king", (4, 4), 2),
        ("2 3 5 king king", (2, 3, 5), 3),
        ("2 3 4 9 king", (2, 3, 4, 9), 4),
        ("5 5 10 king king", (5, 5, 10), 3),
        ("1 2 3 4 10", (1, 2, 3, 4, 10), 5),
    ],
)
def test_q23_numbers(hand: str, cards: tuple[int, ...], drawn: int) -> None:
    """Q23: all are legal, and the same number of cards is drawn."""
    scene = Scene(hand, "")
    assert DiscardNumbers(cards) in scene.offers(0)
    scene.do(0, DiscardNumbers(cards))
    assert scene.last("refilled").data == {"seat": 0, "count": drawn}
    assert scene.board().discard == drawn
    assert scene.state.active == 1


@pytest.mark.parametrize("picks", ["4 5", "3 3 3", "2 3 6", "1 2 3 4", "2 3 5 7", "4 king"])
def test_q24_bad_numbers(picks: str) -> None:
    """Q24: these are no sets."""
    scene = Scene(picks, "")
    meant = scene.meant(0, *picks.split())
    assert isinstance(meant, DiscardNumbers)
    assert scene.code(0, meant) == "not_a_valid_set"
    assert meant not in scene.offers(0)


def test_q25_single_special_card() -> None:
    """Q25: a special card cannot be thrown away while any card can be played."""
    scene = Scene("king", "")
    assert scene.code(0, DiscardAny("king")) == "has_playable_card"


@pytest.mark.parametrize("card", ["dragon", "wand", "knight", "potion"])
def test_q26_nothing_playable(card: str) -> None:
    """Q26: then any card may go."""
    scene = Scene("dragon dragon wand knight potion", "", awake=("moon",))
    assert DiscardAny(card) in scene.offers(0)
    assert not any(isinstance(offer, PlayKnight | PlayPotion) for offer in scene.offers(0))
    scene.do(0, DiscardAny(card))
    assert scene.board().discard_top == card
    assert scene.last("card_discarded").data == {"seat": 0, "card": card}
    assert len(scene.hand(0)) == 5


def test_q27_exhausted() -> None:
    """Q27: one card is drawn, the discard pile is shuffled, two more are drawn."""
    scene = Scene("2 3 5 wand wand", "", draw="king", draw_only=True)
    lying = scene.board().discard
    scene.do(0, DiscardNumbers((2, 3, 5)))
    assert scene.kinds() == ["numbers_discarded", "reshuffled", "refilled", "drew"]
    assert scene.last("reshuffled").data == {"count": lying + 3}
    assert scene.last("drew").data["cards"][0] == "king"
    assert scene.board().discard == 0
    assert scene.board().discard_top is None
    assert scene.board().draw == lying + 3 - 2


def test_q28_all_awake() -> None:
    """Q28: the last queen is awake and no seat is at the goal: the most points win, two share."""
    scene = Scene(
        "king", "", "",
        awake=("heart cat rose", "dog pancake moon cake", "peacock ladybug sunflower rainbow"),
        asleep={0: "starfish"},
    )  # fmt: skip
    scene.do(0, PlayKing(0))
    assert scene.ended == ("all_awake", (0, 1))
    outcome = GAME.outcome(scene.rules, scene.state)
    assert outcome is not None
    assert outcome.scores == (45, 45, 35)
    assert outcome.places == (1, 1, 3)


def test_q29_the_last_queen_clashes() -> None:
    """Q29: only the Dog Queen sleeps, the owner of the Cat Queen wakes her: the round goes on."""
    scene = Scene(
        "king", "", "",
        awake=("heart cat rose", "pancake moon cake starfish", "peacock ladybug sunflower rainbow"),
        asleep={0: "dog"},
    )  # fmt: skip
    scene.do(0, PlayKing(0))
    assert scene.sleeper(0) == "dog"
    assert scene.ended is None
    assert scene.state.active == 1


def test_q30_illegal() -> None:
    """Q30: not active; a dragon in the seat's own turn; a knight against itself; an empty slot."""
    scene = Scene("king knight dragon", "king", awake=("moon", "cake"), asleep={0: "-"})
    assert scene.code(1, PlayKing(1)) == "not_your_turn"
    assert scene.code(0, Defend("dragon")) == "not_playable_now"
    assert scene.code(0, PlayKnight(0, "moon")) == "invalid_target"
    assert scene.code(0, PlayKing(0)) == "slot_empty"
    assert scene.code(None, PlayKing(1)) == "not_seated"
