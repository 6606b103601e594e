"""A move without a lock is stored only if nothing that it depends on has changed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction

from accounts.models import User
from accounts.services.preferences import set_preferences
from core import clock, metrics
from matches.actors import Person
from matches.engine import catalogue
from matches.engine.clocks import SILENCE_MS
from matches.engine.stored_values import to_json
from matches.engine.verification import difference
from matches.models import Downtime, Heartbeat, Match, Outbox, Round, StandingOrder
from matches.requests import ActionRequest
from matches.services.clock import pause
from matches.services.rounds.play import PlayResult, play
from matches.store import known_round, recent_looks
from matches.store.load_match import load_table
from matches.store.lock_match import lock_match_and_round
from matches.store.save_round import EARLY_MS
from tests.platform.matches.cast import act, awaited, dealt, fresh_key, offers, person
from tests.platform.matches.test_recent_looks import anew, dealt_to_three, facts, move

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE_S = 20
OUTCOMES = ("written", "overtaken", "locked", "unknown")


class Tally:
    """Count of the outcomes since the last look."""

    def __init__(self) -> None:
        self._before = self._now()

    def _now(self) -> dict[str, float]:
        return {name: metrics.GUARDED.labels(name)._value.get() for name in OUTCOMES}

    def since(self) -> dict[str, int]:
        before, self._before = self._before, self._now()
        found = {name: int(self._before[name] - before[name]) for name in OUTCOMES}
        return {name: count for name, count in found.items() if count}


@pytest.fixture
def tally() -> Tally:
    return Tally()


@pytest.fixture
def match() -> Match:
    """A match whose table this process has looked at."""
    found = dealt(person("Alice"), person("Bob"))
    awaited(found)
    return found


@pytest.mark.parametrize("game", [meta.slug for meta in catalogue.metas()])
def test_a_match_goes_on_without_locks(game: str, tally: Tally) -> None:
    match, chance = dealt_to_three(game), random.Random(game)
    for _ in range(20):
        table = load_table(match.pk)
        assert table.live is not None
        if table.live.over or move(match, table, chance) is None:
            break
        assert facts(load_table(match.pk)) == facts(anew(match))
    assert tally.since().get("written", 0) > 2
    assert difference(match.rounds.get().pk) is None


def test_a_move_without_a_lock_is_stored_as_with_one(match: Match, tally: Tally) -> None:
    before = match.rounds.get()
    done = act(match)
    assert (done.refusal, tally.since()) == (None, {"written": 1})
    after = match.rounds.get()
    assert (after.version, after.rev) == (before.version + 1, before.rev)
    moved = after.moves.get(number=after.version)
    assert (moved.seat, moved.at_ms) == (done.seat, after.at_ms)
    assert abs(moved.at_ms - clock.now_ms()) < EARLY_MS + known_round.LATE_MS
    due = sorted(after.deadlines.values_list("due_ms", flat=True))
    live = load_table(match.pk).live
    assert live is not None
    assert due == sorted(due_ms for due_ms, _ in live.deadlines())


def elsewhere(match: Match) -> None:
    """Another process makes a move."""
    before = recent_looks.newest_look(match.pk)
    act(match)
    assert before is not None
    recent_looks.forget_all()
    recent_looks.remember_look(before)


def missed(match: Match) -> None:
    match.seats.update(missed=1)


def signed_out(match: Match) -> None:
    User.objects.update(epoch=7)


def paused(match: Match) -> None:
    for place in match.seats.select_related("user"):
        assert place.user is not None
        pause.agree_to_pause(match.pk, place.user)


def ordered(match: Match) -> None:
    alice = User.objects.get(name="Alice")
    StandingOrder.objects.create(
        round=match.rounds.get(), seat=0, user=alice, name="defend", until=99
    )


def stopped(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(status=Match.Status.ABORTED)


def down(match: Match) -> None:
    now_ms = clock.now_ms()
    Downtime.objects.create(begins_ms=now_ms - 60_000, ends_ms=now_ms)


def silent(match: Match) -> None:
    Heartbeat.objects.create(part="worker", at_ms=clock.now_ms() - SILENCE_MS - 1_000)


CHANGES = (elsewhere, missed, signed_out, paused, ordered, stopped, down, silent)


@pytest.mark.parametrize("change", CHANGES)
def test_what_changed_meanwhile_needs_the_lock(
    change: Callable[[Match], None], match: Match, tally: Tally
) -> None:
    seat = awaited(match)
    user = match.seats.get(number=seat).user
    assert user is not None
    seen = load_table(match.pk).shown_version(seat)
    request = ActionRequest(action=to_json(offers(match, seat)[0]), seen=seen, key=fresh_key())
    change(match)
    version = match.rounds.get().version
    tally.since()
    done = play(match.pk, Person(user.pk, user.epoch), request)
    assert tally.since() == {"overtaken": 1}
    refused: dict[Callable[[Match], None], str] = {
        elsewhere: "stale",
        signed_out: "revoked",
        paused: "paused",
        stopped: "stopped",
    }
    assert (done.refusal.code if done.refusal else None) == refused.get(change)
    assert match.rounds.get().version == version + (done.refusal is None)
    with clock.stopped(clock.now_ms()):  # a downtime that lasts grows
        assert facts(load_table(match.pk)) == facts(anew(match))


def test_a_request_that_was_carried_out_is_not_carried_out_again(
    match: Match, tally: Tally
) -> None:
    seat = awaited(match)
    user = match.seats.get(number=seat).user
    assert user is not None
    seen = load_table(match.pk).shown_version(seat)
    request = ActionRequest(action=to_json(offers(match, seat)[0]), seen=seen, key=fresh_key())
    assert play(match.pk, Person(user.pk, user.epoch), request).refusal is None
    again = play(match.pk, Person(user.pk, user.epoch), request)
    assert (again.refusal, again.repeated) == (None, True)
    assert tally.since() == {"written": 1, "locked": 1}
    assert match.rounds.get().version == 1


def test_a_key_of_a_move_that_this_page_has_not_seen_is_found(match: Match, tally: Tally) -> None:
    """The move would be legal once more: only the key tells that it was made before."""
    done = act(match)
    assert done.seat is not None
    key = match.rounds.get().moves.get().key
    seat = awaited(match)
    while seat != done.seat:
        act(match)
        seat = awaited(match)
    tally.since()
    again = act(match, key=key)
    assert again.refusal is not None
    assert (again.refusal.code, tally.since()) == ("key_reused", {"overtaken": 1})


def test_a_locked_round_is_not_waited_for(match: Match) -> None:
    """The guard gives way at once; the lock then waits for its turn."""
    seat = awaited(match)
    before = metrics.GUARDED.labels("overtaken")._value.get()

    def play_there() -> PlayResult:
        try:
            return act_now(match)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_match_and_round(match.pk)
            done = pool.submit(play_there)
            ends = time.monotonic() + PATIENCE_S
            while metrics.GUARDED.labels("overtaken")._value.get() == before:
                assert time.monotonic() < ends
                time.sleep(0.01)
            assert not done.done()
        assert done.result(PATIENCE_S).refusal is None
    assert done.result().seat == seat


def test_a_clock_that_is_wrong_is_found_by_the_database(
    match: Match, tally: Tally, monkeypatch: pytest.MonkeyPatch
) -> None:
    for ahead_ms in (EARLY_MS + 500, -known_round.LATE_MS - 500):
        awaited(match)
        assert clock._ahead is not None
        monkeypatch.setattr(clock, "_ahead", clock._ahead + ahead_ms)
        tally.since()
        assert act_now(match).refusal is None
        assert tally.since() == {"overtaken": 1}
        at_ms = match.rounds.get().at_ms
        assert abs(at_ms - clock.now_ms()) < EARLY_MS + 400


def test_a_deadline_that_is_due_is_applied_first(match: Match, tally: Tally) -> None:
    live = load_table(match.pk).live
    assert live is not None
    due_ms = min(due for due, _ in live.deadlines())
    with clock.stopped(due_ms):
        assert known_round.known_round(match.pk) is None
        done = act_now(match)
    assert done.refusal is not None
    assert match.rounds.get().version > 0
    assert match.rounds.get().moves.earliest("number").seat is None


def act_now(match: Match) -> PlayResult:
    """Act from the cached table."""
    look = recent_looks.newest_look(match.pk)
    assert look is not None
    live = look.table.live
    assert live is not None
    seat = live.awaited.seats[0]
    user = match.seats.get(number=seat).user
    assert user is not None
    action = to_json(next(iter(live.game.legal_actions(live.rules, live.state, seat))))
    request = ActionRequest(action=action, seen=look.table.shown_version(seat), key=fresh_key())
    return play(match.pk, Person(user.pk, user.epoch), request)


def test_new_quiet_hours_count_at_once(tally: Tally) -> None:
    alice, bob = person("Alice"), person("Bob")
    match = dealt(alice, bob, tempo="correspondence")
    act(match)
    assert tally.since() == {"written": 1}
    awaited(match)
    for user in (alice, bob):
        set_preferences(user, time_zone="Europe/Berlin", quiet_from=22 * 60, quiet_until=7 * 60)
    act_now(match)
    assert tally.since() == {"overtaken": 1}
    assert facts(load_table(match.pk)) == facts(anew(match))


def test_nothing_is_written_inside_of_a_transaction(match: Match, tally: Tally) -> None:
    with transaction.atomic():
        act(match)
    assert tally.since() == {"unknown": 1}


@pytest.fixture
def two_at_once() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as pool:
        yield pool


def test_a_move_that_is_sent_twice_at_once_is_made_once(
    match: Match, two_at_once: ThreadPoolExecutor
) -> None:
    for _ in range(10):
        seat = awaited(match)
        user = match.seats.get(number=seat).user
        assert user is not None
        seen = load_table(match.pk).shown_version(seat)
        actor = Person(user.pk, user.epoch)
        request = ActionRequest(action=to_json(offers(match, seat)[0]), seen=seen, key=fresh_key())

        def send(actor: Person = actor, request: ActionRequest = request) -> PlayResult:
            try:
                return play(match.pk, actor, request)
            finally:
                connections.close_all()

        before = Round.objects.get(match=match).version
        answers = [one.result(20) for one in [two_at_once.submit(send) for _ in range(2)]]
        assert [one.refusal for one in answers] == [None, None]
        assert sorted(one.repeated for one in answers) == [False, True]
        assert Round.objects.get(match=match).version == before + 1
    assert Outbox.objects.filter(round__match=match, kind="round_finished").count() == 0
    assert difference(match.rounds.get().pk) is None
