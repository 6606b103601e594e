"""`Round.rev` rises with each change, besides moves, of anything that a move or a table depends on.

PostgreSQL tells which columns the statements read. A change of each of them must raise `rev`, or has
a reason here why it does not.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.models import F

from accounts.models import User, Vacation
from core import clock
from matches.actors import Person
from matches.models import Deadline, Match, Pause, Round, StandingOrder
from matches.requests import ActionRequest
from matches.services import correct
from matches.services.absence import arbitrate, departure, substitute
from matches.services.clock import pause
from matches.services.rounds import deadlines, finish, start
from matches.services.rounds.play import play
from matches.services.seating import rematch
from matches.services.seating.merge_guest import merge_guest
from matches.store import load_match, lock_round
from matches.store.lock_match import lock_match_and_round
from tests.platform.matches.cast import (
    act,
    awaited,
    dealt,
    fresh_key,
    person,
    play_out,
    take_over,
)

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_S = 10

STATEMENTS = (lock_round._LOCK, lock_round._HOLDERS, load_match._LOOK)

OF_MATCH = "match_id = %(match)s"
RAISE = {
    "matches_match": "id = %(match)s",
    "matches_seat": OF_MATCH,
    "matches_pause": OF_MATCH,
    "matches_departure": OF_MATCH,
    "matches_arbiter": OF_MATCH,
    "matches_standingorder": "round_id = %(round)s",
    "matches_round": "id = %(round)s",
    "accounts_user": "id = %(user)s",
    "accounts_vacation": "user_id = %(user)s",
}
"""The tables whose changes raise `rev`, and the rows of a match there."""

DO_NOT = {
    "matches_seat": {
        "match_id": "a seat stays at its match",
        "acknowledged": "no move depends on it, and each move reads it again",
        "bank_used_ms": "only a move spends it",
    },
    "accounts_user": {"id": "its key"},
}
"""The columns there that do not raise it, with the reason."""

OTHERS = {
    "matches_move": "moves are never changed, and a new one raises the version",
    "matches_outbox": "due work of the server; the lock reads it",
    "matches_downtime": "it stops the clocks of all matches; each move reads it",
    "matches_heartbeat": "each move reads it",
    "matches_correction": "`correcting` and `undoing` raise it; the database refuses other changes",
}
"""The tables whose changes do not raise it, with the reason."""


def read_by(sql: str) -> dict[str, frozenset[str]]:
    """Return the tables and columns that this statement reads, according to PostgreSQL."""
    without_values = re.sub(r"%\(\w+\)s", "NULL", sql).replace("FOR UPDATE", "")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY VIEW asked AS {without_values}")
        cursor.execute(
            "SELECT table_name, array_agg(column_name::text) FROM information_schema.view_column_usage"
            " WHERE view_name = 'asked' GROUP BY table_name"
        )
        found = {table: frozenset(names) for table, names in cursor.fetchall()}
        cursor.execute("DROP VIEW asked")
    return found


def rev(match: Match) -> int:
    """Return the `rev` of the round that was dealt last."""
    return match.rounds.exclude(start=None).latest("number").rev


def read() -> set[tuple[str, str]]:
    """Return each table and column that a move or a table reads."""
    return {
        (table, name)
        for sql in STATEMENTS
        for table, names in read_by(sql).items()
        for name in names
    }


def test_each_table_that_is_read_is_known_here() -> None:
    assert {table for table, _ in read()} == {*RAISE, *OTHERS}
    unknown = {
        (table, name)
        for table, names in DO_NOT.items()
        for name in names
        if (table, name) not in read()
    }
    assert unknown == set()


def test_each_column_that_is_read_raises_rev() -> None:
    match = with_everything()
    rows: dict[str, Any] = {
        "match": match.pk,
        "round": match.rounds.get().pk,
        "user": match.seats.exclude(user=None).earliest("number").user_id,
    }
    silent = []
    for table, name in sorted(read()):
        if table in RAISE:
            before = rev(match)
            with connection.cursor() as cursor:
                cursor.execute(f"UPDATE {table} SET {name} = {name} WHERE {RAISE[table]}", rows)
                assert cursor.rowcount > 0, table
            if rev(match) == before:
                silent.append((table, name))
    assert silent == [(table, name) for table in sorted(DO_NOT) for name in sorted(DO_NOT[table])]


def test_a_new_row_and_a_lost_row_raise_rev() -> None:
    match = with_everything()
    for rows in (
        match.pauses.all(),
        match.departures.all(),
        match.arbiters.all(),
        StandingOrder.objects.filter(round__match=match),
        match.seats.filter(number=1),
        Vacation.objects.filter(user__seats__match=match),
    ):
        row, before = rows.get(), rev(match)
        rows.delete()
        without = rev(match)
        row.pk = None
        row.save(force_insert=True)
        assert before < without < rev(match), row


def test_a_round_that_is_over_or_not_dealt_keeps_its_rev() -> None:
    """No move depends on anything then, and no table is cached."""
    match = between()
    revs = list(match.rounds.order_by("number").values_list("rev", flat=True))
    match.seats.update(missed=1)
    Match.objects.filter(pk=match.pk).update(public=True)
    assert list(match.rounds.order_by("number").values_list("rev", flat=True)) == revs


def test_a_move_keeps_rev_and_other_work_on_a_round_raises_it() -> None:
    match = dealt(somebody(), somebody())
    awaited(match)
    before = Round.objects.get(match=match)
    act(match)
    after = Round.objects.get(match=match)
    assert (after.version > before.version, after.rev) == (True, before.rev)
    deadlines.apply_due_deadlines()
    Round.objects.filter(match=match).update(glances=[])
    assert rev(match) > after.rev


def with_everything() -> Match:
    """Return a running match with a row in each table that raises `rev`."""
    alice, bob = somebody(), somebody()
    match = dealt(alice, bob)
    departure.leave_match(match.pk, bob)
    arbitrate.take_over(match.pk, somebody(), "to see why")
    Pause.objects.create(match=match)
    today = clock.now().date()
    Vacation.objects.create(user=alice, first=today, last=today, begins_ms=1, ends_ms=2)
    StandingOrder.objects.create(round=match.rounds.get(), seat=0, user=alice, name="pass", until=9)
    return match


Change = Callable[[], object]


def somebody() -> User:
    return person(fresh_key())


def away() -> tuple[Match, User, User]:
    alice, bob = somebody(), somebody()
    match = dealt(alice, bob)
    departure.leave_match(match.pk, bob)
    return match, alice, bob


def leaving() -> tuple[Match, Change]:
    alice, bob = somebody(), somebody()
    match = dealt(alice, bob)
    return match, lambda: departure.leave_match(match.pk, bob)


def sleeping() -> tuple[Match, Change]:
    """A player's time runs out for the second time, and a bot takes the seat."""
    match = dealt(somebody(), somebody())
    match.seats.update(missed=1)
    seat = awaited(match)
    return match, lambda: sleep(match, seat)


