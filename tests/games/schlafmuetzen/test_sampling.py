"""Sampled rounds keep what was seen, and deal the rest at random."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.kernel import codec, session
from games.kernel.chance import SeededChance
from games.kernel.contract import OptionValue, Rules
from games.schlafmuetzen import GAME
from games.schlafmuetzen.actions import SchlafmuetzenAction, UndoFlip
from games.schlafmuetzen.state import State
from tests.games.contract.rounds import Position, Round, play_round, rules_of, start_round


@pytest.fixture(params=["last_placement", "last_turn"], scope="module")
def played(request: pytest.FixtureRequest) -> Round:
    return play_round(GAME, 4, 17, {"call_scope": request.param})


def sampled_states(played: Round, position: Position, times: int = 6) -> list[State]:
    seen = session.information_state(GAME, played.rules, position.state, None, position.events)
    return [
        GAME.sample_state(played.rules, seen, SeededChance(bytes([key]))) for key in range(times)
    ]


def test_what_lay_open_once_is_where_it_went(played: Round) -> None:
    """The sample keeps middle and discard piles, the turned card, and inferable verdicts."""
    for position in played.sample(25):
        real = position.state
        for dream in sampled_states(played, position, 2):
            assert dream.piles.middle == real.piles.middle
            assert dream.piles.discards == real.piles.discards
            assert dream.piles.turned == real.piles.turned
            assert dream.piles.missed == real.piles.missed
            assert dream.laid == real.laid
            assert (dream.before is None) == (real.before is None)


def test_what_was_never_seen_may_be_anything(played: Round) -> None:
    dreams = sampled_states(played, played.opening)
    assert len({dream.piles.draws for dream in dreams}) == len(dreams)
    assert played.opening.state.piles.draws not in {dream.piles.draws for dream in dreams}


def asleep(rules: Rules) -> Iterator[Position]:
    """Return a round without players: the table keeps all cards, and turns the piles over."""
    played = start_round(GAME, 2, 3, rules)
    opening, events = played.opening, played.opening.events
    late = session.catch_up(
        GAME, played.rules, opening.state, SeededChance(b""), played.pace, 10**9,
        moves=0, last_ms=opening.at_ms,
    )  # fmt: skip
    for number, timed in enumerate(late):
        events += timed.move.events
        yield Position(timed.state, timed.move.at_ms, 0, number + 1, events)


def test_a_pile_that_was_turned_over_is_known() -> None:
    """Its owner and all viewers know the order (SM-R23)."""
    rules = rules_of(GAME)
    turned = [one for one in asleep(rules) if one.state.piles.flipped is not None]
    assert len(turned) > 2
    for position in turned:
        state = position.state
        seen = session.information_state(GAME, rules, state, None, position.events)
        dream = GAME.sample_state(rules, seen, SeededChance(b"dream"))
        assert dream.piles.draws[state.active] == state.piles.draws[state.active]
        assert state.ending or dream.piles.draws[state.active]


# --- taking back shows only what all have seen ---------------------------------------------------

HOUSE_RULES = [
    {"false_call": cost, "call_scope": scope}
    for cost in ("one_card", "lockout", "none")
    for scope in ("last_placement", "last_turn")
]


def seen_by_all(rules: Rules, state: State) -> list[str]:
    """Return the table as each viewer sees it."""
    return [codec.encode(GAME.observe(rules, state, who)) for who in (*range(state.seats), None)]


def both_after(
    rules: Rules, real: State, dream: State, seat: int | None, action: SchlafmuetzenAction
) -> tuple[State, State] | None:
    """Return both states after this action, with the same events; None if it turned a card up."""
    at_ms = real.not_before_ms + 1
    steps = [
        GAME.apply(rules, state, seat, action, SeededChance(b""), at_ms) for state in (real, dream)
    ]
    if any(event.kind == "turned" for event in steps[0].events):
        return None
    assert steps[0].events == steps[1].events
    assert seen_by_all(rules, steps[0].state) == seen_by_all(rules, steps[1].state)
    return steps[0].state, steps[1].state


@pytest.mark.parametrize("chosen", HOUSE_RULES, ids=lambda chosen: " ".join(chosen.values()))
@pytest.mark.parametrize("seats", [2, 5])
def test_what_was_taken_back_lies_in_all_dreams_as_it_lay(
    chosen: dict[str, OptionValue], seats: int
) -> None:
    """RULES.md 4.6, 5.4, 5.9: the restored tops were seen before, so they reveal nothing.

    This includes a locked-out caller (5.7), and piles that were turned over.
    """
    played = play_round(GAME, seats, 23, chosen)
    taken = 0
    for move in played.taken:
        if not any(event.kind in ("taken_back", "turned_back") for event in move.events):
            continue
        taken += 1
        for dream in sampled_states(played, move.before, 2):
            assert both_after(played.rules, move.before.state, dream, move.seat, move.action), (
                "taking back turns up no card"
            )
    assert taken > 3


@pytest.mark.parametrize("chosen", HOUSE_RULES, ids=lambda chosen: " ".join(chosen.values()))
def test_a_pile_turned_over_lies_in_all_dreams_as_it_lay(chosen: dict[str, OptionValue]) -> None:
    """RULES.md 4.6, 4.7: the samples agree after any two actions.

    Examples are a right call, which takes the pile's bottom card as a penalty, and turning back the
    rest.
    """
    rules, kinds = rules_of(GAME, chosen), set()
    turned = [one for one in asleep(rules) if one.state.piles.flipped is not None]
    for position in turned[:4]:
        seen = session.information_state(GAME, rules, position.state, None, position.events)
        dream = GAME.sample_state(rules, seen, SeededChance(b"dream"))
        for _, first in choices(rules, position.state, dream):
            for action, second in choices(rules, *first):
                if second[0].piles.flipped is None and first[0].piles.flipped is not None:
                    kinds.add(type(action).__name__)
    assert kinds >= {"UndoFlip", "PlaceRevealed", "KeepRevealed"}


def test_a_pile_turned_back_is_as_it_was() -> None:
    """RULES.md 4.6: all have seen how the pile was laid, so every sample has the same one."""
    rules = rules_of(GAME)
    turned = [one for one in asleep(rules) if one.state.piles.flipped]
    for position in turned[:4]:
        state = position.state
        back = UndoFlip(state.seq)
        step = GAME.apply(rules, state, state.active, back, SeededChance(b""), position.at_ms)
        seen = session.information_state(
            GAME, rules, step.state, None, (*position.events, *step.events)
        )
        dream = GAME.sample_state(rules, seen, SeededChance(b"dream"))
        assert step.state.piles.discards[state.active]
        assert dream.piles.discards == step.state.piles.discards
        assert seen_by_all(rules, dream) == seen_by_all(rules, step.state)


def choices(
    rules: Rules, real: State, dream: State
) -> Iterator[tuple[SchlafmuetzenAction, tuple[State, State]]]:
    """Yield every possible action and its effect in both states."""
    for seat in range(real.seats):
        for action in session.offers(GAME, rules, real, seat):
            after = both_after(rules, real, dream, seat, action)
            if after is not None:
                yield action, after


def test_after_the_end(played: Round) -> None:
    for dream in sampled_states(played, played.last, 2):
        assert dream.ending == played.last.state.ending
