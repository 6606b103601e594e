"""The search bot: what it finds, what it uses, and how much it thinks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Seat
from games.sleeping_queens import GAME
from games.sleeping_queens.actions import (
    Defend,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    WakeQueen,
)
from games.sleeping_queens.bots.evaluation import evaluate
from games.sleeping_queens.bots.rollout import rollout_policy
from games.sleeping_queens.bots.search_bot import PLAYOUTS, search_bot
from games.sleeping_queens.state import Phase
from tests.games.contract.rounds import Round, play_round
from tests.games.sleeping_queens.scene import Scene, rules_with

STRONG = search_bot(GAME)


def answers(scene: Scene, seat: Seat, times: int = 3) -> set[Any]:
    """Return the player's actions here, with this number of different chances."""
    seen = session.information_state(GAME, scene.rules, scene.state, seat, scene.events)
    return {STRONG(scene.rules, seen, SeededChance(bytes([number]))) for number in range(times)}


@pytest.fixture(scope="module", params=[2, 4])
def played(request: pytest.FixtureRequest) -> Round:
    return play_round(GAME, request.param, 5)


def test_takes_the_win() -> None:
    scene = Scene("knight jester potion", "", awake=("rose cake rainbow moon", "heart"))
    assert answers(scene, 0) == {PlayKnight(1, "heart")}


def test_wakes_the_queen_it_remembers_where_she_wins() -> None:
    """She is a small queen, but the fifth, and certain not to clash."""
    scene = Scene(
        "potion", "king",
        awake=("", "cat cake moon rose starfish"), asleep={7: "-"},
    )  # fmt: skip
    scene.do(0, PlayPotion(1, "starfish", 7)).time_up("defense")
    assert answers(scene, 1) == {PlayKing(7)}


def test_stops_who_would_win_next() -> None:
    """The rollout policy would wake a queen with the king, and lose."""
    scene = Scene(
        "king knight 1 3 6", "king king", awake=("moon", "heart pancake rainbow starfish")
    )
    assert {type(answer) for answer in answers(scene, 0)} <= {PlayKnight}


def test_defends_what_would_lose_the_round() -> None:
    scene = Scene("knight", "dragon", awake=("rose cake rainbow moon", "heart"))
    scene.do(0, PlayKnight(1, "heart"))
    assert answers(scene, 1) == {Defend("dragon")}


def test_answers_where_there_is_nothing_to_think_about() -> None:
    scene = Scene("knight", "", awake=("", "heart")).do(0, PlayKnight(1, "heart"))
    assert answers(scene, 1) == {LetHappen()}


def test_wakes_where_it_was_counted() -> None:
    scene = Scene("jester", "", draw="2").do(0, PlayJester())
    assert {type(answer) for answer in answers(scene, 1)} == {WakeQueen}


@pytest.mark.parametrize(
    ("option", "choice"),
    [("say_sum", "on"), ("equation", "both_sides"), ("single_discard", "any_card"),
     ("potion_slot", "lowest"), ("jester_wake", "forced"), ("memory_aid", "on")],
)  # fmt: skip
def test_plays_by_all_options(option: str, choice: str) -> None:
    chosen: dict[str, Any] = {option: choice}
    scene = Scene("1 2 3 potion wand", "", awake=("cake", "heart"), **chosen)
    quick = search_bot(GAME, playouts=20)
    seen = session.information_state(GAME, scene.rules, scene.state, 0, scene.events)
    for number in range(4):
        answer = quick(scene.rules, seen, SeededChance(bytes([number])))
        assert answer in seen.offers
        assert scene.refusal(0, answer) is None


def test_an_addition_is_laid_down_whole() -> None:
    assert answers(Scene("1 2 3 4 10", ""), 0) == {DiscardNumbers((1, 2, 3, 4, 10))}


def test_thinks_no_more_than_its_budget(played: Round) -> None:
    done: Counter[str] = Counter()

    def counted(rules: Any, state: Any, seat: Seat) -> float:
        done["playouts"] += 1
        return evaluate(rules, state, seat)

    bot = replace(STRONG, evaluate=counted)
    most = 0
    for position in played.sample(8):
        for seat in range(played.seats):
            seen = session.information_state(
                GAME, played.rules, position.state, seat, position.events
            )
            if seen.offers:
                done.clear()
                bot(played.rules, seen, SeededChance(b"bot"))
                most = max(most, done["playouts"])
    assert PLAYOUTS // 2 < most <= PLAYOUTS


def test_habits_go_by_what_the_seat_could_know(played: Round) -> None:
    """The policy does the same with other cards in all hidden places."""
    compared = 0
    for position in played.positions:
        if position.state.phase is Phase.OVER:
            continue
        for seat in GAME.to_act(played.rules, position.state).seats:
            seen = session.information_state(
                GAME, played.rules, position.state, seat, position.events
            )
            one, other = (
                GAME.sample_state(played.rules, seen, SeededChance(bytes([n]))) for n in range(2)
            )
            first, second = (
                rollout_policy(played.rules, state, seat, SeededChance(b"luck"))
                for state in (one, other)
            )
            assert first == second
            assert session.why_not(GAME, played.rules, one, seat, first, position.at_ms) is None
            compared += one != other
    assert compared > 10


def test_what_all_seats_hope_for_is_one_win(played: Round) -> None:
    for position in played.positions:
        hopes = [evaluate(played.rules, position.state, seat) for seat in range(played.seats)]
        assert sum(hopes) == pytest.approx(1)
        assert all(0 <= hope <= 1 for hope in hopes)


def test_more_is_better() -> None:
    def hope(*hands: str, awake: tuple[str, ...] = ()) -> float:
        return evaluate(rules_with(), Scene(*hands, awake=awake).state, 0)

    even = hope("1", "2", awake=("moon", "peacock"))
    assert hope("1", "2", awake=("moon heart", "peacock")) > even
    assert hope("king 1", "2", awake=("moon", "peacock")) > even
    assert hope("dragon 1", "2", awake=("moon", "peacock")) > even
    assert hope("1", "king 2", awake=("moon", "peacock")) < even
    near = ("rose cake rainbow moon", "peacock")
    assert hope("king", "2", awake=near) - hope("1", "2", awake=near) > 0.05
