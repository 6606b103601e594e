"""The single entry point for moves."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import DatabaseError, transaction

from core import clock
from core.refusals import Refused
from matches.actors import Person
from matches.engine.verification import difference
from matches.models import Match, Move
from matches.services.rounds import deadlines
from matches.services.rounds.play import play
from matches.store.load_match import load_table
from tests.platform.matches.cast import (
    act,
    awaited,
    dealt,
    hand_over,
    let_pass,
    opened,
    person,
    request_for,
    stored,
)
from tests.sure import sure

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return dealt(person("Alice"), person("Bob"))


def of(match: Match, seat: int) -> Person:
    user = sure(match.seats.get(number=seat).user)
    return Person(user.pk, user.epoch)


def test_a_legal_action_becomes_a_move(match: Match) -> None:
    answer = act(match)
    assert answer.refusal is None
    round_ = match.rounds.get()
    assert round_.version == 1
    assert round_.moves.get().seat == answer.seat
    assert difference(round_.pk) is None


def test_many_moves_replay_to_the_snapshot(match: Match) -> None:
    for _ in range(60):
        live = load_table(match.pk).live
        assert live is not None
        if live.over:
            break
        if live.awaited.seats:
            assert act(match).refusal is None
        else:  # an answer is held back: time passes
            let_pass(live)
    round_ = match.rounds.get()
    assert round_.version > 4
    assert difference(round_.pk) is None
    assert [m.number for m in round_.moves.all()] == list(range(1, round_.version + 1))


def test_the_same_key_plays_once(match: Match) -> None:
    seat = awaited(match)
    request = request_for(match, seat)
    assert play(match.pk, of(match, seat), request).repeated is False
    before = stored(match)
    again = play(match.pk, of(match, seat), request)
    assert (again.refusal, again.repeated) == (None, True)
    assert stored(match) == before


def test_a_key_with_another_body_is_refused(match: Match) -> None:
    seat = awaited(match)
    request = request_for(match, seat)
    play(match.pk, of(match, seat), request)
    before = stored(match)
    other = request_for(match, awaited(match), key=request.key, action={"type": "let_happen"})
    assert sure(play(match.pk, of(match, seat), other).refusal).code == "key_reused"
    assert stored(match) == before


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"seen": 0}, "stale"),
        ({"seen": None}, "stale"),
        ({"seen": 10_000}, "stale"),
        ({"key": ""}, "key_missing"),
        ({"key": "x" * 65}, "key_missing"),
        ({"key": "a b"}, "key_missing"),
        ({"action": None}, "invalid_params"),
        ({"action": "{"}, "invalid_params"),
        ({"action": []}, "invalid_params"),
        ({"action": {"type": "win_at_once"}}, "invalid_params"),
        ({"action": {"type": "play_king", "slot": 1e99}}, "invalid_params"),
        ({"action": {"type": "time_up"}}, "not_allowed"),
        ({"action": None, "picks": ["nonsense"]}, "invalid_params"),
        ({"action": None, "picks": ["x" * 81]}, "malformed"),
        ({"action": None, "picks": ["x"] * 500}, "malformed"),
    ],
)
def test_an_invalid_request_changes_nothing(
    match: Match, changed: dict[Any, Any], code: str
) -> None:
    before = stored(match)
    assert sure(act(match, **changed).refusal).code == code
    assert stored(match) == before


def test_only_the_holder_of_a_seat_can_play(match: Match) -> None:
    seat = awaited(match)
    request = request_for(match, seat)
    charlie = person("Charlie")
    before = stored(match)
    assert (
        sure(play(match.pk, Person(charlie.pk, charlie.epoch), request).refusal).code
        == "not_seated"
    )
    assert sure(play(match.pk, Person(None, None), request).refusal).code == "not_seated"
    other = of(match, 1 - seat)
    request = request_for(match, seat, seen=load_table(match.pk).shown_version(1 - seat))
    assert sure(play(match.pk, other, request).refusal).code == "not_your_turn"
    assert stored(match) == before


def test_a_revoked_seat_cannot_act(match: Match) -> None:
    seat = awaited(match)
    user = sure(match.seats.get(number=seat).user)
    before_sign_out = Person(user.pk, user.epoch)
    user.epoch += 1
    user.save(update_fields=["epoch"])
    request = request_for(match, seat)
    assert sure(play(match.pk, before_sign_out, request).refusal).code == "revoked"
    user.is_active = False
    user.save(update_fields=["is_active"])
    assert sure(play(match.pk, Person(user.pk, user.epoch), request).refusal).code == "revoked"


def test_a_seat_that_was_handed_over_belongs_to_the_new_holder(match: Match) -> None:
    seat = awaited(match)
    old = of(match, seat)
    charlie = person("Charlie")
    hand_over(match, seat, charlie)
    assert sure(play(match.pk, old, request_for(match, seat)).refusal).code == "not_seated"
    new = Person(charlie.pk, charlie.epoch)
    assert play(match.pk, new, request_for(match, seat)).refusal is None


def test_nothing_can_be_played_before_the_deal() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob)
    from matches.requests import ActionRequest

    answer = play(match.pk, Person(alice.pk, alice.epoch), ActionRequest(key="k", seen=1))
    assert sure(answer.refusal).code == "not_dealt"


def test_the_database_refuses_to_change_the_log(match: Match) -> None:
    act(match)
    move = Move.objects.get()
    with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
        Move.objects.filter(pk=move.pk).update(number=7)
    with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
        move.delete()


@pytest.mark.parametrize("number", [1, 3, 0])
def test_the_database_refuses_doubles_and_gaps(match: Match, number: int) -> None:
    act(match)
    move = Move(round=match.rounds.get(), number=number, action={}, events=[], at_ms=1)
    with pytest.raises(DatabaseError), transaction.atomic():
        move.save()


def test_the_database_refuses_to_change_published_rules(match: Match) -> None:
    with pytest.raises(DatabaseError, match="kept for ever"), transaction.atomic():
        type(match.rules).objects.update(revision=9)


def test_due_time_outs_are_applied_before_a_request(match: Match) -> None:
    seat = awaited(match)
    request = request_for(match, seat)
    due = match.rounds.get().deadlines.get(kind="turn").due_ms
    with clock.stopped(due + 1):
        answer = play(match.pk, of(match, seat), request)
    assert sure(answer.refusal).code == "stale"
    move = match.rounds.get().moves.get()
    assert (move.seat, move.at_ms) == (None, due)


def test_results_do_not_depend_on_when_the_sweep_ran() -> None:
    # Each player times out once with the bank, then the first player again. One more time-out would
    # bring a bot.
    alice, bob = person("Alice"), person("Bob")
    logs = []
    for steps in (1, 7):
        match = dealt(alice, bob)
        round_ = match.rounds.get()
        first = round_.at_ms
        for step in range(1, steps + 1):
            with clock.stopped(first + 225_000 * step // steps):
                deadlines.apply_due_deadlines()
        times = [at - first for at in round_.moves.values_list("at_ms", flat=True)]
        logs.append(times)
    assert logs[0] == logs[1]
    assert len(logs[0]) >= 3


def test_the_sweep_leaves_what_is_not_due(match: Match) -> None:
    assert deadlines.apply_due_deadlines() == 0
    assert match.rounds.get().version == 0


def test_unknown_match_is_not_found(match: Match) -> None:
    import uuid

    answer = play(uuid.uuid4(), of(match, 0), request_for(match, awaited(match)))
    assert sure(answer.refusal).code == "not_found"
    with pytest.raises(Refused):
        load_table(uuid.uuid4())
