"""Clocks in real matches with a real database: bank, vacation, pause, downtime."""

from __future__ import annotations

import uuid
from dataclasses import replace
from threading import Barrier, Thread
from typing import Any

import pytest
from celery import Celery, Task
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.services import vacation
from accounts.services.preferences import set_preferences
from core import clock
from core.refusals import Refused
from games.kernel.contract import Millis
from matches import tasks
from matches.actors import Bot, Person
from matches.engine.clocks import HOUR_MS, SILENCE_MS, TIME_BANK
from matches.engine.verification import difference
from matches.models import Deadline, Downtime, Heartbeat, Match, Outbox, Round
from matches.present import listings
from matches.services.absence import departure
from matches.services.clock import downtime, pause, sweep
from matches.services.rounds import deadlines, start
from matches.services.rounds.finish import finish_round
from matches.services.rounds.play import play
from matches.store import lock_round, outbox
from matches.store.load_match import load_table
from tests.platform.matches import cast

pytestmark = pytest.mark.django_db
DAY_MS = 24 * HOUR_MS
WEB, WORKER, BEAT = Heartbeat.Part.WEB, Heartbeat.Part.WORKER, Heartbeat.Part.BEAT
NOON = 1_795_694_400_000
"""26 November 2026, 12:00 in Greenwich."""


def dealt(*people: User, tempo: str = "correspondence", bots: int = 0, **wanted: Any) -> Match:
    with clock.stopped(NOON):
        return cast.dealt(*people, tempo=tempo, bots=bots, **wanted)


def due(match: Match) -> Millis:
    """Return the stored due time of the round's only decision."""
    (row,) = Deadline.objects.filter(round__match=match, seat__isnull=False)
    return row.due_ms


def used(match: Match) -> list[Millis]:
    return list(match.seats.values_list("bank_used_ms", flat=True))


def two() -> tuple[User, User]:
    return cast.person("Alice"), cast.person("Bob")


def asked(match: Match) -> User:
    """Return the user whom the round waits for."""
    user = match.seats.get(number=cast.awaited(match)).user
    assert user is not None
    return user


def shortened(match: Match, bank: Millis) -> None:
    match.pace[TIME_BANK] = bank
    match.save(update_fields=["pace"])


def test_a_decision_has_its_limit_and_then_the_bank() -> None:
    match = dealt(*two())
    assert due(match) == NOON + 4 * DAY_MS
    seat = cast.awaited(match)
    with clock.stopped(NOON + DAY_MS + HOUR_MS):
        assert cast.act(match).refusal is None
    assert used(match)[seat] == HOUR_MS
    assert used(match)[1 - seat] == 0
    assert difference(match.rounds.get().pk) is None


def test_within_the_limit_nothing_is_spent() -> None:
    match = dealt(*two())
    with clock.stopped(NOON + DAY_MS):
        assert cast.act(match).refusal is None
    assert used(match) == [0, 0]


def test_a_late_sweep_spends_what_an_early_one_does() -> None:
    found = []
    for every in (1, 200):
        match = dealt(cast.person(cast.fresh_key()), cast.person(cast.fresh_key()))
        shortened(match, 2 * HOUR_MS)
        # Both matches must be dealt alike: the first player to act loses their bank, then the
        # other.
        for hours in range(every, 201, every):
            with clock.stopped(NOON + hours * HOUR_MS):
                deadlines.apply_due_deadlines()
        found.append((used(match), [m.at_ms for m in match.rounds.get().moves.all()][:4]))
        assert difference(match.rounds.get().pk) is None
    assert found[0][0] == found[1][0] == [2 * HOUR_MS] * 2
    assert found[0][1] == found[1][1] == [NOON + hours * HOUR_MS for hours in (26, 52, 76, 100)]


