"""The bots: what they consider, and that each level is better than the one before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import Acknowledge, DaumenDraufAction, Parry, Pass
from games.daumen_drauf.bots.bot import easy, normal
from games.daumen_drauf.bots.evaluation import evaluate
from games.daumen_drauf.bots.rollout import rollout_policy
from games.daumen_drauf.bots.search_bot import PLAYOUTS, Sight, search_bot
from games.daumen_drauf.state import Phase
from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import Chance, Event, Rules, Seat, Start
from tests.games.contract.rounds import Round, play_round
from tests.games.daumen_drauf.scene import Scene, name, rules_with

Player = Callable[[Rules, Sight, Chance], DaumenDraufAction]
STRONG = search_bot(GAME)


def at_random(rules: Rules, seen: Sight, chance: Chance) -> DaumenDraufAction:
    """Choose any offer."""
    return chance.choice(seen.offers)


def answers(scene: Scene, seat: Seat, player: Player, times: int = 4) -> set[Any]:
    """Return the player's actions here, with this number of different chances."""
    seen = session.information_state(GAME, scene.rules, scene.state, seat, scene.events)
    return {player(scene.rules, seen, SeededChance(bytes([number]))) for number in range(times)}


@pytest.fixture(scope="module", params=[2, 4])
def played(request: pytest.FixtureRequest) -> Round:
    return play_round(GAME, request.param, 5)


@pytest.mark.parametrize("player", [normal, STRONG], ids=["normal", "hard"])
def test_takes_a_good_trick_by_parrying(player: Player) -> None:
    """Three harmless cards are open, and the twins together count 0."""
    scene = Scene("Y1+ Y2+ Y4+ G1-", "Y3+ B1+ Y5+ G2-", "Y5- Y2- Y1-")
    scene.offer(0, "Y1+").raise_(1, "Y3+").pass_(2).raise_(0, "Y4+").raise_(1, "Y5+")
    assert scene.parrying(2, "Y5-") is None
    assert answers(scene, 2, player) == {Parry(name("Y5-"))}


def test_leaves_a_poisonous_trick() -> None:
    """Two poisonous cards are open, and only a harmless card could take them."""
    scene = Scene("Y1- Y3- G1-", "Y2- Y4- B1+", "B2+ B3+ B4+", "G3+ G4+")
    scene.offer(0, "Y1-").raise_(1, "Y2-").pass_(2, 3).raise_(0, "Y3-").raise_(1, "Y4-")
    for player in (normal, STRONG):
        assert answers(scene, 2, player) == {Pass()}


@pytest.mark.parametrize("player", [easy, normal, STRONG], ids=["easy", "normal", "hard"])
def test_looks_at_the_trick(player: Player) -> None:
    scene = Scene("Y3+ G1+", "Y1+ Y2+").offer(0, "Y3+").pass_(1)
    assert answers(scene, 1, player) == {Acknowledge()}


def test_an_easy_bot_does_not_always_see_it() -> None:
    scene = Scene("Y1- Y3- G1-", "Y2- Y4- B1+", "B2+ B3+ B4+", "G3+ G4+")
    scene.offer(0, "Y1-").raise_(1, "Y2-").pass_(2, 3).raise_(0, "Y3-").raise_(1, "Y4-")
    assert len(answers(scene, 2, easy, 40)) > 1


def test_habits_go_by_what_the_seat_could_know(played: Round) -> None:
    """The policy does the same with other cards in all hidden places."""
    compared = 0
    for position in played.positions:
        if position.state.phase in (Phase.REVIEW, Phase.OVER):
            continue
        seat = position.state.active
        seen = session.information_state(GAME, played.rules, position.state, seat, position.events)
        one, other = (
            GAME.sample_state(played.rules, seen, SeededChance(bytes([n]))) for n in range(2)
        )
        first, second = (
            rollout_policy(played.rules, state, seat, SeededChance(b"luck"))
            for state in (one, other)
        )
        assert first == second
        assert first in seen.offers
        compared += one != other
    assert compared > 10


def test_thinks_no_more_than_its_budget(played: Round) -> None:
    done = 0

    def counted(rules: Any, state: Any, seat: Seat) -> float:
        nonlocal done
        done += 1
        return evaluate(rules, state, seat)

    bot, most = replace(STRONG, evaluate=counted), 0
    for position in played.sample(8):
        for seat in range(played.seats):
            seen = session.information_state(
                GAME, played.rules, position.state, seat, position.events
            )
            if seen.offers:
                done = 0
                bot(played.rules, seen, SeededChance(b"bot"))
                most = max(most, done)
    assert PLAYOUTS // 2 < most <= PLAYOUTS


@pytest.mark.parametrize(
    ("option", "choice"),
    [("open_piles", True), ("tiebreak", "last_partie"), ("first_player", "youngest_declared")],
)
def test_plays_by_all_options(option: str, choice: str | bool) -> None:
    chosen: dict[str, Any] = {option: choice}
    scene = Scene("Y3+ G1+ B2-", "Y4- Y2+", **chosen).offer(0, "Y3+")
    quick = search_bot(GAME, playouts=20)
    for player in (easy, normal, quick):
        for answer in answers(scene, 1, player):
            assert scene.code(1, answer) is None


def play(players: list[Player], seed: int) -> tuple[int, ...]:
    """Play a whole round and return the places."""
    rules, number = rules_with(), seed.to_bytes(4, "big")
    chance, thoughts = SeededChance(b"deal" + number), SeededChance(b"bots" + number)
    step = GAME.deal(rules, len(players), Start(number=1, at_ms=0), chance)
    state, events, moves = step.state, list[Event](step.events), 0
    while (outcome := GAME.outcome(rules, state)) is None:
        seat = GAME.to_act(rules, state).seats[0]
        seen = session.information_state(GAME, rules, state, seat, events)
        answer = players[seat](rules, seen, thoughts)
        step = session.play(GAME, rules, state, seat, answer, chance, moves, moves)
        state, moves = step.state, moves + 1
        events += step.events
    return outcome.places


@pytest.mark.parametrize(
    ("better", "worse", "seats", "rounds", "at_least"),
    [
        (normal, easy, 2, 100, 0.62),
        pytest.param(normal, easy, 4, 60, 0.32, marks=pytest.mark.soak),
        pytest.param(easy, at_random, 2, 200, 0.54, marks=pytest.mark.soak),
        pytest.param(search_bot(GAME, playouts=120), normal, 2, 30, 0.52, marks=pytest.mark.soak),
    ],
    ids=["normal-easy-2", "normal-easy-4", "easy-random-2", "hard-normal-2"],
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
