"""The search finds what can be found, and uses only what its seat knows."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from games.kernel import session
from games.kernel.chance import SeededChance
from games.kernel.contract import (
    Action,
    Awaited,
    Deadline,
    InformationState,
    Millis,
    Observation,
    Outcome,
    Rules,
    Seat,
    Step,
    Value,
    Viewer,
)
from games.kernel.default_answers import PlainGame
from games.kernel.search import QuickChance, Search, hurried, win_share
from tests.games.contract.doze import DOZE
from tests.games.contract.rounds import play_round

RULES = Rules(revision=1, options={})


class Tiny(PlainGame[Any, Any, Any]):
    """A game with one seat at a time and short rounds."""

    def deadlines(self, rules: Rules, state: Any) -> Any:
        return (Deadline("turn", 0, 0),)

    def closed(self, rules: Rules, state: Any) -> None:
        raise AssertionError("the round ends by itself")


class Take(Action, frozen=True):
    """Take this number of matches from the heap."""

    count: int


class Heap(Value, frozen=True):
    """The seat that takes the last match wins."""

    left: int
    turn: int = 0


class Sight(Observation, frozen=True):
    """An observation without secrets."""

    left: int
    turn: int


class Matches(Tiny):
    """A heap of matches: take one, two or three."""

    def to_act(self, rules: Rules, state: Any) -> Any:
        return Awaited(seats=(state.turn,))

    def legal_actions(self, rules: Rules, state: Any, seat: Seat) -> Any:
        return [Take(count) for count in (1, 2, 3) if count <= state.left]

    def apply(
        self, rules: Rules, state: Any, seat: Viewer, action: Any, chance: Any, at_ms: Millis
    ) -> Any:
        return Step(Heap(state.left - action.count, 1 - state.turn))

    def observe(self, rules: Rules, state: Any, viewer: Viewer) -> Any:
        return Sight(viewer=viewer, awaited=(state.turn,), left=state.left, turn=state.turn)

    def sample_state(self, rules: Rules, seen: Any, chance: Any) -> Any:
        return Heap(seen.observation.left, seen.observation.turn)

    def outcome(self, rules: Rules, state: Any) -> Any:
        if state.left:
            return None
        return _outcome(*(2 if seat == state.turn else 1 for seat in range(2)))


class Guess(Action, frozen=True):
    """A guess which of three cards is there, or None: then no seat wins."""

    card: int | None


class Covered(Value, frozen=True):
    """A card face down."""

    card: int
    guess: Guess | None = None


class Back(Observation, frozen=True):
    """The back of the card."""


class Guessing(Tiny):
    """A guessing game: if seat 0 guesses right it wins, otherwise the other seat wins."""

    def to_act(self, rules: Rules, state: Any) -> Any:
        return Awaited(seats=(0,))

    def legal_actions(self, rules: Rules, state: Any, seat: Seat) -> Any:
        return [Guess(card) for card in (0, 1, 2, None)]

    def apply(
        self, rules: Rules, state: Any, seat: Viewer, action: Any, chance: Any, at_ms: Millis
    ) -> Any:
        return Step(replace(state, guess=action))

    def observe(self, rules: Rules, state: Any, viewer: Viewer) -> Any:
        return Back(viewer=viewer, awaited=(0,))

    def sample_state(self, rules: Rules, seen: Any, chance: Any) -> Any:
        return Covered(chance.below(3))

    def outcome(self, rules: Rules, state: Any) -> Any:
        if state.guess is None:
            return None
        if state.guess.card is None:
            return _outcome(1, 1)
        return _outcome(1, 2) if state.guess.card == state.card else _outcome(2, 1)


def matches() -> Any:
    """Return a game with only the parts that the search needs."""
    kind: Any = Matches
    return kind()


def guessing() -> Any:
    """Return a game with only the parts that the search needs."""
    kind: Any = Guessing
    return kind()


def _outcome(*places: int) -> Outcome:
    return Outcome(scores=(0, 0), places=places, began=0, reason="over")


def search(game: Any, playouts: int = 200, **changed: Any) -> Search[Any, Any, Any]:
    """Return a search in which all seats play at random and only the end has a value."""

    def evaluate(rules: Rules, state: Any, seat: Seat) -> Any:
        outcome = game.outcome(rules, state)
        return 0.5 if outcome is None else win_share(outcome, seat)

    def rollout_policy(rules: Rules, state: Any, seat: Seat, chance: Any) -> Any:
        return chance.choice(game.legal_actions(rules, state, seat))

    plain = Search(
        game=game,
        sampler=lambda rules, seen: lambda chance: game.sample_state(rules, seen, chance),
        kind=lambda rules, seen: lambda action: action,
        rollout_policy=rollout_policy,
        evaluate=evaluate,
        turn=lambda state: state,
        playouts=playouts,
        horizon=20,
    )
    return dataclasses.replace(plain, **changed)


def sight(game: Any, state: Any, seat: int) -> InformationState[Any, Any]:
    return session.information_state(game, RULES, state, seat, ())


def answers(bot: Any, seen: InformationState[Any, Any], times: int = 10) -> Counter[Any]:
    return Counter(bot(RULES, seen, SeededChance(bytes([number]))) for number in range(times))


@pytest.mark.parametrize(("left", "best"), [(1, 1), (2, 2), (3, 3), (5, 1)])
@pytest.mark.parametrize("seat", [0, 1])
def test_finds_a_forced_win(left: int, best: int, seat: Seat) -> None:
    seen = sight(matches(), Heap(left, turn=seat), seat)
    assert answers(search(matches()), seen) == {Take(best): 10}


def test_does_not_act_on_what_it_cannot_know() -> None:
    """In every sampled round some guess would be right, but never the same one."""
    game = guessing()
    seen = [sight(game, Covered(card), 0) for card in range(3)]
    assert seen[0] == seen[1] == seen[2]
    assert answers(search(game, 2000), seen[0]) == {Guess(None): 10}


def test_the_same_chance_gives_the_same_answer() -> None:
    seen = sight(matches(), Heap(12), 0)
    bot = search(matches(), playouts=12)
    for number in range(20):
        key = bytes([number])
        assert bot(RULES, seen, SeededChance(key)) == bot(RULES, seen, SeededChance(key))
    assert len(answers(bot, seen, 40)) > 1  # with few playouts there is room for chance


@pytest.mark.parametrize("playouts", [6, 50, 333, 1000])
def test_keeps_to_its_budget(playouts: int) -> None:
    game = matches()
    done: Counter[str] = Counter()
    plain = search(game)

    def counted(rules: Rules, state: Any, seat: Seat) -> Any:
        done["playouts"] += 1
        return plain.evaluate(rules, state, seat)

    search(game, playouts, evaluate=counted)(RULES, sight(game, Heap(9), 0), SeededChance(b""))
    assert 0.6 * playouts <= done["playouts"] <= playouts


@pytest.mark.parametrize(("share", "most"), [(1.0, 320), (0.5, 160), (0.125, 40)])
def test_in_a_hurry_it_uses_a_share_of_its_budget(share: float, most: int) -> None:
    game = matches()
    done: Counter[str] = Counter()
    plain = search(game)

    def counted(rules: Rules, state: Any, seat: Seat) -> Any:
        done["playouts"] += 1
        return plain.evaluate(rules, state, seat)

    bot = hurried(search(game, 320, evaluate=counted), share)
    seen = sight(game, Heap(9), 0)
    first = bot(RULES, seen, SeededChance(b""))
    assert 0.6 * most <= done["playouts"] <= most
    assert bot(RULES, seen, SeededChance(b"")) == first


def test_in_a_great_hurry_it_answers_at_a_glance() -> None:
    def never(rules: Rules, state: Any, seat: Seat) -> None:
        raise AssertionError("the bot evaluates a position")

    bot = hurried(search(matches(), rollout_policy=lambda *_: Take(1), evaluate=never), 0)
    assert answers(bot, sight(matches(), Heap(3), 0)) == {Take(1): 10}


def test_who_has_no_budget_is_not_hurried() -> None:
    def glance(rules: Rules, seen: Any, chance: Any) -> Take:
        return Take(1)

    assert hurried(glance, 0) is glance


def test_does_not_think_where_there_is_no_choice() -> None:
    def never(rules: Rules, state: Any, seat: Seat) -> None:
        raise AssertionError("the bot evaluates a position")

    bot = search(matches(), evaluate=never)
    assert bot(RULES, sight(matches(), Heap(1), 0), SeededChance(b"")) == Take(1)


def test_what_needs_no_thought_is_not_tried() -> None:
    bot = search(
        matches(),
        rollout_policy=lambda *_: Take(1),
        kind=lambda rules, seen: lambda action: None if action == Take(3) else action,
    )
    assert answers(bot, sight(matches(), Heap(3), 0)) == {Take(1): 10}  # although 3 would win


def test_of_offers_that_come_to_the_same_one_is_taken() -> None:
    bot = search(matches(), kind=lambda rules, seen: lambda action: "all alike")
    assert len(answers(bot, sight(matches(), Heap(9), 0), 30)) == 3


def test_a_habit_beyond_the_offers_is_tried_too() -> None:
    """For free input, offers are only samples."""
    seen = replace(sight(matches(), Heap(2), 0), offers=(Take(1),))
    assert answers(search(matches(), rollout_policy=lambda *_: Take(2)), seen) == {Take(2): 10}


def test_without_clear_evidence_it_keeps_to_the_habit() -> None:
    bot = search(matches(), rollout_policy=lambda *_: Take(1), evaluate=lambda *_: 0.5)
    assert answers(bot, sight(matches(), Heap(3), 0)) == {Take(1): 10}
    sure = search(matches(), rollout_policy=lambda *_: Take(1), doubt=1e9)
    # 2 wins in every sampled round, 1 in none: there is no doubt at all.
    assert answers(sure, sight(matches(), Heap(2), 0)) == {Take(2): 10}


@pytest.mark.parametrize("seed", range(6))
def test_many_seats_at_once_and_holds(seed: int) -> None:
    """The search plays on with Doze's sealed bids, held answers and time that must pass."""
    played = play_round(DOZE, 3, seed)

    def rollout_policy(rules: Rules, state: Any, seat: Seat, chance: Any) -> Any:
        return chance.choice(DOZE.legal_actions(rules, state, seat))

    bot = search(DOZE, playouts=20, rollout_policy=rollout_policy)
    thought = 0
    for position in played.positions:
        for seat in range(3):
            seen = session.information_state(
                DOZE, played.rules, position.state, seat, position.events
            )
            if seen.offers:
                assert bot(played.rules, seen, SeededChance(b"doze")) in seen.offers
                thought += 1
    assert thought > 3


def test_quick_luck_is_even() -> None:
    chance = QuickChance(7)
    found = Counter(chance.below(6) for _ in range(6000))
    assert set(found) == set(range(6))
    assert all(850 < count < 1150 for count in found.values())
    assert sorted(QuickChance(1).shuffled(range(20))) == list(range(20))
    assert QuickChance(1).shuffled(range(20)) != QuickChance(2).shuffled(range(20))


def test_a_shared_win_is_a_part_of_one() -> None:
    shared = Outcome(scores=(3, 3, 1), places=(1, 1, 3), began=0, reason="over")
    assert [win_share(shared, seat) for seat in range(3)] == [0.5, 0.5, 0.0]
    alone = Outcome(scores=(3, 2), places=(1, 2), began=0, reason="over")
    assert [win_share(alone, seat) for seat in range(2)] == [1.0, 0.0]
