"""The cached facts of a match (`MatchFacts`) change only together with the match's own row.

PostgreSQL tells which columns the statement reads. The services that change each of them do so
here, and the match's stamp must differ afterwards. Other columns are listed because the cache is
not used where they matter.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from core import clock
from matches.actors import Person
from matches.models import Arbiter, Correction, Deadline, Departure, Match, Outbox, Round
from matches.requests import ActionRequest
from matches.services import correct
from matches.services.absence import arbitrate, departure, substitute
from matches.services.rounds import deadlines, finish, start
from matches.services.rounds.play import play
from matches.services.seating import rematch
from matches.services.seating.merge_guest import merge_guest
from matches.store import load_match, lock_round, shared_sql
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

JOINED = "FROM matches_match m JOIN matches_round r ON r.match_id = m.id"


@dataclass(frozen=True)
class Written:
    """Columns that are written in the same transaction as the match's own row.

    `once`: at the creation of the row. `later`: in an existing row.
    """

    once: frozenset[str]
    later: frozenset[str]


def columns(names: str) -> frozenset[str]:
    return frozenset(names.split())


WITH_MATCH = {
    Departure: Written(
        columns("id match_id why seat"),
        columns("user_id back_at followed_by_id agreed asked_at objected"),
    ),
    Correction: Written(columns("id match_id kind round facts reason"), columns("undone_reason")),
    Arbiter: Written(columns("id match_id user_id"), columns("ended_at")),
}
"""The columns about a running match outside of its own row."""

OF_ITSELF = {Match: "its own row; and of the next match only whether it is the rematch"}
OF_NO_USE = {
    User: columns("id name"),
    Round: columns("id match_id number outcome start commitment"),
    Outbox: columns("round_id kind due_ms"),
}
"""The columns that change without the match's row: the cache is not used if it contains them."""

ASKED = {Match: 1, Round: 2, Outbox: 1, User: 3, Departure: 1, Correction: 1, Arbiter: 1}
"""Number of times that the facts read each table, counting only the known uses."""


def read_by(sql: str) -> dict[str, frozenset[str]]:
    """Return the tables and columns that this statement reads, according to PostgreSQL."""
    without_values = re.sub(r"%\(\w+\)s", "NULL", sql)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMPORARY VIEW asked AS {without_values}")
        cursor.execute(
            "SELECT table_name, array_agg(column_name::text) FROM information_schema.view_column_usage"
            " WHERE view_name = 'asked' GROUP BY table_name"
        )
        found = {table: frozenset(names) for table, names in cursor.fetchall()}
        cursor.execute("DROP VIEW asked")
    return found


def known_columns() -> dict[str, frozenset[str]]:
    written = {model: of.once | of.later for model, of in WITH_MATCH.items()}
    return {model._meta.db_table: names for model, names in (written | OF_NO_USE).items()}


def test_each_column_of_the_facts_is_known_here() -> None:
    """A new column needs an entry: code that writes it must write the match's row too."""
    found = read_by(f"SELECT {load_match.MATCH_FACTS} {JOINED}")
    for model in OF_ITSELF:
        assert found.pop(model._meta.db_table)
    assert found == known_columns()


def test_no_table_is_asked_for_something_else_as_well() -> None:
    """Otherwise a new use, such as another user's name, could read columns that are already listed."""
    asked = Counter(re.findall(r"(?:FROM|JOIN)\s+(\w+)", load_match.MATCH_FACTS))
    assert asked == {model._meta.db_table: times for model, times in ASKED.items()}


def test_whatever_else_a_look_reads_is_read_again_under_the_lock() -> None:
    """Exceptions are the round's own row, which has a stamp, and its moves, which never change."""
    again: dict[str, frozenset[str]] = {}
    for sql in (
        f"SELECT {load_match.MATCH_FACTS} {JOINED}",
        lock_round._LOCK.replace("FOR UPDATE OF r", ""),
        lock_round._HOLDERS,
    ):
        for table, names in read_by(sql).items():
            again[table] = again.get(table, frozenset()) | names
    new = {
        (table, name)
        for table, names in read_by(load_match._LOOK).items()
        for name in names - again.get(table, frozenset())
    }
    assert {table for table, _ in new} <= {"matches_round", "matches_move"}


def rows(model: Any, match: Match) -> dict[int, dict[str, Any]]:
    of = WITH_MATCH[model]
    found = model.objects.filter(match=match).values("pk", *sorted(of.once | of.later))
    return {row.pop("pk"): row for row in found}


def stamp(match: Match) -> str:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {shared_sql.MATCH_STAMP} FROM matches_match m WHERE id = %s", [match.pk]
        )
        (found,) = cursor.fetchone()
    return str(found)


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


CHANGES: dict[Any, tuple[Callable[[], tuple[Match, Change]], ...]] = {
    Departure: (
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
    ),
    Correction: (correcting, undoing),
    Arbiter: (arbitrating, giving_back),
}
"""The services that write to these tables."""


@pytest.mark.parametrize("model", list(WITH_MATCH))
def test_whatever_writes_a_fact_writes_the_match(model: Any) -> None:
    """At least one of them writes each column that is written later."""
    changed: set[str] = set()
    for prepare in CHANGES[model]:
        match, change = prepare()
        before, stamped = rows(model, match), stamp(match)
        change()
        after = rows(model, match)
        assert after != before, f"{prepare.__name__} changed nothing"
        assert stamp(match) != stamped, prepare.__name__
        changed |= {
            name
            for pk in before.keys() & after.keys()
            for name in before[pk]
            if before[pk][name] != after[pk][name]
        }
    assert changed == WITH_MATCH[model].later


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