def sleep(match: Match, seat: int) -> None:
    due = Deadline.objects.filter(round__match=match, seat=seat).earliest("due_ms").due_ms
    with clock.stopped(due):
        deadlines.apply_due_deadlines()


def acting() -> tuple[Match, Change]:
    """A player for whom a bot plays acts, and so comes back with a move."""
    match = dealt(somebody(), somebody())
    place = match.seats.get(number=awaited(match))
    assert place.user is not None
    departure.leave_match(match.pk, place.user)
    return match, lambda: act(match)


def coming_back() -> tuple[Match, Change]:
    match, _, bob = away()
    return match, lambda: departure.come_back(match.pk, bob)


def offering() -> tuple[Match, Change]:
    match, alice, _ = away()
    return match, lambda: substitute.offer_seat(match.pk, alice, 1)


def taking_consent_back() -> tuple[Match, Change]:
    match, alice, _ = away()
    substitute.offer_seat(match.pk, alice, 1)
    return match, lambda: substitute.take_consent_back(match.pk, alice, 1)


def objecting() -> tuple[Match, Change]:
    match, _, bob = away()
    return match, lambda: substitute.object_to_substitute(match.pk, bob)


def following() -> tuple[Match, Change]:
    match, alice, bob = away()
    for user in (bob, alice):
        substitute.offer_seat(match.pk, user, 1)
    token = match.seats.get(number=1).offer or ""
    carla = somebody()
    return match, lambda: substitute.take_over(match.pk, carla, token, "elsewhere")


def relieving() -> tuple[Match, Change]:
    match, _, bob = away()
    take_over(match, 1, somebody())
    return match, lambda: departure.come_back(match.pk, bob)


def merging() -> tuple[Match, Change]:
    match, _, bob = away()
    account = somebody()
    return match, lambda: merge_guest(guest_id=bob.pk, user_id=account.pk)


