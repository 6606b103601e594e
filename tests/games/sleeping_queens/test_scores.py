"""Places in a round and in a match, and rounds that are closed (RULES.md 6.4 to 6.6)."""

from __future__ import annotations

from games.kernel.contract import Outcome, Target
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import PlayKing, PlayKnight
from games.sleeping_queens.scores import places
from games.sleeping_queens.state import Ending, Reason
from tests.games.sleeping_queens.scene import Scene, queens, rules_with


def outcome(places: tuple[int, ...], scores: tuple[int, ...]) -> Outcome:
    return Outcome(scores=scores, places=places, began=0, reason="queens")


def test_the_winner_is_first_even_with_fewer_points() -> None:
    """RULES.md 6.4."""
    scene = Scene(
        "king",
        "",
        "",
        awake=("rose cake rainbow moon", "heart cat", "peacock"),
        asleep={0: "starfish"},
    )
    scene.do(0, PlayKing(0))
    found = GAME.outcome(scene.rules, scene.state)
    assert found == Outcome(scores=(30, 35, 10), places=(1, 2, 3), began=0, reason="queens")


def test_the_rest_by_points_then_queens_then_shared() -> None:
    """RULES.md 6.4."""
    awake = tuple(
        queens(names) for names in ("heart", "moon peacock", "rose cake rainbow starfish", "", "")
    )
    ending = Ending(Reason.QUEENS, (2,))
    assert places(ending, awake) == (3, 2, 1, 4, 4)


def test_a_closed_round_is_won_by_the_most_points() -> None:
    """RULES.md 6.6."""
    scene = Scene("", "", "", awake=("moon", "heart", "rose cake rainbow starfish"))
    step = GAME.close(scene.rules, scene.state)
    found = GAME.outcome(scene.rules, step.state)
    assert found is not None
    assert (found.reason, found.places) == ("closed", (3, 1, 1))
    (event,) = step.events
    assert (event.kind, event.data) == ("round_over", {"reason": "closed", "winners": [1, 2]})
    assert step.state.awake == scene.state.awake
    assert GAME.meta.max_moves == 600


def test_a_closed_round_with_the_tiebreak_of_queens() -> None:
    scene = Scene("", "", awake=("heart", "rose cake rainbow starfish"), tiebreak="queens")
    found = GAME.outcome(scene.rules, GAME.close(scene.rules, scene.state).state)
    assert found is not None
    assert found.places == (2, 1)


def test_closing_in_the_middle_of_an_attack_ends_it() -> None:
    scene = Scene("knight", "", awake=("", "heart")).do(0, PlayKnight(1, "heart"))
    state = GAME.close(scene.rules, scene.state).state
    board = GAME.observe(scene.rules, state, None)
    assert (board.phase, board.attack, board.awaited) == ("over", None, ())


def test_a_match_counts_rounds_won_and_then_points() -> None:
    """RULES.md 6.5: points alone do not decide."""
    rounds = (
        outcome((1, 2, 3), (30, 45, 10)),
        outcome((3, 1, 2), (5, 50, 15)),
        outcome((1, 2, 3), (50, 20, 10)),
    )
    found = GAME.standing(rules_with(), Target(rounds=3), rounds)
    assert found.totals == (2, 1, 0)
    assert found.places == (1, 2, 3)
    assert found.decided
    found = GAME.standing(rules_with(), Target(rounds=3), rounds[:2])
    assert found.totals == (1, 1, 0)
    assert found.places == (2, 1, 3)
    assert not found.decided


def test_a_match_of_one_round_is_that_round() -> None:
    found = GAME.standing(rules_with(), Target(), [outcome((1, 2, 3), (30, 45, 10))])
    assert found.places == (1, 2, 3)
    assert found.decided


def test_a_match_to_a_number_of_wins() -> None:
    target = Target(rounds=None, points=2)
    rounds = [outcome((1, 2), (50, 45)), outcome((1, 1), (45, 45)), outcome((2, 1), (45, 50))]
    assert not GAME.standing(rules_with(), target, rounds[:1]).decided
    found = GAME.standing(rules_with(), target, rounds[:2])
    assert found.totals == (2, 1)
    assert found.decided


def test_equal_in_everything_is_shared() -> None:
    rounds = [outcome((1, 2), (50, 45)), outcome((2, 1), (45, 50))]
    assert GAME.standing(rules_with(), Target(rounds=2), rounds).places == (1, 1)


def test_before_the_first_round_nothing_is_decided() -> None:
    found = GAME.standing(rules_with(), Target(), [])
    assert not found.decided
