"""Sleeping Queens has nothing to take back, but standing orders (RULES.md 5.8, 5.9)."""

from __future__ import annotations

import pytest

from games.kernel import session
from games.kernel.contract import OptionValue, Rules
from games.sleeping_queens.actions import (
    Defend,
    LetHappen,
    PlayJester,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
)
from games.sleeping_queens.cards import QUEENS
from tests.games.contract.words import kinds_taken_back, orders, rounds
from tests.games.sleeping_queens.scene import Scene


def test_nothing_is_taken_back() -> None:
    """RULES.md 5.9."""
    assert kinds_taken_back("sleeping_queens") == set()


def test_all_happens_but_to_the_queen_named() -> None:
    """RULES.md 5.8."""
    answered = 0
    for played in rounds("sleeping_queens"):
        rules: Rules = played.rules
        for position in played.positions:
            state = position.state
            table = played.game.observe(rules, state, None)
            for seat, place in enumerate(table.places):
                names = [f"keep-{queen}" for queen in place.queens] if len(place.queens) > 1 else []
                is_over = session.is_over(played.game, rules, state)
                wanted = [*names, "let_happen", "defend"] if place.queens and not is_over else []
                assert sorted(orders(played, position, seat)) == sorted(wanted)
            attack = table.attack
            if attack is None or state.pending.answered:
                continue
            for order in played.game.orders(rules, state, attack.victim):
                action = played.game.answer(rules, state, attack.victim, order)
                assert (action is None) == (order.name == f"keep-{attack.queen}")
                assert isinstance(action, Defend) <= (order.name == "defend")
                answered += 1
    assert answered > 10


@pytest.mark.parametrize(
    ("attack", "hand", "action", "words"),
    [
        (PlayKnight(1, "rose"), "dragon wand 4 7 9", Defend("dragon"), "with your dragon."),
        (PlayPotion(1, "rose", 11), "dragon wand 4 7 9", Defend("wand"), "with your wand."),
        (PlayKnight(1, "rose"), "wand wand 4 7 9", LetHappen(), "lets the attack happen."),
        (PlayPotion(1, "rose", 11), "dragon 1 4 7 9", LetHappen(), "lets the attack happen."),
    ],
)
def test_always_defending_plays_the_card_that_helps(
    attack: SleepingQueensAction, hand: str, action: SleepingQueensAction, words: str
) -> None:
    """RULES.md 5.8, 5.2."""
    scene = Scene("knight potion 2 3 5", hand, awake=["", "rose"]).do(0, attack)
    (order,) = (
        one for one in scene.game.orders(scene.rules, scene.state, 1) if one.name == "defend"
    )
    assert scene.game.answer(scene.rules, scene.state, 1, order) == action
    assert scene.game.auto_play_words(action).endswith(words)
    scene.do(1, action)
    assert scene.kinds()[0] == ("defended" if isinstance(action, Defend) else "answered")
    assert scene.game.answer(scene.rules, scene.state, 1, order) is None


def waking(asleep: dict[int, str], **chosen: OptionValue) -> Scene:
    """Return the moment after the count of a jester has met seat 1."""
    others = " ".join(name for name in QUEENS if name not in asleep.values())
    awake = ("", "", "", "", others)
    scene = Scene(
        "jester",
        *[""] * 4,
        awake=awake,
        asleep=asleep,
        draw="2",
        draw_only=False,
        active=0,
        **chosen,
    )
    return scene.do(0, PlayJester())


def test_the_only_queen_asleep_is_no_choice() -> None:
    """RULES.md 5.6: all players see that she is the only one, and whether the seat may decline."""
    for asleep, chosen, only in (
        ({3: "dog"}, "forced", True),
        ({3: "dog"}, "optional", False),
        ({3: "dog", 5: "cat"}, "forced", False),
    ):
        scene = waking(asleep, jester_wake=chosen)
        assert scene.state.phase == "wake_choice"
        for seat in range(5):
            awaits = seat in scene.game.to_act(scene.rules, scene.state).seats
            assert scene.game.no_choice(scene.rules, scene.state, seat) == (only and awaits)


def test_an_answer_to_an_attack_always_takes_its_time() -> None:
    """RULES.md 5.4: an answer at once would tell that no dragon is in the hand."""
    for hand in ("", "dragon", "wand"):
        scene = Scene("knight", hand, awake=("", "rose")).do(0, PlayKnight(1, "rose"))
        assert not scene.game.no_choice(scene.rules, scene.state, 1)
