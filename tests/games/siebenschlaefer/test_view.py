"""Information on the board about the viewer's own hand, before a card is laid."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from games.siebenschlaefer.cards import NAMES
from games.siebenschlaefer.pairs import NONE, PAIRS, STRENGTH, beating, can_beat
from games.siebenschlaefer.view import Two
from tests.games.siebenschlaefer.scene import Scene, faces


def test_what_any_two_would_count() -> None:
    """The lowest is first; two cards that are not a pair are marked."""
    board = Scene("7 7 king ace", "2 2", top="3 10").board(0)
    assert board.value == 13
    assert board.can_lay
    assert board.twos == (
        Two(("7", "ace"), None, None, beats=False),
        Two(("king", "ace"), None, None, beats=False),
        Two(("7", "7"), 14, "double_seven", beats=True),
        Two(("7", "king"), 14, "seven", beats=True),
    )


def test_two_aces_are_free() -> None:
    board = Scene("ace ace 2 3", "2 2", top="10 10").board(0)
    assert board.twos[-1] == Two(("ace", "ace"), None, "free", beats=True)
    assert Two(("2", "3"), 5, "plain", beats=False) in board.twos


def test_also_when_it_is_not_ones_turn() -> None:
    """A player may think ahead about their own hand."""
    scene = Scene("2 3 4 4", "9 9", top="2 3")
    assert scene.board(1).twos == (Two(("9", "9"), 18, "plain", beats=True),)
    assert scene.board(1).can_lay
    assert not Scene("2 3", "2 2", top="9 9").board(1).can_lay


def test_spectators_have_no_hand() -> None:
    board = Scene("2 3", "9 9").board(None)
    assert (board.hand, board.twos, board.can_lay) == ((), (), False)


@pytest.mark.parametrize("value", range(21))
def test_what_beats_a_value(value: int) -> None:
    """The lookup equals the computed result, for every pair and every hand of four."""
    hands = [hand for hand in combinations_with_replacement(NAMES, 4) if hand[0] in (2, 7, 11, 14)]
    for hand in hands:
        pairs = {pair for pair in PAIRS if _holds(hand, pair) and STRENGTH[pair] > value}
        found = beating(hand, value)
        assert set(found) == pairs
        assert list(found) == sorted(found, key=lambda pair: (STRENGTH[pair], pair))
        assert can_beat(hand, value) == bool(pairs)


def _holds(hand: tuple[int, ...], pair: tuple[int, int]) -> bool:
    return all(hand.count(face) >= pair.count(face) for face in pair)


def test_the_table_of_pairs() -> None:
    """RULES.md 3.1: computed, there are 45 sums, 27 doublings, and the aces."""
    assert len(PAIRS) == 45 + 27 + 1
    kinds = {words: STRENGTH[tuple(sorted(faces(words)))] for words in (  # type: ignore[index]
        "2 2", "10 10", "king 2", "queen 10", "jack 7", "ace ace", "ace 2", "ace king", "jack jack",
        "jack king",
    )}  # fmt: skip
    assert kinds == {
        "2 2": 4, "10 10": 20, "king 2": 4, "queen 10": 20, "jack 7": 14, "ace ace": 21,
        "ace 2": NONE, "ace king": NONE, "jack jack": NONE, "jack king": NONE,
    }  # fmt: skip
