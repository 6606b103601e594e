"""The actions that selections stand for, and the sentences of refusals."""

from __future__ import annotations

from types import ModuleType

import pytest

from games.kernel.contract import Refusal
from games.sleeping_queens import GAME, actions, refusals
from games.sleeping_queens.actions import (
    DeclineWake,
    Defend,
    DiscardAny,
    DiscardNumbers,
    HoldOver,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    TimeUp,
    WakeQueen,
    any_card,
    attack,
    decline,
    defend,
    king,
    knight,
    let_happen,
    numbers,
    potion,
)
from tests.games.sleeping_queens.scene import Scene

EACH: tuple[tuple[SleepingQueensAction, tuple[str, ...]], ...] = (
    (PlayKing(3), ("king", "slot-3")),
    (PlayJester(), ("jester",)),
    (PlayKnight(1, "cat"), ("knight", "queen-cat")),
    (PlayPotion(1, "cat", 7), ("potion", "queen-cat", "slot-7")),
    (PlayPotion(1, "cat"), ("potion", "queen-cat")),
    (DiscardNumbers((2, 3, 5)), ("2", "3", "5")),
    (DiscardNumbers((10, 5, 5), 10), ("10", "5", "5", "sum-10")),
    (DiscardAny("dragon"), ("dragon",)),
    (DiscardAny("jester"), ("discard", "jester")),
    (Defend("dragon"), ("dragon",)),
    (LetHappen(), ("let_happen",)),
    (WakeQueen(4), ("slot-4",)),
    (DeclineWake(), ("decline_wake",)),
    (HoldOver(), ()),
    (TimeUp(), ()),
)


@pytest.mark.parametrize(("action", "picks"), EACH)
def test_what_one_selects_for_it(action: SleepingQueensAction, picks: tuple[str, ...]) -> None:
    assert GAME.selection_of(action) == picks


def in_turn() -> Scene:
    return Scene(
        "king jester knight potion dragon", "", awake=("moon", "cat"), asleep={7: "-", 8: "-"}
    )


@pytest.mark.parametrize(
    ("picks", "action"),
    [
        ("king slot-3", PlayKing(3)),
        ("jester", PlayJester()),
        ("knight queen-cat", PlayKnight(1, "cat")),
        ("potion queen-cat slot-7", PlayPotion(1, "cat", 7)),
        ("potion queen-cat", PlayPotion(1, "cat")),
        ("4 6 10", DiscardNumbers((4, 6, 10))),
        ("9 9", DiscardNumbers((9, 9))),
        ("let_happen", LetHappen()),
        ("decline_wake", DeclineWake()),
        ("slot-2", WakeQueen(2)),
    ],
)
def test_what_a_selection_means(picks: str, action: SleepingQueensAction) -> None:
    assert in_turn().meant(0, *picks.split()) == action


@pytest.mark.parametrize(
    "picks",
    [
        "", "nothing", "slot-", "slot-x", "slot--1", "slot-²", "queen-nobody", "sum-", "king-",
        "slot-1 slot-2", "queen-cat", "queen-cat queen-moon", "king slot-1 slot-2",
        "jester slot-1", "king queen-cat", "knight slot-1", "dragon slot-1", "dragon wand slot-1",
        "let_happen slot-1", "let_happen decline_wake", "sum-5", "discard", "discard 2 3",
        "knight queen-cat slot-1 sum-3", "slot-1 sum-3", "5 slot-1", "slot-99999999",
    ],
)  # fmt: skip
def test_what_means_nothing(picks: str) -> None:
    assert in_turn().meant(0, *picks.split()) is None


def refused(scene: Scene, seat: int, picks: str) -> object:
    meant = scene.meant(seat, *picks.split())
    assert meant is not None
    assert meant not in scene.offers(seat)
    return scene.refusal(seat, meant)


@pytest.mark.parametrize(
    ("picks", "why"),
    [
        ("king", king.KING_NEEDS_QUEEN),
        ("king slot-7", refusals.SLOT_EMPTY),
        ("king slot-12", refusals.NO_SUCH_SLOT),
        ("knight", attack.ATTACK_NEEDS_QUEEN),
        ("knight queen-heart", attack.ATTACK_NEEDS_QUEEN),
        ("knight queen-moon", attack.OWN_QUEEN),
        ("potion", attack.ATTACK_NEEDS_QUEEN),
        ("potion slot-7", attack.ATTACK_NEEDS_QUEEN),
        ("potion queen-moon", attack.OWN_QUEEN),
        ("potion queen-cat slot-1", potion.SLOT_OCCUPIED),
        ("potion queen-cat slot-99", refusals.NO_SUCH_SLOT),
        ("dragon", refusals.NO_ATTACK_TO_MEET),
        ("wand", refusals.NO_ATTACK_TO_MEET),
        ("slot-1", refusals.NOTHING_WAKES),
        ("decline_wake", refusals.NOTHING_WAKES),
        ("let_happen", refusals.NOT_ATTACKED),
        ("2", refusals.NOT_IN_HAND),
        ("2 2", refusals.NOT_IN_HAND),
        ("dragon king", numbers.NOT_A_SET),
        ("king king slot-1", None),
        ("discard king", any_card.SOMETHING_PLAYABLE),
    ],
)
def test_why_not_in_the_turn(picks: str, why: object) -> None:
    scene = in_turn()
    if why is None:
        assert scene.meant(0, *picks.split()) is None
    else:
        assert refused(scene, 0, picks) == why


