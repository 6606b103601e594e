"""The contract, for every game that has a folder and for the tiny one of the tests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from games.kernel import registry
from games.kernel.registry import AnyGame
from tests.games.contract import checks_input, checks_meta, checks_play, checks_secrets
from tests.games.contract.doze import DOZE
from tests.games.contract.rounds import Round, play_round

GAMES: dict[str, AnyGame] = {**registry.games(), "doze": DOZE}
SEEDS = (1, 2)
TABLES = [
    (slug, seats, seed)
    for slug, game in GAMES.items()
    for seats in range(game.meta.seats[0], game.meta.seats[1] + 1)
    for seed in SEEDS
]

CARD_CHECKS = (
    checks_meta.card_is_complete,
    checks_meta.options_are_playable,
    checks_meta.keys_decide,
)
ROUND_CHECKS = (
    checks_play.ends_by_itself,
    checks_play.awaits_the_right_seats,
    checks_play.offers_apply,
    checks_play.only_the_awaited_act,
    checks_play.round_trips,
    checks_play.replays,
    checks_play.cards_conserved,
    checks_play.times_out_anywhere,
    checks_play.catches_up_alike,
    checks_play.ends_without_anyone,
    checks_play.closes,
    checks_secrets.imagines_what_it_sees,
    checks_secrets.twins_look_alike,
    checks_secrets.whispers_stay,
    checks_secrets.moments_are_kept_short,
    checks_input.judges_garbage,
    checks_input.picks_mean_actions,
    checks_input.bots_answer,
)


@cache
def table(slug: str, seats: int, seed: int) -> Round:
    """The same random round for all checks."""
    return play_round(GAMES[slug], seats, seed)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("check", CARD_CHECKS, ids=lambda check: check.__name__)
def test_card(check: Callable[[AnyGame], None], slug: str) -> None:
    check(GAMES[slug])


@pytest.mark.parametrize(("slug", "seats", "seed"), TABLES)
@pytest.mark.parametrize("check", ROUND_CHECKS, ids=lambda check: check.__name__)
def test_round(check: Callable[[Round], None], slug: str, seats: int, seed: int) -> None:
    check(table(slug, seats, seed))
