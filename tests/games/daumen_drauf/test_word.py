"""Actions that may be taken back, and standing orders (RULES.md 3.9, 3.10)."""

from __future__ import annotations

from tests.games.contract.words import kinds_taken_back, orders, rounds
from tests.games.daumen_drauf.scene import Scene


def test_a_pass_may_be_taken_back() -> None:
    """RULES.md 3.9."""
    assert kinds_taken_back("daumen_drauf") == {"Pass"}


def test_passing_in_one_trick_only() -> None:
    """RULES.md 3.10."""
    for played in rounds("daumen_drauf"):
        for position in played.positions:
            state = position.state
            for seat, hand in enumerate(state.hands):
                leads = state.phase == "lead" and seat == state.active
                free = state.phase in ("lead", "bid") and not leads and bool(hand)
                assert orders(played, position, seat) == (["pass"] if free else [])
        untils = {
            order.until
            for position in played.positions
            for order in played.game.orders(played.rules, position.state, 0)
        }
        tricks = sum(event.kind == "trick_taken" for event in played.last.events)
        assert 1 < len(untils) <= tricks


def test_only_the_last_card_is_led_without_a_choice() -> None:
    """RULES.md 3.1: all players see that it is the last."""
    scene = Scene("Y3+", "Y2- G2+", stock="")
    assert scene.game.no_choice(scene.rules, scene.state, 0)
    assert not scene.game.no_choice(scene.rules, scene.state, 1)
    scene.offer(0, "Y3+")
    assert not scene.game.no_choice(scene.rules, scene.state, 1), "only its hand tells"
    scene = Scene("Y3+ G2+", "Y2-", stock="")
    assert not scene.game.no_choice(scene.rules, scene.state, 0)
