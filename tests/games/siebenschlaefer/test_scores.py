"""Places, the seats that pay, and a match of several rounds (RULES.md 5)."""

from __future__ import annotations

import pytest

from games.kernel.contract import Outcome, Target
from games.siebenschlaefer import GAME
from games.siebenschlaefer.cards import points
from games.siebenschlaefer.scores import payers
from tests.games.siebenschlaefer.scene import Scene, faces, lay, rules_with


def ended(*scores: int) -> Outcome:
    """Return a round that ended with these counts."""
    places = tuple(1 + sum(other < score for other in scores) for score in scores)
    return Outcome(scores=scores, places=places, began=0, reason="out")


@pytest.mark.parametrize(
    ("hand", "count"),
    [("", 0), ("2 10", 12), ("jack queen", 24), ("king king", 24), ("ace ace", 22), ("7 ace", 18)],
)
def test_counting(hand: str, count: int) -> None:
    """RULES.md 5.2."""
    assert points(faces(hand)) == count


@pytest.mark.parametrize(
    ("scores", "paying"),
    [
        ((0, 24, 22, 24), (1, 3)),
        ((0, 5), (1,)),
        ((30, 0, 12), (0,)),
        ((8, 8, 20), (2,)),
        ((8, 8, 8), ()),
    ],
)
def test_who_pays(scores: tuple[int, ...], paying: tuple[int, ...]) -> None:
    """RULES.md 5.3: a winner never pays."""
    assert payers(ended(*scores)) == paying


def test_all_alike_at_closing_time() -> None:
    """RULES.md 5.3: all win, and no seat pays."""
    scene = Scene("2 3 4 4", "2 6", turns=239).do(0, lay("2 3"))
    board = scene.board().ended
    assert board is not None
    assert (board.winners, board.payers, board.reason) == ((0, 1), (), "closing_time")


def standing(rounds: int, *outcomes: Outcome) -> tuple[tuple[int, ...], tuple[int, ...], bool]:
    """Return totals, places, and whether the match is decided."""
    found = GAME.standing(rules_with(), Target(rounds=rounds), outcomes)
    return found.totals, found.places, found.decided


def test_fewest_rounds_paid() -> None:
    """RULES.md 5.5: the seat that paid less often is ahead, whatever the points."""
    assert standing(2, ended(0, 50, 40), ended(60, 0, 20)) == ((1, 1, 0), (3, 2, 1), True)
    assert standing(3, ended(0, 4, 50), ended(0, 50, 4), ended(9, 0, 10)) == (
        (0, 1, 2), (1, 2, 3), True
    )  # fmt: skip


def test_then_more_wins() -> None:
    """RULES.md 5.5: both have never paid."""
    assert standing(3, ended(0, 2, 50), ended(0, 2, 50), ended(90, 0, 99)) == (
        (0, 0, 3), (1, 2, 3), True
    )  # fmt: skip


def test_then_fewer_points() -> None:
    """RULES.md 5.5: each has one win, and none has paid."""
    assert standing(2, ended(0, 12, 50), ended(13, 0, 50)) == ((0, 0, 2), (2, 1, 3), True)


def test_else_shared() -> None:
    """RULES.md 5.5."""
    assert standing(2, ended(0, 12, 50), ended(12, 0, 50)) == ((0, 0, 2), (1, 1, 3), True)


def test_not_decided_before_the_last_round() -> None:
    assert standing(3, ended(0, 12, 50), ended(12, 0, 50))[2] is False


def test_a_single_round() -> None:
    """The seats that paid are last, the others are ranked by wins, then points."""
    for scores in ((0, 24, 22, 24), (0, 5, 9), (7, 0)):
        outcome = ended(*scores)
        assert standing(1, outcome)[1] == outcome.places


def test_nothing_played_yet() -> None:
    assert standing(1)[2] is False


def test_who_pays_has_the_name_and_a_line_on_the_pad() -> None:
    """RULES.md 6.1."""
    scene = Scene("10 10", "2 3", "king ace", top="8 8").do(0, lay("10 10"))
    outcome, board = GAME.outcome(scene.rules, scene.state), scene.board().ended
    assert outcome is not None
    assert board is not None
    assert board.payers == payers(outcome) == (2,)
    assert GAME.meta.pad.total == "Rounds paid"
    assert standing(1, outcome)[0] == (0, 0, 1)