def test_a_vacation_counts_until_the_deadline_is_due() -> None:
    """A vacation that begins a second before the due time counts; one a second after does not."""
    match = dealt(*two())
    before = due(match)
    with clock.stopped(before - 1_000):
        day = vacation.today_of(asked(match))
        vacation.go_away(asked(match), day, day)
    # It lasts until midnight, twelve hours later; a second is left then.
    assert due(match) == before + 12 * HOUR_MS + 1_000
    with clock.stopped(before + 11 * HOUR_MS):
        deadlines.apply_due_deadlines()
        assert match.rounds.get().moves.count() == 0

    other = dealt(cast.person("Carla"), cast.person("Dora"))
    late = due(other)
    with clock.stopped(late + 1):
        user = asked(other)
        day = vacation.today_of(user)
        vacation.go_away(user, day, day)
        moves = list(other.rounds.get().moves.all())
    assert [(move.seat, move.at_ms) for move in moves] == [(None, late)]


def test_hours_and_zone_chosen_in_mid_match_move_deadlines() -> None:
    match = dealt(*two())
    shortened(match, 0)
    with clock.stopped(NOON):
        set_preferences(asked(match), quiet_from=22 * 60, quiet_until=7 * 60)
    # Ten hours until 22:00, fourteen from 07:00 on.
    assert due(match) == NOON + 33 * HOUR_MS
    changes = Match.objects.get(pk=match.pk).changes
    with clock.stopped(NOON + 11 * HOUR_MS):
        set_preferences(asked(match), time_zone="Asia/Tokyo")
    # An hour of the night is over; then it is 08:00 in Tokyo, until 22:00 there at 13:00.
    assert due(match) == NOON + 25 * HOUR_MS
    assert Match.objects.get(pk=match.pk).changes == changes + 1


def test_hours_of_who_is_not_asked_change_nothing() -> None:
    match = dealt(*two())
    before = cast.stored(match), Match.objects.get(pk=match.pk).changes
    other = match.seats.exclude(number=cast.awaited(match)).get().user
    assert other is not None
    with clock.stopped(NOON + HOUR_MS):
        set_preferences(other, quiet_from=22 * 60, quiet_until=7 * 60)
    assert (cast.stored(match), Match.objects.get(pk=match.pk).changes) == before


def test_at_a_live_table_nobody_rests() -> None:
    match = dealt(*two(), tempo="live")
    before = due(match)
    with clock.stopped(NOON):
        set_preferences(asked(match), quiet_from=0, quiet_until=16 * 60)
    assert due(match) == before


def test_a_pause_needs_all_people_and_stops_everything() -> None:
    alice, bob = two()
    match = dealt(alice, bob, bots=1)
    left = due(match) - NOON if Deadline.objects.filter(round__match=match) else 0
    with clock.stopped(NOON + HOUR_MS):
        pause.agree_to_pause(match.pk, alice)
        assert not load_table(match.pk).pauses.paused
        pause.agree_to_pause(match.pk, alice)
        assert not load_table(match.pk).pauses.paused
        pause.agree_to_pause(match.pk, bob)
        assert load_table(match.pk).pauses.paused
        assert not Deadline.objects.filter(round__match=match).exists()
        owed = Outbox.objects.filter(round__match=match)
        assert not owed.exclude(kind__in=outbox.LASTING).exists()
        with pytest.raises(Refused, match="paused"):
            pause.agree_to_pause(match.pk, bob)
    with clock.stopped(NOON + 50 * DAY_MS):
        deadlines.apply_due_deadlines()
        seat = cast.awaited(match)
        holder = match.seats.get(number=seat)
        user = holder.user
        actor = Bot(seat) if user is None else Person(user.pk, user.epoch)
        answer = play(match.pk, actor, cast.request_for(match, seat))
        assert answer.refusal is not None
        assert answer.refusal.code == "paused"
        assert match.rounds.get().moves.count() == 0
        pause.end_pause(match.pk, bob)
        assert due(match) == NOON + left + 50 * DAY_MS - HOUR_MS
        assert play(match.pk, actor, cast.request_for(match, seat)).refusal is None
        with pytest.raises(Refused, match="no_pause"):
            pause.end_pause(match.pk, alice)
    assert difference(match.rounds.get().pk) is None


def test_what_is_due_when_a_pause_begins_stays_due() -> None:
    alice, bob = two()
    match = dealt(alice, bob)
    late = due(match)
    with clock.stopped(late):
        pause.agree_to_pause(match.pk, alice)
        pause.agree_to_pause(match.pk, bob)
    assert [move.at_ms for move in match.rounds.get().moves.all()] == [late]


