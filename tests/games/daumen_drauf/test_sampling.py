"""Sampled rounds keep what their viewer saw, and deal the rest at random."""

from __future__ import annotations

import pytest

from games.daumen_drauf import GAME
from games.daumen_drauf.bots.search_bot import Sight
from games.daumen_drauf.memory import remembered
from games.daumen_drauf.state import State
from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Viewer
from tests.games.cards import cards_in
from tests.games.contract.rounds import play_round
from tests.games.daumen_drauf.scene import Scene, cards


def sampled_states(scene: Scene, viewer: Viewer, times: int = 30) -> list[State]:
    seen = session.information_state(GAME, scene.rules, scene.state, viewer, scene.events)
    return [
        GAME.sample_state(scene.rules, seen, SeededChance(bytes([number])))
        for number in range(times)
    ]


def test_a_card_under_a_thumb_may_be_either_twin() -> None:
    scene = Scene("Y3+ G1+", "Y1+ Y2+", "B1+ B2+").offer(0, "Y3+")
    for viewer in (1, 2, None):
        assert {state.highest for state in sampled_states(scene, viewer)} == set(cards("Y3+ Y3-"))
    assert {state.highest for state in sampled_states(scene, 0)} == set(cards("Y3+"))


def test_who_holds_the_twin_knows() -> None:
    scene = Scene("Y3+ G1+", "Y3- Y2+", "B1+ B2+").offer(0, "Y3+")
    assert {state.highest for state in sampled_states(scene, 1)} == set(cards("Y3+"))
    assert len({state.highest for state in sampled_states(scene, 2)}) == 2


def taken_before() -> Scene:
    """Return a round in which all saw Y3- in the first trick, and now Y3+ is held out."""
    scene = Scene("Y3- G1+ G2+", "Y1+ Y3+ B3+", "B1+ B2+ B4+", stock="").offer(0, "Y3-")
    scene.pass_(1).raise_(2, "B1+").pass_(0, 1).look()
    return scene.offer(2, "B2+").pass_(0).raise_(1, "Y3+")


def test_who_saw_the_twin_in_a_trick_remembers() -> None:
    scene = taken_before()
    for viewer in (0, 2, None):
        assert {state.highest for state in sampled_states(scene, viewer)} == set(cards("Y3+"))


def test_what_only_the_log_kept_is_not_known() -> None:
    """A viewer who got only the log's events does not know which cards were taken."""
    scene = taken_before()
    logged = [event.logged() for event in scene.events]
    kept = tuple(event for event in logged if event is not None)
    assert not any(remembered(scene.board(0), kept))
    seen = Sight(observation=scene.board(0), events=kept)
    highest = {
        GAME.sample_state(scene.rules, seen, SeededChance(bytes([number]))).highest
        for number in range(30)
    }
    assert highest == set(cards("Y3+ Y3-"))


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_memory_is_right_in_whole_rounds(seats: int) -> None:
    """A viewer who saw everything knows every pile, also during a review."""
    played = play_round(GAME, seats, 8)
    for position in played.positions:
        board = GAME.observe(played.rules, position.state, None)
        known = remembered(board, position.events)
        assert known == position.state.piles


def test_a_forgetful_viewer_samples_whole_rounds_too() -> None:
    """It also samples from only a later part of the events, as a forgetful level has them."""
    played = play_round(GAME, 3, 5)
    for position in played.positions[::4]:
        for viewer in played.viewers:
            seen = session.information_state(
                GAME, played.rules, position.state, viewer, position.events
            )
            for kept in (0, 1, 7, 30):
                less = Sight(seen.observation, seen.events[max(0, len(seen.events) - kept) :])
                state = GAME.sample_state(played.rules, less, SeededChance(b"forgetful"))
                assert GAME.observe(played.rules, state, viewer) == seen.observation
                all_cards = cards_in(GAME, played.rules, position.state)
                assert cards_in(GAME, played.rules, state) == all_cards


def test_one_knows_only_of_oneself_who_has_looked() -> None:
    scene = Scene("Y3+ G1+", "Y1+ Y2+", "B1+ B2+").offer(0, "Y3+").pass_(1, 2).look(1)
    assert all(state.looked == (1,) for state in sampled_states(scene, 1))
    for viewer in (0, 2, None):
        assert all(state.looked == () for state in sampled_states(scene, viewer))
