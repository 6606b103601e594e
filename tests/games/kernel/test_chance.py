"""Numbers that anyone can reproduce (docs/verify.md)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from games.kernel.chance import SeededChance, commitment, is_nonce, round_key, verifies


def test_the_same_key_draws_the_same() -> None:
    first, second = SeededChance(b"key"), SeededChance(b"key")
    assert [first.below(100) for _ in range(50)] == [second.below(100) for _ in range(50)]
    assert first.drawn == second.drawn >= 50


def test_another_key_draws_otherwise() -> None:
    assert SeededChance(b"one").shuffled(range(20)) != SeededChance(b"two").shuffled(range(20))


def test_it_goes_on_where_it_stopped() -> None:
    whole = SeededChance(b"key")
    before = whole.shuffled(range(9)), whole.drawn
    after = whole.shuffled(range(9))
    assert before[1] == 8
    assert SeededChance(b"key", drawn=8).shuffled(range(9)) == after


def test_numbers_are_below_and_all_come_up() -> None:
    dice = SeededChance(b"dice")
    rolled = Counter(dice.below(6) for _ in range(6000))
    assert set(rolled) == set(range(6))
    assert all(850 < count < 1150 for count in rolled.values())


def test_every_order_is_as_likely() -> None:
    source = SeededChance(b"orders")
    orders = Counter(source.shuffled("abc") for _ in range(3000))
    assert set(orders) == set(permutations("abc"))
    assert all(400 < count < 600 for count in orders.values())


def test_an_unfair_draw_is_passed_over_and_used_up() -> None:
    just_over_half = 2**63 + 1  # about every second draw is above the only multiple
    key = next(
        key
        for key in (bytes([n]) for n in range(256))
        if SeededChance(key).below(2**64) >= just_over_half
    )
    source = SeededChance(key)
    number = source.below(just_over_half)
    passed_over = SeededChance(key)
    row = [passed_over.below(2**64) for _ in range(source.drawn)]
    assert source.drawn > 1
    assert all(draw >= just_over_half for draw in row[:-1])
    assert number == row[-1]


def test_one_takes_a_draw_and_no_number_is_below_nothing() -> None:
    source = SeededChance(b"key")
    assert source.below(1) == 0
    assert source.drawn == 1
    assert source.shuffled(()) == ()
    assert source.shuffled((7,)) == (7,)
    assert source.drawn == 1
    for n in (0, -1, 2**64 + 1):
        with pytest.raises(ValueError, match="cannot draw"):
            source.below(n)
    with pytest.raises(ValueError, match="cannot draw"):
        source.choice(())


def test_choosing_takes_one_of_them_and_leaves_the_list_alone() -> None:
    items = [3, 1, 2]
    source = SeededChance(b"key")
    assert {source.choice(items) for _ in range(60)} == {1, 2, 3}
    assert sorted(source.shuffled(items)) == [1, 2, 3]
    assert items == [3, 1, 2]


def test_every_seat_mixes_in_and_its_place_counts() -> None:
    keys = {
        round_key(b"seed", nonces)
        for nonces in (["a", "b"], ["b", "a"], ["ab", ""], ["", "ab"], ["a", "b", ""], ["", ""])
    }
    assert len(keys) == 6
    assert round_key(b"seed", ["a", None]) == round_key(b"seed", ["a", ""])
    assert round_key(b"other", ["a"]) != round_key(b"seed", ["a"])


@pytest.mark.parametrize("text", ["", " ", "a b", "a\n", "a\n1:b", "ä", "x" * 65, "\0", "a:b", "٣"])
def test_what_is_no_nonce(text: str) -> None:
    assert not is_nonce(text)
    if text:
        with pytest.raises(ValueError, match="seat 1"):
            round_key(b"seed", ["fine", text])


@pytest.mark.parametrize("text", ["0", "x" * 64, "A-z_9", "-"])
def test_what_is_a_nonce(text: str) -> None:
    assert is_nonce(text)


def test_a_seed_fits_its_commitment_only() -> None:
    published = commitment(b"s" * 32)
    assert verifies(b"s" * 32, published)
    assert not verifies(b"t" * 32, published)