def test_a_proposal_is_declined_and_a_stranger_has_no_say() -> None:
    alice, bob = two()
    match = dealt(alice, bob)
    with pytest.raises(Refused, match="no_pause"):
        pause.decline_pause(match.pk, bob)
    pause.agree_to_pause(match.pk, alice)
    with pytest.raises(Refused, match="not_yours"):
        pause.agree_to_pause(match.pk, cast.person("Charlie"))
    pause.decline_pause(match.pk, bob)
    pause.agree_to_pause(match.pk, bob)
    assert not load_table(match.pk).pauses.paused


def test_a_pause_between_rounds_keeps_the_rest_of_the_wait() -> None:
    alice, bob = two()
    match = dealt(alice, bob, target="rounds-2")
    with clock.stopped(NOON):
        cast.play_out(match)
        tasks.sweep()
        finish_round(match.rounds.get(number=1).pk)
        waits = Outbox.objects.get(kind=outbox.NEXT_ROUND)
    with clock.stopped(NOON + HOUR_MS):
        pause.agree_to_pause(match.pk, alice)
        pause.agree_to_pause(match.pk, bob)
        assert not Outbox.objects.filter(kind=outbox.NEXT_ROUND).exists()
        with pytest.raises(Refused, match="paused"):
            start.get_ready(match.pk, alice)
        start.deal_next(waits.round_id)
        assert match.rounds.get(number=2).start is None
    with clock.stopped(NOON + 9 * HOUR_MS):
        pause.end_pause(match.pk, bob)
        again = Outbox.objects.get(kind=outbox.NEXT_ROUND)
    assert again.due_ms == waits.due_ms + 8 * HOUR_MS


def test_a_downtime_is_credited_once_to_all() -> None:
    slow = dealt(*two())
    live = dealt(cast.person("Carla"), cast.person("Dora"), tempo="live")
    before = due(slow), due(live)
    with clock.stopped(NOON):
        assert not downtime.record_heartbeat(WORKER)
    with clock.stopped(NOON + SILENCE_MS):
        assert not downtime.record_heartbeat(WORKER)
    assert Heartbeat.objects.get().at_ms == NOON + SILENCE_MS
    up = NOON + SILENCE_MS + HOUR_MS
    with clock.stopped(up):
        assert downtime.record_heartbeat(WORKER)
        assert not downtime.record_heartbeat(WORKER)
        assert downtime.credit_downtime() == 2
        assert downtime.credit_downtime() == 0
    (gap,) = Downtime.objects.all()
    assert (gap.begins_ms, gap.ends_ms) == (NOON + SILENCE_MS, up)
    assert (due(slow), due(live)) == (before[0] + HOUR_MS, before[1] + HOUR_MS)


def test_until_the_downtime_is_credited_nothing_falls_due() -> None:
    match = dealt(*two(), tempo="live")
    with clock.stopped(NOON):
        downtime.record_heartbeat(WORKER)
    late = NOON + HOUR_MS
    with clock.stopped(late):
        # The web process is up before the sweep: no player has lost a turn.
        deadlines.apply_due_deadlines()
        assert match.rounds.get().moves.count() == 0
        assert cast.act(match).refusal is None
        tasks.sweep()
        assert used(match) == [0, 0]
        assert [move.seat for move in match.rounds.get().moves.all()] != [None]
        assert due(match) > late


def test_pages_hear_once_of_a_deadline_that_is_put_off() -> None:
    """A downtime postpones the deadline."""
    match = dealt(*two(), tempo="live")
    with clock.stopped(NOON):
        downtime.record_heartbeat(WORKER)
    shown = load_table(match.pk).shown_version(0)
    with clock.stopped(NOON + HOUR_MS):
        downtime.record_heartbeat(WORKER)
        for _ in range(3):
            sweep.sweep_matches()
    assert match.rounds.get().moves.count() == 0
    assert load_table(match.pk).shown_version(0) == shown + 1


