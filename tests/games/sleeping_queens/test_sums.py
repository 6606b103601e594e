"""All sets of number cards, compared with a slow and obvious definition (RULES.md 3.6)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

import pytest

from games.sleeping_queens.sums import addition, is_number_set, number_sets


def every_set() -> Iterator[tuple[int, ...]]:
    """Yield every hand of one to five number cards (at most four alike)."""
    for size in range(1, 6):
        for cards in combinations_with_replacement(range(1, 11), size):
            if max(cards.count(value) for value in cards) <= 4:
                yield cards


def one_is_the_sum_of_the_rest(cards: tuple[int, ...]) -> bool:
    return any(2 * value == sum(cards) for value in cards)


def falls_into_two_equal_sums(cards: tuple[int, ...]) -> bool:
    return any(
        2 * sum(cards[place] for place in part) == sum(cards)
        for size in range(1, len(cards))
        for part in combinations(range(len(cards)), size)
    )


def test_every_set_with_a_single_result() -> None:
    for cards in every_set():
        obvious = (
            len(cards) == 1
            or (len(cards) == 2 and cards[0] == cards[1])
            or (len(cards) >= 3 and one_is_the_sum_of_the_rest(cards))
        )
        assert is_number_set(cards) == obvious, cards
        assert (addition(cards) is not None) == (len(cards) >= 3 and obvious), cards


def test_every_set_with_sums_on_both_sides() -> None:
    for cards in every_set():
        obvious = len(cards) == 1 or falls_into_two_equal_sums(cards)
        assert is_number_set(cards, both_sides=True) == obvious, cards


@pytest.mark.parametrize("both_sides", [False, True])
def test_what_is_said_is_true_and_uses_every_card(both_sides: bool) -> None:
    for cards in every_set():
        said = addition(cards, both_sides)
        if said is None:
            continue
        left, right = (list(map(int, side.split("+"))) for side in said.said.split("="))
        assert sum(left) == sum(right) == said.result
        assert sorted(left + right) == sorted(cards)
        assert both_sides or len(right) == 1


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((5, 3, 2), "2+3=5"),
        ((9, 2, 4, 3), "2+3+4=9"),
        ((5, 10, 5), "5+5=10"),
        ((1, 2, 3, 4, 10), "1+2+3+4=10"),
    ],
)
def test_additions_as_they_are_said(cards: tuple[int, ...], said: str) -> None:
    found = addition(cards)
    assert found is not None
    assert found.said == said


def test_a_single_result_is_said_before_two_sums() -> None:
    found = addition((1, 2, 3, 6), both_sides=True)
    assert found is not None
    assert found.said == "1+2+3=6"


def test_order_does_not_matter() -> None:
    assert addition((5, 2, 3)) == addition((2, 3, 5))


def test_no_cards_are_no_set() -> None:
    assert not is_number_set(())
    assert list(number_sets(())) == []


@pytest.mark.parametrize("both_sides", [False, True])
def test_offered_sets_are_all_that_there_are_once_each(both_sides: bool) -> None:
    for hand in every_set():
        subsets = {
            tuple(sorted(part))
            for size in range(1, len(hand) + 1)
            for part in combinations(hand, size)
        }
        offered = list(number_sets(hand, both_sides))
        assert len(offered) == len(set(offered))
        assert set(offered) == {part for part in subsets if is_number_set(part, both_sides)}
