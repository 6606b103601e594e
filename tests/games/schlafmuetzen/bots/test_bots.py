"""The bots: what they see and overlook, and that each level is better than the one before."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Chance, Event, Seat, Start
from games.kernel.search import QuickChance
from games.kernel.session import Pace
from games.kernel.thinking import Players
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
    UndoFlip,
)
from games.schlafmuetzen.memory import judged, missed
from games.schlafmuetzen.state import GAP_MS
from tests.games.contract.rounds import play_round
from tests.games.schlafmuetzen.scene import Scene, rules_with

LEVELS = ("easy", "normal", "hard")
LOOKS = 400


def answers(scene: Scene, seat: Seat, level: str) -> Counter[Any]:
    """Return the player's actions here, with many different chances."""
    seen = session.information_state(GAME, scene.rules, scene.state, seat, scene.events)
    chance = QuickChance(5)
    return Counter(GAME.bots[level](scene.rules, seen, chance) for _ in range(LOOKS))


def share(scene: Scene, seat: Seat, level: str, action: object) -> float:
    """Return the share of chances with which the player does this here."""
    return answers(scene, seat, level)[action] / LOOKS


def rises(shares: list[float]) -> bool:
    return all(low < high for low, high in pairwise(shares))


def test_each_level_sees_more_of_its_own_discard() -> None:
    scene = Scene("13 2 | 5", "9 9", middle="4 1 1 1 1")
    right = PlaceDiscardTop(scene.seq, "middle-0")
    shares = [share(scene, 0, level, right) for level in LEVELS]
    assert rises(shares)
    assert shares[0] > 0.6
    assert shares[2] > 0.97
    assert set(answers(scene, 0, "easy")) == {right, Reveal(scene.seq)}


def test_each_level_notices_more_of_it_in_the_last_moment() -> None:
    scene = Scene("13 2 | 5", "9 9", middle="4 1 1 1 1").reveal()
    right = PlaceDiscardTop(scene.seq, "middle-0")
    assert rises([share(scene, 0, level, right) for level in LEVELS])


def test_each_level_sees_more_of_what_a_turned_card_fits() -> None:
    scene = Scene("5 2", "9 9", middle="4 1 1 1 1").reveal()
    right = PlaceRevealed(scene.seq, "middle-0")
    assert rises([share(scene, 0, level, right) for level in LEVELS])
    assert set(answers(scene, 0, "hard")) <= {right, KeepRevealed(scene.seq)}


def test_each_level_knows_better_which_pile_comes_first() -> None:
    scene = Scene("5 2", "9 9 | 6", "8 8 | 4", middle="4 1 1 1 1").reveal()
    right = PlaceRevealed(scene.seq, "middle-0")
    assert rises([share(scene, 0, level, right) for level in LEVELS])


def turned_over(own: str, other: str) -> Scene:
    """Return a scene: seat 0 turns over the cards it has kept; the top one fits or not."""
    scene = Scene(own, other)
    for _ in range(4):
        scene.reveal().keep()
    return scene.reveal()


def test_a_bot_that_notices_turns_an_early_pile_back() -> None:
    """The pile was turned over too early."""
    scene = turned_over("4 12", "13 13 13")
    assert scene.state.piles.missed is not None
    assert rises([share(scene, 0, level, UndoFlip(scene.seq)) for level in LEVELS])
    fine = turned_over("4 12", "9 9 9")
    assert UndoFlip(fine.seq) in fine.offers(0)
    assert UndoFlip(fine.seq) not in answers(fine, 0, "easy")


def test_a_card_that_fits_nowhere_is_kept() -> None:
    scene = Scene("13 2", "9 9 | 12").reveal()
    for level in LEVELS:
        assert set(answers(scene, 0, level)) <= {
            KeepRevealed(scene.seq), PlaceRevealed(scene.seq, "seat-1"),
        }  # fmt: skip
    near = Scene("13 2", "9 9 | 11").reveal()
    slips = [share(near, 0, level, PlaceRevealed(near.seq, "seat-1")) for level in LEVELS]
    assert slips[0] > slips[2] == 0, "a slip of the hand"


@pytest.mark.parametrize("level", LEVELS)
def test_nobody_knows_what_the_table_knows(level: str) -> None:
    """States that look alike, with different verdicts inside, get the same answers."""
    played = play_round(GAME, 4, 8)
    for position in played.sample(40):
        for seat in range(4):
            seen = session.information_state(
                GAME, played.rules, position.state, seat, position.events
            )
            if not seen.offers:
                continue
            twin = GAME.sample_state(played.rules, seen, SeededChance(b"twin"))
            dreamt = session.information_state(GAME, played.rules, twin, seat, position.events)
            answer = GAME.bots[level](played.rules, seen, SeededChance(b"bot"))
            assert answer == GAME.bots[level](played.rules, dreamt, SeededChance(b"bot"))