def test_no_heart_sets_back_a_clock_that_runs_ahead() -> None:
    match = dealt(*two(), tempo="live")
    with clock.stopped(NOON):
        downtime.record_heartbeat(WORKER)
    with downtime.ignore_until(NOON + 24 * HOUR_MS):
        with clock.stopped(NOON + 5_000):
            downtime.record_heartbeat(WORKER)  # of the server, which continues in the meantime
        with clock.stopped(NOON + HOUR_MS):
            deadlines.apply_due_deadlines()
    assert match.rounds.get().moves.count() > 0


def test_a_downtime_puts_off_the_next_round() -> None:
    match = dealt(*two(), target="rounds-2")
    with clock.stopped(NOON):
        cast.play_out(match)
        finish_round(match.rounds.get(number=1).pk)
        downtime.record_heartbeat(WORKER)
    before = Outbox.objects.get(kind=outbox.NEXT_ROUND).due_ms
    with clock.stopped(NOON + HOUR_MS):
        downtime.record_heartbeat(WORKER)
    assert Outbox.objects.get(kind=outbox.NEXT_ROUND).due_ms == before + HOUR_MS


@pytest.mark.django_db(transaction=True)
def test_two_workers_credit_a_downtime_once() -> None:
    match = dealt(*two())
    before = due(match)
    with clock.stopped(NOON):
        downtime.record_heartbeat(WORKER)
    together, found = Barrier(2), []

    def work() -> None:
        try:
            with clock.stopped(NOON + HOUR_MS):
                together.wait(5)
                found.append(downtime.record_heartbeat(WORKER))
        finally:
            connection.close()

    threads = [Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(found) == [False, True]
    assert Downtime.objects.count() == 1
    with clock.stopped(NOON + HOUR_MS):
        downtime.credit_downtime()
    assert due(match) == before + HOUR_MS


def test_the_server_is_down_while_any_part_is_away() -> None:
    match = dealt(*two(), tempo="live")
    late = due(match)
    round_ = cast.opened(cast.person("Carla"), bots=1).rounds.get()
    Outbox.objects.create(
        kind=outbox.NEXT_ROUND, round=round_, version=0, due_ms=NOON + 2 * HOUR_MS
    )
    for part in Heartbeat.Part:
        with clock.stopped(NOON):
            assert not downtime.record_heartbeat(part)
    back = {WEB: 20_000, BEAT: 26_000, WORKER: 100_000}
    for at_ms in range(5_000, 120_001, 5_000):
        with clock.stopped(NOON + at_ms):
            for part, from_ms in back.items():
                if at_ms >= from_ms:
                    downtime.record_heartbeat(part)
            deadlines.apply_due_deadlines()
    assert match.rounds.get().moves.count() == 0, f"the server has not been up for {late - NOON} ms"
    (gap,) = Downtime.objects.all()
    assert (gap.begins_ms - NOON, gap.ends_ms - NOON) == (0, 100_000)
    assert Outbox.objects.get(kind=outbox.NEXT_ROUND).due_ms == NOON + 2 * HOUR_MS + 100_000
    with clock.stopped(NOON + 120_000):
        downtime.credit_downtime()
    assert due(match) == late + 100_000


def test_parts_that_are_away_in_turns_are_away_together() -> None:
    match = dealt(*two())
    late = due(match)
    for part in (WEB, WORKER):
        with clock.stopped(NOON):
            downtime.record_heartbeat(part)
    with clock.stopped(NOON + 10_000):
        downtime.record_heartbeat(WEB)
    with clock.stopped(NOON + 40_000):
        assert downtime.record_heartbeat(WORKER), "since noon"
    with clock.stopped(NOON + 70_000):
        assert downtime.record_heartbeat(WEB), "since ten seconds after it"
    (gap,) = Downtime.objects.all()
    assert (gap.begins_ms - NOON, gap.ends_ms - NOON) == (0, 70_000)
    with clock.stopped(NOON + 70_000):
        downtime.credit_downtime()
    assert due(match) == late + 70_000


def test_a_downtime_is_written_batch_by_batch() -> None:
    """The batches also work while the downtime continues."""
    matches = [dealt(cast.person(cast.fresh_key()), cast.person(cast.fresh_key())) for _ in "abc"]
    plain = [due(match) for match in matches]
    with clock.stopped(NOON):
        downtime.record_heartbeat(WORKER)
    with clock.stopped(NOON + 1):
        downtime.record_heartbeat(WEB)
    with clock.stopped(NOON + HOUR_MS):
        downtime.record_heartbeat(WORKER)
        assert [downtime.credit_downtime(2)] == [2]
    with clock.stopped(NOON + 2 * HOUR_MS):
        downtime.record_heartbeat(WORKER)
        downtime.record_heartbeat(WEB)
        assert [
            downtime.credit_downtime(2),
            downtime.credit_downtime(2),
            downtime.credit_downtime(2),
        ] == [2, 1, 0]
    assert [due(match) for match in matches] == [at + 2 * HOUR_MS for at in plain]


def test_a_downtime_tells_nobody_of_their_turn_again() -> None:
    """The case is a restart with five thousand matches."""
    copies = 5_000
    alice, bob = two()
    model = dealt(alice, bob, tempo="live")
    Outbox.objects.exclude(kind=outbox.TURN).delete()
    turns = Outbox.objects.filter(kind=outbox.TURN)
    told = turns.get()
    with connection.cursor() as cursor:
        for table, key, value in _copied(model.pk, copies):
            columns = [
                c.name for c in connection.introspection.get_table_description(cursor, table)
            ]
            new = [value.get(name, f't."{name}"') for name in columns]
            names = ", ".join(f'"{name}"' for name in columns)
            cursor.execute(
                f"INSERT INTO {table} ({names}) SELECT {', '.join(new)}"
                f" FROM {table} t, generate_series(1, {copies}) n WHERE t.{key}"
            )
            cursor.execute(f"ANALYZE {table}")
    assert Match.objects.filter(status=Match.Status.RUNNING).count() == copies + 1
    before = Deadline.objects.get(round__match=model).due_ms
    far = NOON + 10 * HOUR_MS
    turns.update(due_ms=far)  # all players were notified, and their reminders are far away
    sent: list[str] = []
    for part in Heartbeat.Part:
        with clock.stopped(NOON):
            downtime.record_heartbeat(part)
    at_ms = NOON + 20_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Celery, "send_task", lambda _, name, *args, **more: sent.append(name))
        patch.setattr(Task, "apply_async", lambda self, *args, **more: sent.append(self.name))
        for second in range(60):
            with clock.stopped(at_ms + second * 1_000):
                if second % 5 == 0:
                    with CaptureQueriesContext(connection) as queries:
                        late = [downtime.record_heartbeat(part) for part in Heartbeat.Part]
                    assert sum(late) == (second == 0)
                    assert len(queries) < 40, "the number must not depend on the matches"
                if second < 4:
                    tasks.sweep()
                    assert not sent, "nothing is due"
    assert Downtime.objects.get().ends_ms == at_ms
    assert told.pk in turns.values_list("pk", flat=True)
    assert set(turns.values_list("due_ms", flat=True)) == {far}
    assert not Round.objects.exclude(version=0).exists(), "no player has lost a turn"
    moved = Deadline.objects.filter(due_ms=before + 20_000).count()
    assert moved == 4 * downtime.BATCH
    assert Deadline.objects.count() == copies + 1


