"""Taking a seat, leaving it, getting ready, and the refusals of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from core import clock
from core.refusals import Refused
from games.kernel.chance import verifies
from matches.models import Match, Seat
from matches.services.rounds import finish, start
from matches.services.seating import seats
from matches.services.seating.tables import open_match
from matches.store.load_match import load_table
from tests.platform.matches.cast import GAME, dealt, opened, person, play_out

pytestmark = pytest.mark.django_db


def code_of(function: Callable[..., object], *args: Any, **kwargs: Any) -> str:
    with pytest.raises(Refused) as caught:
        function(*args, **kwargs)
    return caught.value.refusal.code


def test_a_round_is_committed_to_before_anybody_is_ready() -> None:
    match = opened(person("Alice"), person("Bob"))
    round_ = match.rounds.get()
    assert len(bytes(round_.seed)) == 32
    assert verifies(bytes(round_.seed), round_.commitment)
    assert (round_.start, round_.state) == (None, "")


def test_the_cards_are_dealt_when_the_last_one_is_ready() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob, bots=1)
    start.get_ready(match.pk, alice, "aa")
    start.get_ready(match.pk, alice, "bb")  # again: the first number stays
    assert match.rounds.get().start is None
    start.get_ready(match.pk, bob)
    round_ = match.rounds.get()
    assert round_.nonces == ["aa", "", ""]
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert round_.deadlines.filter(kind="turn").count() == 1


def test_seats_fill_and_are_refused_when_full() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = open_match(alice, GAME, seats=2)
    assert seats.take_seat(match.pk, bob).number == 1
    assert code_of(seats.take_seat, match.pk, bob) == "already_seated"
    assert code_of(seats.take_seat, match.pk, person("Charlie")) == "table_full"


def test_a_seat_that_somebody_took_is_refused() -> None:
    match = opened(person("Alice"), person("Bob"))
    left = match.seats.get(number=1).user
    assert left is not None
    seats.leave_seat(match.pk, left)
    assert code_of(seats.take_seat, match.pk, person("Charlie"), 0) == "seat_taken"
    assert seats.take_seat(match.pk, person("Dora"), 1).number == 1


def test_after_the_deal_the_table_is_closed() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob)
    assert code_of(seats.take_seat, match.pk, person("Charlie")) == "table_closed"
    assert code_of(seats.leave_seat, match.pk, bob) == "table_closed"
    assert code_of(start.get_ready, match.pk, bob) == "table_closed"
    assert code_of(seats.seat_bot, match.pk, alice, 1, "easy") == "table_closed"


def test_a_host_who_leaves_passes_the_table_on() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob)
    seats.leave_seat(match.pk, alice)
    match.refresh_from_db()
    assert (match.host_id, match.status) == (bob.pk, Match.Status.OPEN)
    seats.leave_seat(match.pk, bob)
    match.refresh_from_db()
    assert (match.host_id, match.status) == (None, Match.Status.ABORTED)


def test_only_the_host_seats_bots() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = open_match(alice, GAME, seats=3)
    seats.take_seat(match.pk, bob)
    assert code_of(seats.seat_bot, match.pk, bob, 2, "easy") == "not_yours"
    assert code_of(seats.seat_bot, match.pk, alice, 1, "easy") == "seat_taken"
    assert code_of(seats.seat_bot, match.pk, alice, 7, "easy") == "not_found"
    seats.seat_bot(match.pk, alice, 2, "easy")
    seats.seat_bot(match.pk, alice, 2, "")
    assert match.seats.get(number=2).is_empty


def test_every_change_of_the_table_is_counted_for_everyone() -> None:
    match = open_match(person("Alice"), GAME, seats=2)
    before = load_table(match.pk).shown_version(None)
    seats.take_seat(match.pk, person("Bob"))
    table = load_table(match.pk)
    assert table.shown_version(None) == table.shown_version(0) == before + 1


def test_a_holder_cannot_sit_twice_nor_beside_itself() -> None:
    alice, bob = person("Alice"), person("Bob")
    match = opened(alice, bob)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=match, number=1).update(user=alice)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(match=match, number=1).update(bot="easy")


def test_a_match_keeps_when_it_began_and_when_it_ended() -> None:
    match = opened(person("Alice"), person("Bob"))
    assert (match.started_at, match.finished_at) == (None, None)
    began = clock.now_ms()
    with clock.stopped(began):
        for seat in match.seats.all():
            assert seat.user is not None
            start.get_ready(match.pk, seat.user)
    play_out(match)
    round_ = match.rounds.get()
    finish.finish_round(round_.pk)
    match.refresh_from_db()
    assert match.started_at == clock.as_datetime(began)
    assert match.finished_at == clock.as_datetime(round_.at_ms)
