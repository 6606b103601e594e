"""Sampled rounds keep what their viewer saw, and deal the rest at random."""

from __future__ import annotations

from typing import Any

import pytest

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import InformationState, Viewer
from games.siebenschlaefer import GAME
from games.siebenschlaefer.memory import Memory
from games.siebenschlaefer.state import State
from tests.games.cards import cards_in
from tests.games.contract.rounds import Round, play_round
from tests.games.siebenschlaefer.scene import DRAW, PASS, Scene, faces, lay


@pytest.fixture(scope="module", params=[2, 4])
def played(request: pytest.FixtureRequest) -> Round:
    return play_round(GAME, request.param, 5, {"closing_time": 60})


def sampled_states(scene: Scene, viewer: Viewer, times: int = 30) -> list[State]:
    """Return this number of states that fit all that this viewer knows."""
    seen = session.information_state(GAME, scene.rules, scene.state, viewer, scene.events)
    return [GAME.sample_state(scene.rules, seen, SeededChance(bytes([n]))) for n in range(times)]


def test_other_hands_and_the_stock_are_anybodys_guess() -> None:
    scene = Scene("2 3", "9 9 9 9", "4 4", top="5 5")
    states = sampled_states(scene, 0)
    assert all(state.hands[0] == faces("2 3") for state in states)
    assert len({state.hands[1] for state in states}) > 20
    assert len({state.stock for state in states}) == len(states)


def test_a_spectator_samples_every_hand() -> None:
    assert len({state.hands[0] for state in sampled_states(Scene("2 3", "4 5"), None)}) > 10


def test_laid_cards_are_remembered() -> None:
    """They are neither in hands nor in the stock."""
    scene = Scene("2 3 9 9", "4 5 10 10").do(0, lay("2 3")).do(1, lay("4 5"))
    assert all(sorted(state.discard) == [2, 3] for state in sampled_states(scene, 0))


def test_hands_at_the_end_are_what_they_are() -> None:
    scene = Scene("2 3", "9 jack", "4 4").do(0, lay("2 3"))
    for state in sampled_states(scene, None):
        assert state.hands == scene.state.hands


def test_memory_is_the_pile_under_the_top_pair(played: Round) -> None:
    for position in played.positions:
        remembered = sorted(Memory(position.events).discard)
        assert remembered == sorted(position.state.discard)


def test_memory_of_what_was_laid_aside() -> None:
    scene = Scene("10 10 2 3", "2 3", stock="2 2 3 3 queen king 3 9").do(0, lay("10 10"))
    scene.do(1, DRAW).do(1, PASS).do(0, DRAW).do(0, PASS)
    assert sorted(Memory(scene.events).discard) == sorted(faces("10 10 queen king"))


def test_a_forgetful_viewer_samples_whole_rounds_too(played: Round) -> None:
    """It also samples from only a later part of the events, as a forgetful level has them."""
    for position in played.positions[::16]:
        for viewer in played.viewers:
            seen = session.information_state(
                GAME, played.rules, position.state, viewer, position.events
            )
            for kept in (0, 1, 7, 30):
                less: InformationState[Any, Any] = InformationState(
                    seen.observation, seen.events[len(seen.events) - kept :]
                )
                state = GAME.sample_state(played.rules, less, SeededChance(b"forgetful"))
                assert GAME.observe(played.rules, state, viewer) == seen.observation
                all_cards = cards_in(GAME, played.rules, position.state)
                assert cards_in(GAME, played.rules, state) == all_cards