def _copied(model: uuid.UUID, copies: int) -> list[tuple[str, str, dict[str, str]]]:
    """Return the parts of a match: the table, the condition for its rows, and the changes in copy
    n.
    """
    round_ = Round.objects.get(match=model)
    match_n = f"md5(n || '{model}')::uuid"
    round_n = f"{round_.pk} + n"
    return [
        (
            "matches_match",
            f"id = '{model}'",
            {"id": match_n, "invite": "md5(n::text)"},
        ),
        (
            "matches_seat",
            f"match_id = '{model}'",
            {"id": f"t.id + {copies} + n * 10", "match_id": match_n, "invite": "NULL"},
        ),
        ("matches_round", f"id = {round_.pk}", {"id": round_n, "match_id": match_n}),
        *(
            (table, f"round_id = {round_.pk}", {"id": "t.id + n * 10", "round_id": round_n})
            for table in ("matches_deadline", "matches_outbox")
        ),
    ]


def known(match: Match) -> set[Millis | None]:
    """Return the due times in the lists of the players."""
    found = set()
    for place in match.seats.exclude(user=None):
        assert place.user is not None
        (line,) = (line for line in listings.mine(place.user).lines if line.match == match)
        found.add(None if line.due is None else round(line.due.timestamp() * 1000))
    return found


