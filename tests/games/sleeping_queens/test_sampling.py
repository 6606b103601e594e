"""Sampled rounds keep what their viewer saw, and deal the rest at random."""

from __future__ import annotations

from typing import TypeAlias

import pytest

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import InformationState, Viewer
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import (
    Defend,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
)
from games.sleeping_queens.cards import FACE_NAMED, QUEEN_NAMED
from games.sleeping_queens.memory import Memory
from games.sleeping_queens.state import State
from games.sleeping_queens.view import Board
from tests.games.cards import cards_in
from tests.games.contract.rounds import play_round
from tests.games.sleeping_queens.scene import Scene

Known: TypeAlias = InformationState[SleepingQueensAction, Board]


def sampled_states(scene: Scene, viewer: Viewer, times: int = 20) -> list[State]:
    seen = session.information_state(GAME, scene.rules, scene.state, viewer, scene.events)
    return [
        GAME.sample_state(scene.rules, seen, SeededChance(bytes([number])))
        for number in range(times)
    ]


def test_a_queen_seen_falling_asleep_stays_where_she_is() -> None:
    scene = Scene("potion", "", "", awake=("", "heart"), asleep={7: "-"})
    scene.do(0, PlayPotion(1, "heart", 7)).time_up("defense")
    for viewer in (0, 1, 2, None):
        states = sampled_states(scene, viewer)
        assert {state.slots[7] for state in states} == {QUEEN_NAMED["heart"]}
        assert len({state.slots for state in states}) == len(states)


def test_a_queen_woken_again_is_forgotten() -> None:
    scene = Scene("king", "king", awake=("cat",), asleep={6: "dog"}).do(0, PlayKing(6))
    scene.do(1, PlayKing(6))
    assert Memory(scene.events).sleepers == {}


def test_what_only_the_log_kept_is_not_known() -> None:
    """A viewer who got only the log's events does not know the slot."""
    scene = Scene("potion", "", awake=("", "heart"), asleep={7: "-"})
    scene.do(0, PlayPotion(1, "heart", 7)).time_up("defense")
    logged = [event.logged() for event in scene.events]
    assert Memory(event for event in logged if event is not None).sleepers == {}


def test_the_tables_memory_counts_without_events() -> None:
    scene = Scene("king", "", awake=("cat",), asleep={6: "dog"}, memory_aid="on")
    scene.do(0, PlayKing(6))
    seen: Known = InformationState(observation=scene.board(1))
    for number in range(20):
        state = GAME.sample_state(scene.rules, seen, SeededChance(bytes([number])))
        assert state.slots[6] == QUEEN_NAMED["dog"]
        assert GAME.observe(scene.rules, state, 1) == scene.board(1)


def test_an_openly_taken_card_stays_in_hand_until_it_is_played() -> None:
    scene = Scene("jester 2 2 3 3", "", draw="dragon").do(0, PlayJester())
    for state in sampled_states(scene, 1):
        assert FACE_NAMED["dragon"] in state.hands[0]
    scene.do(0, DiscardNumbers((2, 2)))
    scene.do(1, DiscardNumbers((int(scene.hand(1)[-1]),)))
    for state in sampled_states(scene, 1):
        assert FACE_NAMED["dragon"] in state.hands[0]


def test_a_card_that_was_played_may_be_anywhere_again() -> None:
    scene = Scene("jester 1 1 1 1", "knight", awake=("heart",), draw="dragon")
    scene.do(0, PlayJester()).do(0, DiscardNumbers((1,))).do(1, PlayKnight(0, "heart"))
    assert Memory(scene.events).held[0][FACE_NAMED["dragon"]] == 1
    scene.do(0, Defend("dragon"))
    assert Memory(scene.events).held[0][FACE_NAMED["dragon"]] == 0


def test_the_discard_pile_is_what_was_laid_there() -> None:
    scene = Scene("2 3 5", "4 4").do(0, DiscardNumbers((2, 3, 5))).do(1, DiscardNumbers((4, 4)))
    for viewer in (0, 1, None):
        for state in sampled_states(scene, viewer, 5):
            assert state.discard == scene.state.discard


@pytest.mark.parametrize("seats", [2, 4])
def test_memory_is_right_in_whole_rounds(seats: int) -> None:
    """All that it claims is true: sleepers, the discard pile, cards in other hands."""
    for seed in range(8):
        for position in play_round(GAME, seats, seed).positions:
            memory, state = Memory(position.events), position.state
            assert tuple(memory.discarded) == state.discard
            for slot, queen in memory.sleepers.items():
                assert state.slots[slot] == queen
                assert state.shown[slot]
            assert set(memory.sleepers) == {slot for slot in range(12) if state.shown[slot]}
            for seat, held in memory.held.items():
                for face, copies in held.items():
                    assert state.hands[seat].count(face) >= copies


def test_a_forgetful_viewer_samples_whole_rounds_too() -> None:
    """It also samples from only a later part of the events, as a forgetful level has them."""
    played = play_round(GAME, 3, 5)
    for position in played.positions[::4]:
        for viewer in played.viewers:
            seen = session.information_state(
                GAME, played.rules, position.state, viewer, position.events
            )
            for kept in (0, 1, 7, 30):
                less: Known = InformationState(
                    seen.observation, seen.events[len(seen.events) - kept :]
                )
                state = GAME.sample_state(played.rules, less, SeededChance(b"forgetful"))
                assert GAME.observe(played.rules, state, viewer) == seen.observation
                all_cards = cards_in(GAME, played.rules, position.state)
                assert cards_in(GAME, played.rules, state) == all_cards


def test_ones_own_kept_answer_is_kept_and_nobody_elses_known() -> None:
    scene = Scene("knight", "", "", awake=("", "heart")).do(0, PlayKnight(1, "heart"))
    scene.do(1, LetHappen())
    assert all(state.pending.answered for state in sampled_states(scene, 1))
    for viewer in (0, 2, None):
        assert not any(state.pending.answered for state in sampled_states(scene, viewer))
    assert len({state.pending.hold_ms for state in sampled_states(scene, 0)}) > 10
