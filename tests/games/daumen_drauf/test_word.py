"""Actions that may be taken back, and standing orders (RULES.md 3.9, 3.10)."""

from __future__ import annotations

from tests.games.contract.words import kinds_taken_back, orders, rounds


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
