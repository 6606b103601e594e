"""Matches of several rounds."""

from __future__ import annotations

import pytest

from games.kernel.contract import Outcome, Standing, Target
from games.kernel.series import highest_total, lowest_total, most_wins, places, winners


def outcomes(*rounds: tuple[int, ...]) -> list[Outcome]:
    return [Outcome(scores, places(scores), began=0, reason="over") for scores in rounds]


@pytest.mark.parametrize(
    ("scores", "most", "fewest"),
    [
        ((), (), ()),
        ((5,), (1,), (1,)),
        ((5, 9, 2), (2, 1, 3), (2, 3, 1)),
        ((45, 45, 35), (1, 1, 3), (2, 2, 1)),
        ((1, 2, 2, 3), (4, 2, 2, 1), (1, 2, 2, 4)),
        ((0, 0, 0), (1, 1, 1), (1, 1, 1)),
        ((-3, 2, -3), (2, 1, 2), (1, 3, 1)),
    ],
)
def test_ties_share_a_place_and_the_next_is_left_out(
    scores: tuple[int, ...], most: tuple[int, ...], fewest: tuple[int, ...]
) -> None:
    assert places(scores) == places(scores, max) == most
    assert places(scores, min) == fewest


def test_all_in_first_place_win() -> None:
    assert winners(outcomes((45, 45, 35))[0]) == (0, 1)


def test_points_are_added_for_so_many_rounds() -> None:
    two_rounds = Target(rounds=2)
    after_one = highest_total(two_rounds, outcomes((10, 40)))
    assert after_one == Standing(totals=(10, 40), places=(2, 1), decided=False)
    after_two = highest_total(two_rounds, outcomes((10, 40), (30, 0)))
    assert after_two == Standing(totals=(40, 40), places=(1, 1), decided=True)


def test_points_are_added_up_to_a_target() -> None:
    to_fifty = Target(rounds=None, points=50)
    assert not highest_total(to_fifty, outcomes((49, 0), (0, 49))).decided
    assert highest_total(to_fifty, outcomes((49, 0), (1, 49))).decided


@pytest.mark.parametrize("totals", [(31, 12, 12, 29), (30, 12, 12, 29)])
def test_the_fewest_minus_points_win_when_one_reaches_the_target(totals: tuple[int, ...]) -> None:
    standing = lowest_total(Target(rounds=None, points=30), outcomes(totals))
    assert standing == Standing(totals=totals, places=(4, 1, 1, 3), decided=True)
    assert not lowest_total(Target(rounds=None, points=32), outcomes(totals)).decided


def test_wins_are_counted_and_a_shared_one_counts_for_each() -> None:
    standing = most_wins(Target(rounds=None, points=2), outcomes((9, 1, 0), (5, 5, 0), (1, 0, 7)))
    assert standing == Standing(totals=(2, 1, 1), places=(1, 2, 2), decided=True)


def test_whichever_comes_first_decides() -> None:
    either = Target(rounds=3, points=20)
    assert highest_total(either, outcomes((20, 0))).decided
    assert highest_total(either, outcomes((1, 0), (1, 0), (1, 0))).decided
    assert not highest_total(either, outcomes((1, 0), (1, 0))).decided


def test_nothing_is_decided_before_the_first_round() -> None:
    assert highest_total(Target(rounds=0), []) == Standing(totals=(), places=(), decided=False)
