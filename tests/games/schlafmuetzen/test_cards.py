"""The number of cards (RULES.md 1)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.schlafmuetzen import GAME
from tests.games.contract.rounds import play_round, rules_of, start_round


@pytest.mark.parametrize("seats", range(2, 9))
def test_a_hundred_cards(seats: int) -> None:
    """RULES.md 1.1: the test also covers the number of seats and the time of a round."""
    piles = start_round(GAME, seats, 1, rules_of(GAME)).opening.state.piles
    every = Counter(card for zone in (piles.middle, piles.draws) for pile in zone for card in pile)
    assert every == dict.fromkeys(range(1, 21), 5)
    assert GAME.meta.seats == (2, 8)
    assert GAME.meta.targets[0].rounds == 1


@pytest.mark.parametrize("seats", range(2, 9))
def test_half_of_the_cards(seats: int) -> None:
    """RULES.md 1.5, `pack`: from 1 to 10, and a pile with a 10 is complete."""
    played = play_round(GAME, seats, 3, {"pack": "half"})
    piles = played.opening.state.piles
    every = Counter(card for zone in (piles.middle, piles.draws) for pile in zone for card in pile)
    assert every == dict.fromkeys(range(1, 11), 5)
    assert played.last.state.ending.reason in ("laid", "stalled")
    assert max(pile[-1] for pile in played.last.state.piles.middle) <= 10