@pytest.mark.parametrize("scope", ["last_placement", "last_turn"])
@pytest.mark.parametrize("seats", [2, 5, 8])
def test_who_remembers_everything_judges_like_the_table(seats: int, scope: str) -> None:
    """Events alone are enough to tell what the table will say after a call."""
    found = 0
    for seed in range(3):
        played = play_round(GAME, seats, seed, {"call_scope": scope})
        for position in played.positions:
            state = position.state
            board = GAME.observe(played.rules, state, None)
            told = [event for event in position.events if event.visible_to(None)]
            if state.window:
                mistakes = [laid.mistake for laid in state.laid if laid.mistake is not None]
                assert judged(board, told) == mistakes
                found += len(mistakes)
            if board.may_undo:
                assert missed(board, told) == state.piles.missed
    assert found > 50


def test_a_better_bot_calls_more_wrong_and_fewer_right_cards() -> None:
    """The bots judge random placements, each once, right after the card.

    Each level is better than the one before.
    """
    called: Counter[tuple[str, str]] = Counter()
    asked: Counter[str] = Counter()
    chance = QuickChance(9)
    for seed in range(8):
        played = play_round(GAME, 3, seed)
        for move in played.taken:
            state = move.after.state
            if not state.window or state.seq != state.laid[-1].seq:
                continue
            mistake = state.laid[-1].mistake
            kind = "nothing" if mistake is None else mistake.kind
            watcher = (state.laid[-1].seat + 1) % 3
            seen = session.information_state(GAME, played.rules, state, watcher, move.after.events)
            if not any(isinstance(offer, CallSchlafmuetze) for offer in seen.offers):
                continue
            asked[kind] += 1
            for level in LEVELS:
                answer = GAME.bots[level](played.rules, seen, chance)
                called[level, kind] += isinstance(answer, CallSchlafmuetze)
    for kind in ("does_not_fit", "overlooked_discard"):
        assert asked[kind] > 25
        assert rises([called[level, kind] / asked[kind] for level in LEVELS])
    assert called["hard", "nothing"] == 0


def test_nobody_waits_for_a_bot_in_the_win_window() -> None:
    scene = Scene("5", "9 9", "8 8", middle="4 1 1 1 1").reveal().lay("middle-0")
    scene.events = ()
    for level in LEVELS:
        assert AcceptPlacement(scene.latest) in answers(scene, 1, level)
        assert None not in answers(scene, 1, level)


def test_nothing_to_say_is_none() -> None:
    scene = Scene("2 9", "9 9", "8 8").reveal().lay("middle-0").accept(1)
    assert scene.offers(1) == ()
    assert set(answers(scene, 2, "hard")) == {None}


def test_no_level_is_quicker_than_the_pause() -> None:
    assert all(level.thinking_ms[0] >= GAP_MS for level in GAME.meta.levels)


@pytest.mark.parametrize("level", LEVELS)
def test_where_no_mistake_is_possible_nobody_makes_one(level: str) -> None:
    played = play_round(GAME, 5, 4, {"error_mode": "strict"})
    for position in played.positions:
        for seat in GAME.to_act(played.rules, position.state).seats:
            seen = session.information_state(
                GAME, played.rules, position.state, seat, position.events
            )
            assert GAME.bots[level](played.rules, seen, SeededChance(b"bot")) in seen.offers


# --- strength ------------------------------------------------------------------------------------


def won(levels: tuple[str, str], number: int) -> int:
    """Return the seat that wins this round of two."""
    rules = rules_with()
    chance: Chance = SeededChance(bytes([number]))
    step = GAME.deal(rules, 2, Start(number=1, at_ms=0), chance)
    state, at_ms, moves, events = step.state, 0, 0, list[Event](step.events)
    players = Players(levels, f"test {number}")
    pace, chance = Pace(limits=GAME.meta.tempos[0].limits), QuickChance(number)
    while (outcome := GAME.outcome(rules, state)) is None:
        first = players.first(GAME, rules, state, moves, at_ms)
        running = session.due(GAME, rules, state, pace)
        if first is None or running[0][0] <= first[0]:
            at_ms, deadline = running[0]
            action = GAME.time_out(rules, state, deadline)
            step = GAME.apply(rules, state, None, action, chance, at_ms)
        else:
            at_ms, seat = first
            seen = session.information_state(GAME, rules, state, seat, events)
            answer = GAME.bots[levels[seat]](rules, seen, chance)
            if answer is None:
                players.passed(seat, moves)
                continue
            players.acted(seat)
            step = session.play(GAME, rules, state, seat, answer, chance, at_ms, moves)
        state, moves = step.state, moves + 1
        events += step.events
    return outcome.places.index(1)


@pytest.mark.parametrize(
    ("better", "worse"),
    [pytest.param("normal", "easy", marks=pytest.mark.soak), ("hard", "easy")],
)
def test_attention_wins(better: str, worse: str) -> None:
    """The bots swap seats; the arena computes how certain the result is."""
    rounds = 8
    wins = sum(won((better, worse), number) == 0 for number in range(rounds // 2))
    wins += sum(won((worse, better), number) == 1 for number in range(rounds // 2))
    assert wins > rounds // 2