def test_lists_know_of_every_time_that_is_moved() -> None:
    alice, bob = two()
    match = dealt(alice, bob)
    plain = due(match)
    assert known(match) == {plain}
    with clock.stopped(NOON):
        set_preferences(asked(match), quiet_from=22 * 60, quiet_until=7 * 60)
        assert due(match) > plain
        assert known(match) == {due(match)}
        set_preferences(asked(match), quiet_from=None, quiet_until=None)
        assert known(match) == {plain}
    with clock.stopped(NOON + HOUR_MS):
        day = vacation.today_of(asked(match))
        away = vacation.go_away(asked(match), day, day)
        longer = due(match)
        assert longer > plain
        assert known(match) == {longer}
        vacation.come_back(asked(match), away.pk)
        assert known(match) == {due(match)} != {longer}
        back = due(match)
        for user in (alice, bob):
            pause.agree_to_pause(match.pk, user)
        assert known(match) == {None}
    with clock.stopped(NOON + 3 * HOUR_MS):
        pause.end_pause(match.pk, alice)
        assert known(match) == {due(match)} == {back + 2 * HOUR_MS}
        downtime.record_heartbeat(WORKER)
    with clock.stopped(NOON + 5 * HOUR_MS):
        assert downtime.record_heartbeat(WORKER)
        downtime.credit_downtime()
        assert known(match) == {due(match)} == {back + 4 * HOUR_MS}


def test_the_list_is_in_the_order_of_the_times_as_they_are_now() -> None:
    alice = cast.person("Alice")
    matches: list[Match] = []
    for hour in range(20):
        with clock.stopped(NOON + hour * HOUR_MS):
            match = cast.dealt(alice, cast.person(f"Bob {hour}"), tempo="correspondence")
            if asked(match) == alice:
                matches.append(match)
        if len(matches) == 2:
            break
    first, second = matches

    def order() -> list[uuid.UUID]:
        return [pk for pk in listings.waiting(alice.pk) if pk in (first.pk, second.pk)]

    assert order() == [first.pk, second.pk]
    with clock.stopped(NOON + 21 * HOUR_MS):
        for place in first.seats.all():
            assert place.user is not None
            pause.agree_to_pause(first.pk, place.user)
        assert order() == [second.pk]
    with clock.stopped(NOON + 50 * HOUR_MS):
        pause.end_pause(first.pk, alice)
        assert order() == [second.pk, first.pk]


def test_a_stand_in_has_no_hours() -> None:
    """The person's own hours apply again once they are back."""
    match = dealt(*two())
    user, plain = asked(match), due(match)
    with clock.stopped(NOON):
        set_preferences(user, quiet_from=22 * 60, quiet_until=7 * 60)
        longer = due(match)
        assert longer > plain
        departure.leave_match(match.pk, user)
        assert due(match) == plain
        assert known(match) == {plain}
        departure.come_back(match.pk, user)
        assert due(match) == longer


def test_whose_time_counts_follows_who_plays_within_one_move() -> None:
    match = dealt(*two())
    user = asked(match)
    seat = match.seats.get(user=user).number
    with clock.stopped(NOON), transaction.atomic():
        set_preferences(user, quiet_from=22 * 60, quiet_until=7 * 60)
        locked = lock_round.lock_round(match.pk)
        assert locked is not None
        assert locked.live is not None
        locked.live.clocks.pauses = replace(locked.pauses, used={seat: 5})
        assert seat in locked.pauses.people
        match.seats.filter(number=seat).update(stand_in="normal")
        now = lock_round.load_clock_context(locked)
        assert seat not in now.people
        assert 1 - seat in now.people
        assert now.used == {seat: 5}, "the time that these moves spent is not stored yet"
