"""The bots: what they consider, and that the solid one is the better one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Chance, Event, InformationState, Rules, Seat, Start
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import (
    DeclineWake,
    Defend,
    DiscardNumbers,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    WakeQueen,
)
from games.sleeping_queens.bots.bot import easy, normal
from games.sleeping_queens.view import Board
from tests.games.sleeping_queens.scene import Scene, rules_with

Sight = InformationState[SleepingQueensAction, Board]
Player = Callable[[Rules, Sight, Chance], SleepingQueensAction]


def at_random(rules: Rules, seen: Sight, chance: Chance) -> SleepingQueensAction:
    """Choose any offer."""
    return chance.choice(seen.offers)


def answers(scene: Scene, seat: Seat, player: Player, times: int = 12) -> set[Any]:
    """Return the player's actions here, with this number of different chances."""
    seen = session.information_state(GAME, scene.rules, scene.state, seat, scene.events)
    return {player(scene.rules, seen, SeededChance(bytes([number]))) for number in range(times)}


def test_takes_the_win() -> None:
    scene = Scene("knight king 2 3 5", "", awake=("rose cake rainbow moon", "heart"))
    assert {type(answer) for answer in answers(scene, 0, normal)} <= {PlayKing, PlayKnight}
    scene = Scene("knight 2 3 5 jester", "", awake=("rose cake rainbow moon", "heart"))
    assert answers(scene, 0, normal) == {PlayKnight(1, "heart")}


def test_defends() -> None:
    scene = Scene("knight", "dragon", awake=("", "heart")).do(0, PlayKnight(1, "heart"))
    assert answers(scene, 1, normal) == {Defend("dragon")}


def test_remembers_where_a_good_queen_sleeps() -> None:
    scene = Scene("potion", "king", awake=("", "heart"), asleep={7: "-"})
    scene.do(0, PlayPotion(1, "heart", 7)).time_up("defense")
    assert answers(scene, 1, normal) == {PlayKing(7)}
    assert len(answers(scene, 1, easy, 60)) > 5


def test_does_not_wake_whom_it_saw_clash() -> None:
    scene = Scene("king king", "", awake=("cat",), asleep={6: "dog"}).do(0, PlayKing(6))
    scene.do(1, next(offer for offer in scene.offers(1) if isinstance(offer, DiscardNumbers)))
    assert PlayKing(6) not in answers(scene, 0, normal, 40)


def test_attacks_what_it_is_worth() -> None:
    scene = Scene("knight", "", "", awake=("", "heart cat", "rose"))
    assert answers(scene, 0, normal) == {PlayKnight(1, "heart")}


def test_does_not_ride_against_a_dragon_it_saw() -> None:
    scene = Scene("knight 1 2 4 6", "jester", awake=("", "moon"), draw="dragon", active=1)
    scene.do(1, PlayJester())
    scene.do(1, next(offer for offer in scene.offers(1) if isinstance(offer, DiscardNumbers)))
    assert not any(isinstance(answer, PlayKnight) for answer in answers(scene, 0, normal))
    unseen = Scene("knight 1 2 4 6", "dragon", awake=("", "moon"))
    assert answers(unseen, 0, normal) == {PlayKnight(1, "moon")}


def test_adds_up() -> None:
    scene = Scene("1 2 3 4 10", "")
    assert answers(scene, 0, normal) == {DiscardNumbers((1, 2, 3, 4, 10))}
    assert any(len(answer.cards) == 1 for answer in answers(scene, 0, easy, 40))


@pytest.mark.parametrize(
    ("own", "answer"),
    [("pancake ladybug starfish", DeclineWake()), ("pancake ladybug moon", WakeQueen(0))],
)
def test_wakes_the_last_queen_only_to_win(own: str, answer: SleepingQueensAction) -> None:
    """RULES.md 5.6: only then does declining matter (40 or 45 points against 45)."""
    others = "dog moon peacock rose" if "moon" not in own else "dog starfish peacock rose"
    scene = Scene(
        "jester", "", "",
        awake=("heart cat cake rainbow", own, others), asleep={0: "sunflower"}, draw="2",
    )  # fmt: skip
    scene.do(0, PlayJester())
    assert answers(scene, 1, normal) == {answer}


def play(players: list[Player], seed: int) -> tuple[int, ...]:
    """Play a whole round and return the places."""
    rules, number = rules_with(), seed.to_bytes(4, "big")
    chance, thoughts = SeededChance(b"deal" + number), SeededChance(b"bots" + number)
    step = GAME.deal(rules, len(players), Start(number=1, at_ms=0), chance)
    state, events = step.state, list[Event](step.events)
    moves = 0
    while (outcome := GAME.outcome(rules, state)) is None:
        awaited = GAME.to_act(rules, state)
        if awaited.seats:
            (seat,) = awaited.seats
            seen = session.information_state(GAME, rules, state, seat, events)
            answer = players[seat](rules, seen, thoughts)
            step = session.play(GAME, rules, state, seat, answer, chance, moves, moves)
        else:
            (hold,) = (one for one in GAME.deadlines(rules, state) if one.kind == "hold")
            answer = GAME.time_out(rules, state, hold)
            step = GAME.apply(rules, state, None, answer, chance, moves)
        state, moves = step.state, moves + 1
        events += step.events
    return outcome.places


@pytest.mark.parametrize(
    ("better", "worse", "seats", "rounds", "at_least"),
    [
        (normal, easy, 2, 100, 0.60),
        pytest.param(normal, easy, 4, 100, 0.32, marks=pytest.mark.soak),
        pytest.param(easy, at_random, 2, 400, 0.55, marks=pytest.mark.soak),
        pytest.param(normal, at_random, 3, 100, 0.55, marks=pytest.mark.soak),
    ],
)
def test_strength(better: Player, worse: Player, seats: int, rounds: int, at_least: float) -> None:
    """One better bot plays against others, in every seat in turn; rounds are always the same."""
    won = 0.0
    for seed in range(rounds):
        players = [worse] * seats
        players[seed % seats] = better
        places = play(players, 1000 + seed)
        if places[seed % seats] == 1:
            won += 1 / places.count(1)
    assert won / rounds >= at_least
