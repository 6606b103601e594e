"""Audiences, moments, and the default answers of a small game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games.kernel.chance import SeededChance
from games.kernel.contract import (
    NOBODY,
    Audience,
    Deadline,
    Event,
    Option,
    Outcome,
    Pad,
    Rules,
    Standing,
    Step,
    Target,
    Viewer,
    may_know,
    snake_case,
)
from games.kernel.default_answers import round_over
from games.kernel.events import private_event, public_event
from games.kernel.turn import TurnBuilder
from tests.games.contract.doze import DOZE, Doze
from tests.games.contract.doze_values import Bid, DozeState, Lay, LetPass
from tests.games.kernel.positions import ANSWER, RULES, SEALED, TURN


@pytest.mark.parametrize(
    ("audience", "viewer", "knows"),
    [
        (None, 0, True),
        (None, None, True),
        ((0, 2), 2, True),
        ((0, 2), 1, False),
        ((0, 2), None, False),
        (NOBODY, 0, False),
        (NOBODY, None, False),
    ],
)
def test_who_may_know(audience: Audience, viewer: Viewer, knows: bool) -> None:
    assert may_know(audience, viewer) is knows
    assert Event("x", audience=audience).visible_to(viewer) is knows
    assert Deadline("x", None, 0, audience=audience).visible_to(viewer) is knows


def test_who_may_know_which_event() -> None:
    assert public_event("x", card=1) == Event("x", {"card": 1})
    assert private_event(2, "x").audience == (2,)


def test_a_fact_may_have_any_name() -> None:
    """A fact may also have the name of a parameter: facts belong to the game alone."""
    facts = {"kind": "turn", "to": 1, "seat": 0, "self": 2}
    assert public_event("timed_out", **facts) == Event("timed_out", facts)
    assert private_event(2, "timed_out", **facts) == Event("timed_out", facts, (2,))
    turn = TurnBuilder(RULES, TURN, SeededChance(b""), 0)
    turn.public_event("timed_out", **facts)
    turn.private_event(2, "timed_out", **facts)
    assert turn.events == [
        public_event("timed_out", **facts),
        private_event(2, "timed_out", **facts),
    ]


def test_what_stays_in_the_log() -> None:
    assert (lasting := public_event("x", card=1)).logged() is lasting
    moment = Event("x", {"card": 1, "seat": 0}, audience=(0, 1), moment=True)
    assert moment.logged() is None
    kept = Event("x", {"card": 1}, (0, 1), moment=True, log={"seat": 0}).logged()
    assert kept == Event("x", {"seat": 0}, audience=(0, 1))


@pytest.mark.parametrize(
    ("name", "wire"), [("Lay", "lay"), ("LetPass", "let_pass"), ("PlayKing", "play_king")]
)
def test_actions_are_called_on_the_wire(name: str, wire: str) -> None:
    assert snake_case(name) == wire


def test_the_first_choice_is_the_default() -> None:
    assert Option("beat", "Beating", ("higher", "any"), ("higher", "any")).default == "higher"


def test_a_small_game_takes_nothing_back_and_adds_up_points() -> None:
    outcomes = [Outcome((1, 4), (2, 1), 0, "over"), Outcome((2, 4), (2, 1), 1, "over")]
    assert not DOZE.may_undo(RULES, TURN, ANSWER, 0)
    assert DOZE.standing(RULES, Target(rounds=2), outcomes) == Standing((3, 8), (2, 1), True)


def test_a_pad_of_minus_points_adds_these_up() -> None:
    """The test uses its own small game."""

    class MinusPoints(Doze):
        meta = replace(Doze.meta, pad=Pad(lowest_wins=True))

    outcomes = [Outcome((1, 4), (1, 2), 0, "over"), Outcome((2, 4), (1, 2), 1, "over")]
    standing = MinusPoints().standing(RULES, Target(rounds=2), outcomes)
    assert standing == Standing((3, 8), (1, 2), True)


def test_a_small_game_is_closed_as_it_lies() -> None:
    step = DOZE.close(RULES, SEALED)
    assert step.state.phase == "over"
    assert step.events == (public_event("round_over", reason="closed", winners=[0, 1, 2]),)


def test_a_closed_round_has_an_outcome() -> None:
    class Open(Doze):
        def closed(self, rules: Rules, state: DozeState) -> DozeState:
            return state

    with pytest.raises(ValueError, match="doze: `closed` returned a state without an outcome"):
        Open().close(RULES, SEALED)


def test_the_end_is_told_with_all_who_won() -> None:
    event = round_over(Outcome((3, 1, 3), (1, 3, 1), 0, "points"))
    assert event == public_event("round_over", reason="points", winners=[0, 2])


def test_a_selection_means_the_offer_that_is_selected_so() -> None:
    assert DOZE.action_from_selection(RULES, TURN, 0, ("5",)) == Lay(5)
    assert DOZE.action_from_selection(RULES, ANSWER, 1, ("let_pass",)) == LetPass()
    assert DOZE.action_from_selection(RULES, SEALED, 0, ("bid-2",)) == Bid(2)
    for picks in ((), ("4",), ("5", "5"), ("2", "5")):
        assert DOZE.action_from_selection(RULES, TURN, 0, picks) is None
    assert DOZE.action_from_selection(RULES, TURN, 1, ("1",)) is None


def test_steps_have_no_events_unless_told() -> None:
    assert Step(TURN).events == ()
