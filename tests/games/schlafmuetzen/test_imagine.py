"""Imagined rounds keep what was seen, and deal the rest at random."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.kernel import session
from games.kernel.chance import SeededChance
from games.schlafmuetzen import GAME
from games.schlafmuetzen.state import State
from tests.games.contract.rounds import Position, Round, play_round, rules_of, start_round


@pytest.fixture(params=["last_placement", "last_turn"], scope="module")
def played(request: pytest.FixtureRequest) -> Round:
    return play_round(GAME, 4, 17, {"call_scope": request.param})


def imagined(played: Round, position: Position, times: int = 6) -> list[State]:
    seen = session.seen(GAME, played.rules, position.state, None, position.events)
    return [GAME.imagine(played.rules, seen, SeededChance(bytes([key]))) for key in range(times)]


def test_what_lay_open_once_is_where_it_went(played: Round) -> None:
    """Middle and discard piles, the turned card, and what a watcher could work out: verdicts."""
    for position in played.sample(25):
        real = position.state
        for dream in imagined(played, position, 2):
            assert dream.piles.middle == real.piles.middle
            assert dream.piles.discards == real.piles.discards
            assert dream.piles.turned == real.piles.turned
            assert dream.piles.missed == real.piles.missed
            assert dream.laid == real.laid
            assert (dream.before is None) == (real.before is None)


def test_what_was_never_seen_may_be_anything(played: Round) -> None:
    dreams = imagined(played, played.opening)
    assert len({dream.piles.draws for dream in dreams}) == len(dreams)
    assert played.opening.state.piles.draws not in {dream.piles.draws for dream in dreams}


def asleep() -> Iterator[Position]:
    """A round in which everybody sleeps: the table keeps all cards, and turns the piles over."""
    played = start_round(GAME, 2, 3, rules_of(GAME))
    opening, events = played.opening, played.opening.events
    late = session.catch_up(
        GAME, played.rules, opening.state, SeededChance(b""), played.pace, 10**9,
        moves=0, last_ms=opening.at_ms,
    )  # fmt: skip
    for number, timed in enumerate(late):
        events += timed.move.events
        yield Position(timed.state, timed.move.at_ms, 0, number + 1, events)


def test_a_pile_that_was_turned_over_is_known() -> None:
    """Its owner, and whoever watched, knows the order (SM-R23)."""
    rules = rules_of(GAME)
    turned = [position for position in asleep() if position.state.piles.flipped is not None]
    assert len(turned) > 2
    for position in turned:
        state = position.state
        seen = session.seen(GAME, rules, state, None, position.events)
        dream = GAME.imagine(rules, seen, SeededChance(b"dream"))
        assert dream.piles.draws[state.active] == state.piles.draws[state.active]
        assert state.ending or dream.piles.draws[state.active]


def test_after_the_end(played: Round) -> None:
    for dream in imagined(played, played.last, 2):
        assert dream.ending == played.last.state.ending
