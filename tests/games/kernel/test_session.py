"""Turns, time-outs, the end and replay, with the tiny game of the contract tests."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from games.kernel import codec, session
from games.kernel.chance import SeededChance
from games.kernel.contract import NOBODY, Action, Deadline, Event, Rules, Start, TableAction
from games.kernel.events import private_event, public_event
from games.kernel.refusals import Refused
from games.kernel.session import Pace, Recorded
from tests.games.contract.doze import DOZE, Doze
from tests.games.contract.doze_values import (
    Beat,
    Bid,
    DozeState,
    HoldOver,
    Lay,
    LetPass,
    Say,
    TimeUp,
)
from tests.games.contract.rounds import play_round
from tests.games.kernel.positions import ANSWER, OVER, PACE, RULES, SEALED, TURN


def refused(state: DozeState, seat: int | None, action: Any) -> str | None:
    refusal = session.why_not(DOZE, RULES, state, seat, action, 10_000)
    return None if refusal is None else refusal.code


@pytest.mark.parametrize(
    ("state", "seat", "action", "code"),
    [
        (TURN, 0, Lay(2), None),
        (TURN, None, Lay(2), "not_seated"),
        (OVER, None, Lay(2), "not_seated"),
        (OVER, 0, Lay(2), "game_over"),
        (OVER, 0, HoldOver(), "game_over"),
        (TURN, 1, Lay(1), "not_your_turn"),
        (TURN, 9, Lay(1), "not_your_turn"),
        (TURN, -1, Lay(1), "not_your_turn"),
        (TURN, 0, Lay(4), "unknown_card"),
        (TURN, 0, LetPass(), "wrong_phase"),
        (ANSWER, 1, Beat(6), None),
        (ANSWER, 1, HoldOver(), "not_allowed"),
        (ANSWER, 0, TimeUp(), "not_allowed"),
        (SEALED, 0, Bid(2), None),
        (SEALED, 2, Bid(0), None),
        (SEALED, 1, Bid(0), "not_allowed"),
        (SEALED, 1, Say("hush"), None),
    ],
)
def test_the_ladder_of_refusals(
    state: DozeState, seat: int | None, action: Action, code: str | None
) -> None:
    assert refused(state, seat, action) == code


def test_playing_raises_the_refusal_and_changes_nothing() -> None:
    chance = SeededChance(b"key")
    with pytest.raises(Refused) as error:
        session.play(DOZE, RULES, TURN, 1, Lay(1), chance, 2000, moves=0)
    assert error.value.refusal.code == "not_your_turn"
    assert chance.drawn == 0


def test_several_seats_are_offered_something_at_once() -> None:
    assert session.offers(DOZE, RULES, SEALED, 0) == (Bid(0), Bid(1), Bid(2), Say("nap"))
    assert session.offers(DOZE, RULES, SEALED, 1) == (Say("nap"),)
    assert session.offers(DOZE, RULES, SEALED, None) == ()
    assert session.offers(DOZE, RULES, TURN, 1) == ()
    assert session.offers(DOZE, RULES, OVER, 0) == ()


def test_what_a_seat_has_seen() -> None:
    events = (
        public_event("dealt"),
        private_event(0, "drew"),
        private_event(1, "drew", cards=[1]),
        Event("secret", {}, NOBODY),
    )
    own = session.information_state(DOZE, RULES, TURN, 0, events)
    assert own.events == events[:2]
    assert own.observation.hand == (2, 5)
    assert own.offers == (Lay(2), Lay(5))
    watching = session.information_state(DOZE, RULES, TURN, None, events)
    assert watching.events == events[:1]
    assert watching.offers == ()


def test_deadlines_come_by_due_time_then_age_then_name_then_seat() -> None:
    class Pressed(Doze):
        def deadlines(self, rules: Rules, state: DozeState) -> tuple[Deadline, ...]:
            return (
                Deadline("later", None, since_ms=0, after_ms=900),
                Deadline("b", 1, since_ms=100, after_ms=400),
                Deadline("b", 0, since_ms=100, after_ms=400),
                Deadline("b", None, since_ms=100, after_ms=400),
                Deadline("a", 2, since_ms=100, after_ms=400),
                Deadline("z", 2, since_ms=50, after_ms=450),
                Deadline("first", 2, since_ms=300, after_ms=100, audience=NOBODY),
            )

    running = session.due(Pressed(), RULES, TURN, PACE)
    assert [(due, one.kind, one.seat) for due, one in running] == [
        (400, "first", 2),
        (500, "z", 2),
        (500, "a", 2),
        (500, "b", None),
        (500, "b", 0),
        (500, "b", 1),
        (900, "later", None),
    ]
    visible = session.visible_due(Pressed(), RULES, TURN, PACE, 2)
    assert [one.kind for _, one in visible] == ["z", "a", "b", "b", "b", "later"]


def test_pace_gives_the_limits_and_scales_all_of_them() -> None:
    quick = Pace(limits={"answer": 5000}, scale=0.1)
    running = session.due(DOZE, RULES, ANSWER, quick)
    assert [(due, one.kind) for due, one in running] == [(5200, "hold"), (5500, "answer")]


def caught_up(state: DozeState, now_ms: int, **known: Any) -> list[tuple[int, str, Action]]:
    known = {"moves": 0, "last_ms": state.since_ms} | known
    late = session.catch_up(DOZE, RULES, state, SeededChance(b"key"), PACE, now_ms, **known)
    return [(one.move.at_ms, one.deadline.kind, one.move.action) for one in late]


def test_nothing_happens_before_its_time() -> None:
    assert caught_up(ANSWER, 6_999) == []
    assert caught_up(ANSWER, 7_000) == [(7000, "hold", HoldOver())]


def test_time_outs_happen_at_their_due_times_and_lead_to_others() -> None:
    assert caught_up(ANSWER, 24_000) == [
        (7000, "hold", HoldOver()),
        (10_000, "answer", TimeUp()),
        (16_000, "sealed", TimeUp()),
        (24_000, "turn", Lay(1)),
    ]


def test_a_held_answer_counts_when_the_hold_is_over() -> None:
    answered = replace(ANSWER, answered=True)
    assert caught_up(answered, 13_000) == [
        (7000, "hold", HoldOver()),
        (13_000, "sealed", TimeUp()),
    ]


def test_time_never_goes_back() -> None:
    """A time-out that was due before the last move applies at the time of that move."""
    assert caught_up(ANSWER, 9000, last_ms=8500) == [(8500, "hold", HoldOver())]


def test_nothing_is_due_after_the_end() -> None:
    assert caught_up(OVER, 10**12) == []


def test_the_last_move_that_a_round_may_have_closes_it() -> None:
    chance = SeededChance(b"key")
    last = DOZE.meta.max_moves - 1
    before = session.play(DOZE, RULES, TURN, 0, Lay(2), chance, 2000, moves=last - 1)
    assert not session.is_over(DOZE, RULES, before.state)
    step = session.play(DOZE, RULES, TURN, 0, Lay(2), chance, 2000, moves=last)
    assert [event.kind for event in step.events] == ["laid", "round_over"]
    assert step.events[-1].data == {"reason": "closed", "winners": [0, 1, 2]}
    assert session.is_over(DOZE, RULES, step.state)
    assert caught_up(ANSWER, 10**12, moves=last) == [(7000, "hold", HoldOver())]


def test_a_round_that_is_over_is_not_closed_again() -> None:
    played = play_round(DOZE, 3, 5)
    move = played.taken[-1]
    final = session.replay(
        DOZE, RULES, 3, played.start, SeededChance(played.key), _recorded(played.taken)
    )
    *_, (step, _) = final
    assert [event.kind for event in step.events].count("round_over") == 1
    assert step.state == move.after.state


def _recorded(taken: list[Any]) -> list[Recorded[Any]]:
    return [Recorded(move.seat, move.action, move.after.at_ms) for move in taken]


@pytest.mark.parametrize(
    "forged",
    [
        Recorded(0, Lay(9), 2000),
        Recorded(1, Lay(1), 2000),
        Recorded(0, HoldOver(), 2000),
        Recorded(None, HoldOver(), 2000),
        Recorded(None, Bid(1), 2000),
    ],
)
def test_replay_stops_at_a_move_that_the_rules_do_not_allow(forged: Recorded[Any]) -> None:
    start = Start(number=1, at_ms=1000)
    dealt, _ = next(session.replay(DOZE, RULES, 2, start, SeededChance(b"k"), []))
    active = dealt.state.active
    forged = forged if forged.seat is None else replace(forged, seat=(forged.seat + active) % 2)
    steps = session.replay(DOZE, RULES, 2, start, SeededChance(b"k"), [forged])
    next(steps)
    with pytest.raises(Refused):
        next(steps)


def test_records_are_values_that_survive_json() -> None:
    late = session.catch_up(
        DOZE, RULES, ANSWER, SeededChance(b"key"), PACE, 24_000, moves=0, last_ms=5000
    )
    for one in late:
        assert isinstance(one.move.action, TableAction | Lay)
        assert codec.decode(codec.encode(one.state), DozeState) == one.state
        assert codec.decode_action(DOZE, codec.encode(one.move.action)) == one.move.action
