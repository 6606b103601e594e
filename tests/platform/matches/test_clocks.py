"""Counted time: the arithmetic alone."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from accounts.hours import Hours
from games.kernel.contract import NOBODY, Deadline
from matches.engine.clocks import (
    HOUR_MS,
    SILENCE_MS,
    TIME_BANK,
    ClockPauses,
    Clocks,
    PersonalTime,
    Span,
    counted_ms,
    due_ms,
    holds,
)

DAY_MS = 24 * HOUR_MS
NIGHT = Hours("Europe/Berlin", 22 * 60, 7 * 60)

moments = st.integers(0, 1_000)
spans = st.lists(
    st.tuples(moments, st.integers(1, 300)).map(lambda one: (one[0], one[0] + one[1])), max_size=6
).map(sorted)


def berlin(*when: int) -> int:
    at = datetime(*when, tzinfo=ZoneInfo("Europe/Berlin"))  # type: ignore[arg-type,misc]
    return round(at.timestamp() * 1000)


def clocks(bank: int = 0, pauses: ClockPauses | None = None) -> Clocks:
    limits = {"turn": DAY_MS, "review": 6_000, TIME_BANK: bank}
    return Clocks(limits, ("turn",), pauses or ClockPauses())


def turn(since_ms: int, seat: int | None = 0) -> Deadline:
    return Deadline("turn", seat, since_ms)


@given(moments, st.integers(1, 500), spans)
def test_stops_put_off_by_what_stands_still_at_most(
    since: int, length: int, stops: list[Span]
) -> None:
    """A stop never makes a deadline earlier, and postpones it by no more than its own length."""
    due = due_ms(since, length, stops)
    assert due is not None
    assert due >= since + length
    assert due - since - length <= sum((ends or 0) - begins for begins, ends in stops)


@given(moments, st.integers(1, 500), st.integers(0, 500), spans)
def test_longer_is_later(since: int, length: int, more: int, stops: list[Span]) -> None:
    sooner, later = due_ms(since, length, stops), due_ms(since, length + more, stops)
    assert sooner is not None
    assert later is not None
    assert later >= sooner + more


@given(moments, st.integers(1, 500), spans)
def test_what_is_due_has_counted_so_much(since: int, length: int, stops: list[Span]) -> None:
    due = due_ms(since, length, stops)
    assert due is not None
    assert counted_ms(since, due, stops) == length
    assert counted_ms(since, due - 1, stops) == length - 1


@given(moments, st.integers(0, 500), st.integers(0, 500), spans)
def test_counted_time_adds_up(since: int, first: int, second: int, stops: list[Span]) -> None:
    between, until = since + first, since + first + second
    both = counted_ms(since, between, stops) + counted_ms(between, until, stops)
    assert both == counted_ms(since, until, stops)


@given(moments, st.integers(0, 800), spans)
def test_each_moment_counts_or_does_not(since: int, length: int, stops: list[Span]) -> None:
    counting = sum(not holds(at, stops) for at in range(since, since + length))
    assert counting == counted_ms(since, since + length, stops)


def test_a_stop_counts_until_the_deadline_is_due() -> None:
    """A stop that begins a moment before the due time counts; one at the same time does not."""
    assert due_ms(0, 100, [(99, 150)]) == 151
    assert due_ms(0, 100, [(100, 150)]) == 100
    assert due_ms(0, 100, [(99, None)]) is None
    assert due_ms(0, 100, [(100, None)]) == 100


def test_a_night_does_not_count_both_ways_of_the_clock_change() -> None:
    pauses = ClockPauses(people={0: PersonalTime(hours=NIGHT)})
    # Saturday 12:00 and 24 hours: 10 of the day, a night, and 14 of the next day and its night.
    for saturday in ((2026, 3, 28), (2026, 10, 24), (2026, 11, 21)):
        year, month, day = saturday
        due = clocks(pauses=pauses).due_ms(turn(berlin(year, month, day, 12)))
        assert due == berlin(year, month, day + 1, 21)


def test_a_time_zone_switched_in_mid_match_holds_from_then_on() -> None:
    switched = berlin(2026, 11, 20, 23)
    tokyo = Hours("Asia/Tokyo", 22 * 60, 7 * 60)  # 14:00 to 23:00 in Berlin
    person = PersonalTime(before=((switched, NIGHT),), hours=tokyo)
    due = clocks(pauses=ClockPauses(people={0: person})).due_ms(turn(berlin(2026, 11, 20, 12)))
    # 10 hours until 22:00; an hour of the night in Berlin; from 23:00 on 14 more until 13:00.
    assert due == berlin(2026, 11, 21, 13)


def test_hours_chosen_late_give_nothing_back() -> None:
    since = berlin(2026, 11, 20, 12)
    chosen = since + DAY_MS - 1
    person = PersonalTime(before=((chosen, Hours()),), hours=NIGHT)
    assert clocks(pauses=ClockPauses(people={0: person})).due_ms(turn(since)) == since + DAY_MS


def test_only_a_persons_decision_by_correspondence_rests() -> None:
    """No other deadline waits for the hours and the vacation of its person."""
    since = berlin(2026, 11, 20, 21, 59)
    away = ClockPauses(
        people={0: PersonalTime(hours=NIGHT, vacations=((since, since + 9 * DAY_MS),))}
    )
    for other in (
        turn(since, seat=1),
        Deadline("turn", 0, since, after_ms=DAY_MS),
    ):
        assert clocks(pauses=away).due_ms(other) == since + DAY_MS
    assert clocks(pauses=away).due_ms(Deadline("review", 0, since)) == since + 6_000
    assert clocks(pauses=away).due_ms(Deadline("hold", None, since, 5_000, NOBODY)) == since + 5_000
    assert (clocks(pauses=away).due_ms(turn(since)) or 0) > since + 10 * DAY_MS


def test_a_pause_and_a_downtime_stop_everything() -> None:
    pauses = ClockPauses(table=((1_000, 3_000), (4_000, 5_000)))
    for deadline in (Deadline("review", None, 0), Deadline("hold", None, 0, 6_000, NOBODY)):
        assert clocks(pauses=pauses).due_ms(deadline) == 9_000
    paused = ClockPauses(table=((1_000, None),))
    assert paused.paused
    assert clocks(pauses=paused).due_ms(Deadline("review", None, 0)) is None
    assert clocks(pauses=paused).stands_still(Deadline("review", None, 0), 2_000)


def test_while_the_heart_does_not_beat_nothing_falls_due() -> None:
    raw = {"seats": [], "stops": [], "beat_ms": 1_000, "proposed": None}
    assert ClockPauses.from_row(raw, 1_000 + SILENCE_MS).table == ()
    assert ClockPauses.from_row(raw, 1_001 + SILENCE_MS).table == ((1_000, 1_001 + SILENCE_MS),)


def test_a_bank_is_spent_by_what_is_beyond_the_limit() -> None:
    ours = clocks(bank=2 * HOUR_MS)
    assert ours.due_ms(turn(0)) == DAY_MS + 2 * HOUR_MS
    ours.charge(turn(0), DAY_MS)
    assert ours.left_ms(0) == 2 * HOUR_MS
    ours.charge(turn(0), DAY_MS + HOUR_MS)
    assert (ours.left_ms(0), ours.left_ms(1)) == (HOUR_MS, 2 * HOUR_MS)
    ours.charge(turn(0), 9 * DAY_MS)
    assert ours.left_ms(0) == 0
    assert ours.due_ms(turn(0)) == DAY_MS


def test_what_is_no_decision_has_no_bank() -> None:
    ours = clocks(bank=2 * HOUR_MS)
    for other in (
        Deadline("review", 0, 0),
        turn(0, seat=None),
        Deadline("turn", 0, 0, after_ms=1_000),
    ):
        assert ours.time_bank_ms(other) == 0
        ours.charge(other, 9 * DAY_MS)
    assert ours.left_ms(0) == 2 * HOUR_MS


def test_only_counted_time_is_taken_from_the_bank() -> None:
    since = berlin(2026, 11, 20, 12)
    ours = clocks(bank=9 * HOUR_MS, pauses=ClockPauses(people={0: PersonalTime(hours=NIGHT)}))
    # 10 + 14 hours of day make the limit at 21:00; an hour of the evening uses the bank.
    ours.charge(turn(since), berlin(2026, 11, 21, 23))
    assert ours.left_ms(0) == 8 * HOUR_MS


def test_a_deadline_of_the_table_leaves_each_their_own_time() -> None:
    """A deadline of the whole table waits for the hours of each person there."""
    people = {
        0: PersonalTime(hours=NIGHT),
        1: PersonalTime(hours=Hours("Asia/Tokyo", 22 * 60, 7 * 60)),
    }
    since = berlin(2026, 11, 9, 12)
    window = turn(since, None)

    def due(*seats: int) -> int | None:
        return clocks(pauses=ClockPauses(people={seat: people[seat] for seat in seats})).due_ms(
            window
        )

    # Ten hours until 22:00 and fourteen from 07:00 on; two in Tokyo, fifteen, and seven.
    assert due() == since + DAY_MS
    assert due(0) == since + 33 * HOUR_MS
    assert due(1) == since + 42 * HOUR_MS
    assert due(0, 1) == since + 42 * HOUR_MS


def test_it_stands_still_when_it_does_for_all() -> None:
    people = {
        0: PersonalTime(hours=NIGHT),
        1: PersonalTime(hours=Hours("Asia/Tokyo", 22 * 60, 7 * 60)),
    }
    both = clocks(pauses=ClockPauses(people=people))
    window = turn(berlin(2026, 11, 9, 12), None)
    assert not both.stands_still(window, berlin(2026, 11, 9, 16))  # midnight in Tokyo
    assert not both.stands_still(window, berlin(2026, 11, 10, 1))  # nine there
    paused = clocks(pauses=ClockPauses(table=((berlin(2026, 11, 9, 13), None),), people=people))
    assert paused.due_ms(window) is None
    assert paused.stands_still(window, berlin(2026, 11, 9, 14))


def test_a_short_window_waits_for_nobodys_morning() -> None:
    since = berlin(2026, 11, 9, 23)
    asleep = clocks(pauses=ClockPauses(people={0: PersonalTime(hours=NIGHT)}))
    assert asleep.due_ms(Deadline("review", None, since)) == since + 6_000
