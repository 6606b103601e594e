"""The bots: what they consider, and that each level is better than the one before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Chance, Event, InformationState, Rules, Seat, Start
from games.siebenschlaefer import GAME
from games.siebenschlaefer.actions import DrawTwo, SiebenschlaeferAction
from games.siebenschlaefer.bots.bot import easy, normal
from games.siebenschlaefer.bots.evaluation import evaluate
from games.siebenschlaefer.bots.rollout import rollout_policy
from games.siebenschlaefer.bots.search_bot import PLAYOUTS, search_bot
from games.siebenschlaefer.view import Board
from tests.games.contract.rounds import Round, play_round
from tests.games.siebenschlaefer.scene import DRAW, PASS, Scene, lay, rules_with

Sight = InformationState[SiebenschlaeferAction, Board]
Player = Callable[[Rules, Sight, Chance], SiebenschlaeferAction]
STRONG = search_bot(GAME)


def at_random(rules: Rules, seen: Sight, chance: Chance) -> SiebenschlaeferAction:
    """Choose any offer."""
    return chance.choice(seen.offers)


def answers(scene: Scene, seat: Seat, player: Player, times: int = 6) -> set[Any]:
    """Return the player's actions here, with this number of different chances."""
    seen = session.information_state(GAME, scene.rules, scene.state, seat, scene.events)
    return {player(scene.rules, seen, SeededChance(bytes([number]))) for number in range(times)}


@pytest.fixture(scope="module")
def played() -> Round:
    return play_round(GAME, 3, 5, {"closing_time": 60})


def test_keeps_aces_for_the_end() -> None:
    """Aces can be laid on any pair and win."""
    scene = Scene("ace ace 3 8", "2 2 3 4", top="2 3")
    for player in (normal, STRONG):
        assert answers(scene, 0, player) == {lay("3 8")}


def test_thinks_of_the_last_pair() -> None:
    """The cards that remain must be a pair, too."""
    scene = Scene("ace 9 ace 10", "2 2 3 4", top="2 3")
    assert answers(scene, 0, normal) == {lay("9 10")}
    scene = Scene("king queen 2 10", "4 4 3 3 5 5", top="8 8")
    assert answers(scene, 0, normal) == {lay("10 queen")}


def test_gets_rid_of_what_is_little_use() -> None:
    """On a low value it lays its low cards, which fit nowhere else."""
    scene = Scene("2 3 9 9 10 10", "2 2 3 4 5 5")
    assert "2" in next(iter(answers(scene, 0, normal))).cards


@pytest.mark.parametrize(
    ("hand", "top", "laid"),
    [
        ("3 3 10 jack king king ace ace", "5 6", "10 jack"),
        ("2 3 5 king king king", "2 3", "3 king"),
        ("2 3 4 5 6 7 8 9 10 king", "2 3", "2 7"),
    ],
)
def test_leaves_no_picture_without_a_number(hand: str, top: str, laid: str) -> None:
    """A hand of 3 K K K can never go out, so pictures are laid while there are numbers for them.

    If no picture would be left without a number, the choice is as before.
    """
    assert answers(Scene(hand, "2 2 3 4 5 5", top=top), 0, normal) == {lay(laid)}


@pytest.mark.parametrize("player", [easy, normal])
def test_passes_where_the_draw_is_spared(player: Player) -> None:
    """RULES.md 4.3: a seat that need not draw again does not fill its hand."""
    scene = Scene("2 3", "2 2 10 10", top="8 9", stock="3 3", draw_then="turn_ends")
    scene.do(0, DRAW).do(1, lay("10 10"))
    assert PASS in answers(scene, 0, player, 20)
    assert player is easy or answers(scene, 0, player) == {PASS}


def test_an_easy_player_overlooks_pairs() -> None:
    scene = Scene("2 3 7 9 10 10", "2 2 3 4 5 5", top="2 2")
    assert len(answers(scene, 0, easy, 40)) > 3
    assert len(answers(scene, 0, normal, 40)) == 1


def test_an_easy_player_wakes_up_when_the_round_may_end() -> None:
    scene = Scene("2 3 10 10", "2 2 3 4 5 5", top="2 2")
    assert answers(scene, 0, easy, 40) == answers(scene, 0, normal)