def test_why_not_two_different_numbers() -> None:
    assert refused(Scene("4 5", ""), 0, "4 5") == numbers.NOT_A_SET
    assert refused(Scene("4 5", "", equation="both_sides"), 0, "4 5") == numbers.NOT_BALANCED


def test_why_not_without_any_target() -> None:
    scene = Scene("knight potion 1", "")
    assert refused(scene, 0, "knight") == knight.NO_QUEEN_FOR_KNIGHT
    assert refused(scene, 0, "potion") == potion.NO_QUEEN_FOR_POTION


def test_why_not_cat_and_dog() -> None:
    scene = Scene("knight", "", awake=("dog", "cat"))
    assert refused(scene, 0, "knight queen-cat") == knight.CAT_DOG


def test_why_not_the_card_that_somebody_else_holds() -> None:
    scene = Scene("1 1 1 1 2", "", awake=("", "cat"), asleep={7: "-"})
    for picks in ("king slot-1", "jester", "potion queen-cat"):
        assert refused(scene, 0, picks) == refusals.NOT_IN_HAND
    assert refused(scene, 0, "knight queen-cat") == knight.NO_CARD_FOR_HER
    assert scene.refusal(0, DiscardAny("king")) == refusals.NOT_IN_HAND
    assert scene.refusal(0, DiscardAny("no card")) == refusals.NOT_IN_HAND


def test_a_queen_alone_says_which_card_she_needs() -> None:
    for hand in ("1 1 1 1 2", "king wand dragon 1 2"):
        scene = Scene(hand, "", awake=("", "cat"))
        assert refused(scene, 0, "queen-cat") == knight.NO_CARD_FOR_HER
    for hand in ("knight 1 1 1 2", "potion 1 1 1 2"):
        assert Scene(hand, "", awake=("", "cat")).meant(0, "queen-cat") is None


def test_a_queen_alone_says_why_no_card_can_have_her() -> None:
    scene = Scene("knight 1 1 1 2", "", awake=("dog", "cat"))
    assert refused(scene, 0, "queen-cat") == knight.CAT_DOG
    for hand in ("knight potion 1 1 2", "1 1 1 1 2"):
        assert refused(Scene(hand, "", awake=("dog", "cat")), 0, "queen-dog") == attack.OWN_QUEEN
    # A potion may send her to sleep.
    assert Scene("potion 1 1 1 2", "", awake=("dog", "cat")).meant(0, "queen-cat") is None


def test_a_stuck_hand_discards_what_is_selected_alone() -> None:
    scene = Scene("dragon wand knight potion dragon", "")
    for card in ("dragon", "wand", "knight", "potion"):
        assert scene.meant(0, card) == DiscardAny(card)
    assert refused(scene, 0, "dragon wand") == numbers.NOT_A_SET


@pytest.mark.parametrize(
    ("attack", "picks", "why"),
    [
        ("knight", "wand", defend.ONLY_A_DRAGON),
        ("knight", "king", defend.ONLY_A_DRAGON),
        ("potion", "dragon", defend.ONLY_A_WAND),
        ("knight", "5 5", refusals.ANSWER_FIRST),
        ("knight", "king slot-1", refusals.ANSWER_FIRST),
        ("knight", "slot-1", refusals.ANSWER_FIRST),
        ("knight", "jester", refusals.NOT_IN_HAND),
    ],
)
def test_why_not_when_attacked(attack: str, picks: str, why: object) -> None:
    scene = Scene(attack, "dragon wand king 5 5", awake=("", "cat"), asleep={7: "-"})
    scene.do(0, PlayKnight(1, "cat") if attack == "knight" else PlayPotion(1, "cat", 7))
    assert scene.meant(1, "dragon") == Defend("dragon")
    assert refused(scene, 1, picks) == why
    if scene.code(1, LetHappen()) is None:
        scene.do(1, LetHappen())
    assert refused(scene, 1, "let_happen") == let_happen.ALREADY_ANSWERED


@pytest.mark.parametrize("picks", ["king slot-1", "5", "dragon", "let_happen"])
def test_why_not_when_a_queen_is_to_be_chosen(picks: str) -> None:
    scene = Scene("jester", "king dragon 5", asleep={0: "rose"}, draw="2").do(0, PlayJester())
    assert refused(scene, 1, picks) == refusals.WAKE_FIRST
    scene.do(1, WakeQueen(0))
    assert refused(scene, 1, "decline_wake") == decline.ROSE_MUST_WAKE
    assert refused(scene, 1, "slot-0") == refusals.SLOT_EMPTY
    assert refused(scene, 1, "slot-30") == refusals.NO_SUCH_SLOT


def test_why_not_decline_where_it_is_forced() -> None:
    scene = Scene("jester", "", draw="2", jester_wake="forced").do(0, PlayJester())
    assert refused(scene, 1, "decline_wake") == decline.MUST_WAKE


def test_codes_are_those_of_the_rules() -> None:
    """The list of codes is complete."""
    used = {
        value.code
        for module in (refusals, *vars(actions).values())
        if isinstance(module, ModuleType)
        for value in vars(module).values()
        if isinstance(value, Refusal)
    }
    assert used == {
        "unknown_card", "wrong_phase", "invalid_target", "invalid_params", "not_allowed",
        "not_playable_now", "slot_empty", "slot_occupied", "cat_dog_conflict", "not_a_valid_set",
        "has_playable_card", "wrong_card",
    }  # fmt: skip
