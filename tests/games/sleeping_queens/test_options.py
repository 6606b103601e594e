"""Each option of the rules version changes only its own rule (RULES.md 9)."""

from __future__ import annotations

import pytest

from games.kernel.chance import SeededChance
from games.kernel.contract import OptionValue, Start
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import (
    DeclineWake,
    DiscardAny,
    DiscardNumbers,
    PlayJester,
    PlayKing,
    PlayPotion,
    WakeQueen,
)
from tests.games.contract.rounds import Declared, play_round
from tests.games.sleeping_queens.scene import Scene, rules_with


def test_options_are_those_of_the_rules() -> None:
    """Their defaults are those of the leaflet."""
    assert {option.name: option.choices for option in GAME.meta.options} == {
        "single_discard": ("number_only", "any_card"),
        "equation": ("single_result", "both_sides"),
        "jester_wake": ("optional", "forced"),
        "potion_slot": ("attacker", "lowest"),
        "memory_aid": ("off", "on"),
        "say_sum": ("off", "on"),
        "tiebreak": ("shared", "queens"),
        "dealer": ("random", "declared"),
    }


def dealers(*said: bool | None, **chosen: OptionValue) -> set[int]:
    """Return the dealers of a first round after these declarations, by many keys."""
    start = Start(number=1, at_ms=0, declared={"deals": said} if said else {})
    keys = (SeededChance(bytes([key])) for key in range(60))
    return {GAME.deal(rules_with(**chosen), 4, start, key).state.dealer for key in keys}


def test_who_says_so_deals() -> None:
    """RULES.md 2.2, dealer=declared: a seat that declared it deals.

    Among several, or if none did among all, one is drawn.
    """
    assert dealers(None, None, True, None, dealer="declared") == {2}
    assert dealers(True, None, None, True, dealer="declared") == {0, 3}
    assert dealers(None, None, None, None, dealer="declared") == {0, 1, 2, 3}
    assert dealers(True, True, True, True, dealer="declared") == {0, 1, 2, 3}
    assert dealers(dealer="declared") == {0, 1, 2, 3}


def test_saying_so_means_nothing_by_default() -> None:
    assert dealers(None, None, True, None) == {0, 1, 2, 3}


def test_who_said_so_deals_once() -> None:
    """The deal goes on to the left, whatever was declared before the first round (RULES.md 2.2)."""
    said: Declared = {"deals": (True, None, None, None)}
    start = Start(number=2, at_ms=0, began=1, declared=said)
    step = GAME.deal(rules_with(dealer="declared"), 4, start, SeededChance(b"second"))
    assert (step.state.dealer, step.state.active) == (1, 2)


def test_any_card_may_be_discarded() -> None:
    """RULES.md 3.7, single_discard=any_card: any single card may be discarded in any turn.

    A jester is played unless the discard pile is selected with it.
    """
    scene = Scene("king jester wand 4 5", "", single_discard="any_card")
    cards = {offer.card for offer in scene.offers(0) if isinstance(offer, DiscardAny)}
    assert cards == {"king", "jester", "wand"}
    assert DiscardNumbers((4,)) in scene.offers(0)
    assert scene.code(0, DiscardAny("4")) is None
    assert scene.meant(0, "jester") == PlayJester()
    assert scene.meant(0, "discard", "jester") == DiscardAny("jester")
    assert scene.meant(0, "king") == DiscardAny("king")
    assert scene.meant(0, "king", "slot-3") == PlayKing(3)
    scene.do(0, DiscardAny("king"))
    assert scene.board().discard_top == "king"
    assert all(scene.board().slots)


@pytest.mark.parametrize(
    ("cards", "said"), [((1, 2, 3, 4), "1+4=2+3"), ((2, 3, 5), "2+3=5"), ((6, 6, 7, 7), "6+7=6+7")]
)
def test_sums_on_both_sides(cards: tuple[int, ...], said: str) -> None:
    """RULES.md 3.6, equation=both_sides: two equal sums are legal, too; the log shows them."""
    scene = Scene(" ".join(map(str, cards)), "", equation="both_sides")
    assert DiscardNumbers(cards) in scene.offers(0)
    scene.do(0, DiscardNumbers(cards))
    assert scene.last("numbers_discarded").data["equation"] == said


@pytest.mark.parametrize("cards", [(3, 3, 3), (2, 3, 6), (4, 5)])
def test_no_sum_is_none_on_both_sides_either(cards: tuple[int, ...]) -> None:
    scene = Scene(" ".join(map(str, cards)), "", equation="both_sides")
    assert scene.code(0, DiscardNumbers(cards)) == "not_a_valid_set"


def test_a_seat_that_is_counted_must_wake() -> None:
    """RULES.md 5.6, jester_wake=forced."""
    scene = Scene("jester", "", draw="2", jester_wake="forced").do(0, PlayJester())
    assert scene.code(1, DeclineWake()) == "not_allowed"
    assert all(isinstance(offer, WakeQueen) for offer in scene.offers(1))
    assert len(scene.offers(1)) == 12


