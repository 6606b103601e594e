"""Sleeping Queens has nothing to take back, and one standing order (RULES.md 5.8, 5.9)."""

from __future__ import annotations

from games.kernel import session
from games.kernel.contract import Rules
from tests.games.contract.words import kinds_taken_back, orders, rounds


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
                wanted = [*names, "let_happen"] if place.queens and not is_over else []
                assert sorted(orders(played, position, seat)) == sorted(wanted)
            attack = table.attack
            if attack is None or state.pending.answered:
                continue
            for order in played.game.orders(rules, state, attack.victim):
                action = played.game.answer(rules, state, attack.victim, order)
                assert (action is None) == (order.name == f"keep-{attack.queen}")
                answered += 1
    assert answered > 10
