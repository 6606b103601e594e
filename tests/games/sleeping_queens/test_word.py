"""Sleeping Queens has nothing to take back, but standing orders (RULES.md 5.8, 5.9)."""

from __future__ import annotations

import pytest

from games.kernel import session
from games.kernel.contract import Rules
from games.sleeping_queens.actions import (
    Defend,
    LetHappen,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
)
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