@pytest.mark.parametrize("player", [easy, normal, STRONG])
def test_answers_where_there_is_nothing_to_think_about(player: Player) -> None:
    scene = Scene("2 3", "2 2", top="10 10", stock="3 3")
    assert answers(scene, 0, player) == {DRAW}
    assert answers(scene.do(0, DRAW), 0, player) == set(scene.offers(0))


@pytest.mark.parametrize(
    ("option", "choice"),
    [("compulsory_lay", False), ("draw_then", "turn_ends"), ("final_seven_draws", True),
     ("closing_time", 60)],
)  # fmt: skip
def test_plays_by_all_options(option: str, choice: Any) -> None:
    scene = Scene("2 3 10 10 7 king", "2 2 4 5", top="5 5", **{option: choice})
    quick = search_bot(GAME, playouts=24)
    for player in (easy, normal, quick):
        for answer in answers(scene, 0, player):
            assert scene.refusal(0, answer) is None
    if option == "compulsory_lay":
        assert DrawTwo() in scene.offers(0)


def test_thinks_no_more_than_its_budget(played: Round) -> None:
    done = [0]

    def counted(rules: Rules, state: Any, seat: Seat) -> float:
        done[0] += 1
        return evaluate(rules, state, seat)

    bot = replace(STRONG, evaluate=counted)
    most = 0
    for position in played.sample(8):
        for seat in range(played.seats):
            seen = session.information_state(
                GAME, played.rules, position.state, seat, position.events
            )
            if seen.offers:
                done[0] = 0
                bot(played.rules, seen, SeededChance(b"bot"))
                most = max(most, done[0])
    assert PLAYOUTS // 2 < most <= max(PLAYOUTS, 2 * 73)


def test_habits_go_by_what_the_seat_could_know(played: Round) -> None:
    """The policy does the same with other cards in all hidden places."""
    for position in played.positions[:-1:4]:
        seat = position.state.active
        seen = session.information_state(GAME, played.rules, position.state, seat, position.events)
        states = [GAME.sample_state(played.rules, seen, SeededChance(bytes([n]))) for n in range(2)]
        first, second = (
            rollout_policy(played.rules, state, seat, SeededChance(b"luck")) for state in states
        )
        assert first == second
        assert first in seen.offers


@pytest.mark.parametrize("seats", [2, 5])
def test_worth_is_a_share_of_the_win(seats: int) -> None:
    """All seats together have 1, during the round and at its end."""
    some = play_round(GAME, seats, 9, {"closing_time": 60})
    for position in some.sample(30):
        shares = [evaluate(some.rules, position.state, seat) for seat in range(seats)]
        assert sum(shares) == pytest.approx(1)
        assert min(shares) >= 0


def test_who_wins_now_is_worth_it() -> None:
    scene = Scene("10 10", "2 3 4 4", top="8 8")
    assert evaluate(scene.rules, scene.state, 0) > 0.95
    scene.do(0, lay("10 10"))
    assert [evaluate(scene.rules, scene.state, seat) for seat in (0, 1)] == [1, 0]


def play(players: list[Player], seed: int) -> tuple[int, ...]:
    """Play a whole round and return the places."""
    rules, number = rules_with(), seed.to_bytes(4, "big")
    chance, thoughts = SeededChance(b"deal" + number), SeededChance(b"bots" + number)
    step = GAME.deal(rules, len(players), Start(number=1, at_ms=0), chance)
    state, events = step.state, list[Event](step.events)
    while (outcome := GAME.outcome(rules, state)) is None:
        seen = session.information_state(GAME, rules, state, state.active, events)
        answer = players[state.active](rules, seen, thoughts)
        step = GAME.apply(rules, state, state.active, answer, chance, 0)
        state = step.state
        events += step.events
    return outcome.places


@pytest.mark.parametrize(
    ("better", "worse", "seats", "rounds", "at_least"),
    [
        (easy, at_random, 2, 20, 0.6),
        pytest.param(normal, easy, 2, 40, 0.55, marks=pytest.mark.soak),
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