def test_the_first_empty_place() -> None:
    """RULES.md 3.5, potion_slot=lowest: the attacker names no slot."""
    scene = Scene(
        "potion", "", awake=("moon", "heart"), asleep={4: "-", 8: "-"}, potion_slot="lowest"
    )
    potions = [offer for offer in scene.offers(0) if isinstance(offer, PlayPotion)]
    assert potions == [PlayPotion(1, "heart")]
    assert GAME.selection_of(potions[0]) == ("potion", "queen-heart")
    assert scene.code(0, PlayPotion(1, "heart", 8)) == "not_allowed"
    scene.do(0, PlayPotion(1, "heart"))
    attack = scene.board(1).attack
    assert attack is not None
    assert attack.slot == 4
    assert scene.last("attack").data["slot"] == 4


def test_the_table_remembers() -> None:
    """RULES.md 7.3, memory_aid=on: the log and the board show slot and queen until she is woken."""
    scene = Scene("king", "king", awake=("cat",), asleep={6: "dog"}, memory_aid="on")
    scene.do(0, PlayKing(6))
    back = scene.last("queen_put_back")
    assert not back.moment
    assert back.data["slot"] == 6
    for viewer in (0, 1, None):
        remembered = scene.board(viewer).remembered
        assert remembered[6] == "dog"
        assert sum(name is not None for name in remembered) == 1
    scene.do(1, PlayKing(6))
    assert scene.board().remembered == (None,) * 12


def test_the_table_remembers_whom_a_potion_sent_to_sleep() -> None:
    """RULES.md 7.3."""
    scene = Scene("potion", "", awake=("", "heart"), asleep={7: "-"}, memory_aid="on")
    scene.do(0, PlayPotion(1, "heart", 7)).time_up("defense")
    assert scene.board().remembered[7] == "heart"
    assert scene.last("queen_slept").data["slot"] == 7
    assert not scene.last("queen_slept").moment


def test_the_sum_must_be_said() -> None:
    """RULES.md 3.6, say_sum=on: right, missing, wrong; one number or a pair has no sum to say."""
    scene = Scene("2 3 5 7 7", "", say_sum="on")
    assert scene.code(0, DiscardNumbers((2, 3, 5), 5)) is None
    for wrong in (None, 4, 10):
        assert scene.code(0, DiscardNumbers((2, 3, 5), wrong)) == "invalid_params"
    missing = scene.refusal(0, DiscardNumbers((2, 3, 5)))
    mistaken = scene.refusal(0, DiscardNumbers((2, 3, 5), 4))
    assert missing is not None
    assert mistaken is not None
    assert missing.sentence != mistaken.sentence
    assert scene.code(0, DiscardNumbers((7, 7))) is None
    assert scene.code(0, DiscardNumbers((7,))) is None
    assert scene.code(0, DiscardNumbers((7, 7), 14)) == "invalid_params"
    assert scene.code(0, DiscardNumbers((2, 3, 7), 12)) == "not_a_valid_set"
    assert DiscardNumbers((2, 3, 5), 5) in scene.offers(0)
    assert scene.meant(0, "2", "3", "5", "sum-5") == DiscardNumbers((2, 3, 5), 5)
    assert scene.meant(0, "2", "3", "5") == DiscardNumbers((2, 3, 5))
    scene.do(0, DiscardNumbers((2, 3, 5), 5))
    assert scene.last("numbers_discarded").data["equation"] == "2+3=5"


def test_the_sum_of_two_sides() -> None:
    scene = Scene("1 2 3 4", "", say_sum="on", equation="both_sides")
    assert DiscardNumbers((1, 2, 3, 4), 5) in scene.offers(0)


def test_nobody_says_sums_by_default() -> None:
    assert Scene("2 3 5", "").code(0, DiscardNumbers((2, 3, 5), 5)) == "invalid_params"


def test_more_queens_decide_between_equal_points() -> None:
    """RULES.md 6.3, tiebreak=queens: 35 points with three queens beat 35 with two; equals share."""
    scene = Scene(
        "king", "", "", "", "",
        awake=("heart", "cat moon peacock", "dog ladybug sunflower", "rose cake rainbow", "starfish"),
        asleep={0: "pancake"}, tiebreak="queens",
    )  # fmt: skip
    scene.do(0, PlayKing(0))
    assert scene.ended == ("all_awake", (1, 2))
    outcome = GAME.outcome(scene.rules, scene.state)
    assert outcome is not None
    assert outcome.places == (3, 1, 1, 4, 5)


EVERYTHING: dict[str, OptionValue] = {
    option.name: option.choices[-1] for option in GAME.meta.options
}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_options_together_give_rounds_that_end(seats: int) -> None:
    for seed in range(5):
        played = play_round(GAME, seats, seed, EVERYTHING)
        assert GAME.outcome(played.rules, played.last.state) is not None
