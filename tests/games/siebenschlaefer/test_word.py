"""Actions that may be taken back, and standing orders (RULES.md 4.7, 4.8)."""

from __future__ import annotations

from games.kernel import session
from games.kernel.contract import OptionValue
from games.siebenschlaefer.actions import Lay
from tests.games.contract.words import kinds_taken_back, orders, rounds
from tests.games.siebenschlaefer.scene import DRAW, PASS, Scene, lay

FREE: dict[str, OptionValue] = {"compulsory_lay": False}
ENDS: dict[str, OptionValue] = {"draw_then": "turn_ends"}


def test_a_pass_may_be_taken_back_where_nobody_has_to_lay() -> None:
    """RULES.md 4.7."""
    assert kinds_taken_back("siebenschlaefer") == set()
    assert kinds_taken_back("siebenschlaefer", FREE) == {"Pass"}
    assert kinds_taken_back("siebenschlaefer", FREE | ENDS) == {"Pass"}


def test_drawing_and_passing_where_nothing_can_be_laid() -> None:
    """RULES.md 4.8, 8.3: if drawing is a free choice, there are no standing orders."""
    seen: set[str] = set()
    for played in rounds("siebenschlaefer"):
        game = played.game
        for position in played.positions:
            state, rules = position.state, played.rules
            over = session.is_over(game, rules, state)
            for seat in range(played.seats):
                assert orders(played, position, seat) == ([] if over else ["draw_and_pass"])
                for order in game.orders(rules, state, seat):
                    offers = played.offers(position, seat)
                    action = game.answer(rules, state, seat, order)
                    laying = any(isinstance(offer, Lay) for offer in offers)
                    assert action == (None if laying or not offers else offers[0])
                    assert game.no_choice(rules, state, seat) == (action is not None)
                    seen.add(type(action).__name__)
    assert seen == {"NoneType", "DrawTwo", "Pass"}
    for played in rounds("siebenschlaefer", FREE):
        for position in played.positions:
            for seat in range(played.seats):
                assert orders(played, position, seat) == []
                assert not played.game.no_choice(played.rules, position.state, seat)


def test_passing_where_the_draw_is_spared() -> None:
    """RULES.md 4.8, 8.3: with an order the seat passes without drawing again (4.3).

    A bot takes its time, as it could draw, too.
    """
    scene = Scene("2 3", "2 2 10 10", top="8 9", stock="3 3", draw_then="turn_ends")
    (order,) = scene.game.orders(scene.rules, scene.state, 0)
    assert scene.game.answer(scene.rules, scene.state, 0, order) == DRAW
    assert scene.game.no_choice(scene.rules, scene.state, 0)
    scene.do(0, DRAW).do(1, lay("10 10"))
    assert scene.game.answer(scene.rules, scene.state, 0, order) == PASS
    assert not scene.game.no_choice(scene.rules, scene.state, 0)