def correcting() -> tuple[Match, Change]:
    match, staff = played(), somebody()
    return match, lambda: correct.correct_points(match.pk, 1, {0: 5}, by=staff, reason="miscounted")


def undoing() -> tuple[Match, Change]:
    match, staff = played(), somebody()
    said = correct.correct_points(match.pk, 1, {0: 5}, by=staff, reason="miscounted")
    return match, lambda: correct.undo_correction(said.pk, by=staff, reason="it was not")


def arbitrating() -> tuple[Match, Change]:
    match, staff = dealt(somebody(), somebody()), somebody()
    return match, lambda: arbitrate.take_over(match.pk, staff, "to see why")


def giving_back() -> tuple[Match, Change]:
    match, change = arbitrating()
    change()
    staff = match.arbiters.get().user
    assert staff is not None
    return match, lambda: arbitrate.give_back(match.pk, staff)


def pausing() -> tuple[Match, Change]:
    alice, bob = somebody(), somebody()
    match = dealt(alice, bob)
    return match, lambda: pause.agree_to_pause(match.pk, alice)


def renaming() -> tuple[Match, Change]:
    alice = somebody()
    return dealt(alice, somebody()), lambda: User.objects.filter(pk=alice.pk).update(
        name=fresh_key()
    )


def signing_out() -> tuple[Match, Change]:
    alice = somebody()
    return dealt(alice, somebody()), lambda: User.objects.filter(pk=alice.pk).update(epoch=7)


def played() -> Match:
    """The first of three rounds is over, the second dealt."""
    match = between()
    for place in match.seats.select_related("user"):
        assert place.user is not None
        start.get_ready(match.pk, place.user)
    return match


def between() -> Match:
    """The first of three rounds is over, and the second announced."""
    match = dealt(somebody(), somebody(), target="rounds-3")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    return match


CHANGES = (
    leaving,
    sleeping,
    coming_back,
    acting,
    offering,
    taking_consent_back,
    objecting,
    following,
    relieving,
    merging,
    correcting,
    undoing,
    arbitrating,
    giving_back,
    pausing,
    renaming,
    signing_out,
)
"""The services that change a running match, or its people."""


@pytest.mark.parametrize("prepare", CHANGES)
def test_each_service_raises_rev(prepare: Callable[[], tuple[Match, Change]]) -> None:
    match, change = prepare()
    before = rev(match)
    change()
    assert rev(match) > before


def test_a_lock_that_waited_finds_the_match_as_it_is() -> None:
    """The statement that locks the round began before the other transaction ended."""
    match = dealt(somebody(), somebody())

    def changes() -> int:
        try:
            with transaction.atomic():
                locked = lock_round.lock_round(match.pk)
                assert locked is not None
                return locked.changes
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_match_and_round(match.pk)
            found = pool.submit(changes)
            until_a_lock_waits()
            Match.objects.filter(pk=match.pk).update(changes=F("changes") + 5)
        assert found.result(PATIENCE_S) == match.changes + 5


def until_a_lock_waits() -> None:
    """Wait until a transaction waits for another's lock."""
    ends = time.monotonic() + PATIENCE_S
    with connection.cursor() as cursor:
        while time.monotonic() < ends:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            time.sleep(0.02)
    raise AssertionError("no transaction waits")


def test_no_table_is_made_where_a_name_may_have_changed() -> None:
    for prepare in (coming_back, arbitrating):
        match, change = prepare()
        change()
        load_match.load_table(match.pk)
        done = act(match)
        assert (done.refusal, done.table) == (None, None), prepare.__name__


def test_nothing_is_known_of_a_round_before_the_next_deal() -> None:
    match = between()
    assert load_match.load_table(match.pk).match.next_round is not None
    with transaction.atomic():
        locked = lock_round.lock_round(match.pk)
    assert locked is not None
    assert locked.known is None


def test_what_came_before_a_round_is_known_and_stays() -> None:
    match = played()
    (before,) = load_match.load_table(match.pk).match.earlier
    done = act(match)
    assert done.table is not None
    assert done.table.match.earlier == [before]


def test_no_table_is_made_where_a_rematch_may_have_come() -> None:
    alice = somebody()
    match = dealt(alice, somebody(), target="rounds-1")
    play_out(match)
    finish.finish_round(match.rounds.get().pk)
    load_match.load_table(match.pk)
    rematch.open_rematch(match.pk, alice)
    request = ActionRequest(action={}, seen=1, key=fresh_key())
    done = play(match.pk, Person(alice.pk, alice.epoch), request)
    assert done.refusal is not None
    assert done.table is None
