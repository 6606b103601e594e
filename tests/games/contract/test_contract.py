"""The contract, for every game with a folder and for the tiny game of the tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from games.kernel import registry
from games.kernel.registry import AnyGame
from tests.games.contract.checks import CARD_CHECKS, ROUND_CHECKS
from tests.games.contract.doze import DOZE
from tests.games.contract.rounds import Round, play_round

GAMES: dict[str, AnyGame] = {**registry.games(), "doze": DOZE}
SEEDS = (1, 2)
TABLES = [
    (slug, game.meta.revisions[-1], seats, seed)
    for slug, game in GAMES.items()
    for seats in range(game.meta.seats[0], game.meta.seats[1] + 1)
    for seed in SEEDS
]
# A superseded revision differs only in a ruling or two, so fewer rounds are enough.
TABLES += [
    (slug, revision, seats, SEEDS[0])
    for slug, game in GAMES.items()
    for revision in game.meta.revisions[:-1]
    for seats in game.meta.seats
]


@cache
def table(slug: str, revision: int, seats: int, seed: int) -> Round:
    """Return the same random round for all checks."""
    return play_round(GAMES[slug], seats, seed, revision=revision)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("check", CARD_CHECKS, ids=lambda check: check.__name__)
def test_card(check: Callable[[AnyGame], None], slug: str) -> None:
    check(GAMES[slug])


@pytest.mark.parametrize(("slug", "revision", "seats", "seed"), TABLES)
@pytest.mark.parametrize("check", ROUND_CHECKS, ids=lambda check: check.__name__)
def test_round(
    check: Callable[[Round], None], slug: str, revision: int, seats: int, seed: int
) -> None:
    check(table(slug, revision, seats, seed))
