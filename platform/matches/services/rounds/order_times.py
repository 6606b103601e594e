"""When a standing order answers: at a time at which its giver might have, so that nobody knows it
from an answer by hand.

Pure. Where a decision may take hours, some answers come at once, half of them within a tenth of the
time, and few when most of it has gone; none on the giver's vacation, none in the giver's quiet
hours, or at night where the giver has chosen none, and each before time is up. Where only the night
is left until then, they answer at night.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from heapq import merge
from typing import Final

from accounts.hours import Hours
from games.kernel.contract import Deadline, Seat
from matches.engine.clocks import Clocks, Span, counted_ms, due_ms

NIGHT: Final = (23 * 60, 7 * 60)
"""Quiet hours of people who have chosen none: from and until, in minutes of their day."""
MOST_OF_HOURS: Final = 0.9
"""The latest answer by correspondence, as a part of the time that counts."""
MOST_OF_SECONDS: Final = 0.2
"""The same where people sit at the table; then orders are for not having to look each time."""


def answers_at_ms(
    clocks: Clocks, deadline: Deadline, seat: Seat, lot: float, at_once_ms: int, now_ms: int
) -> int:
    """When a person answers who drew this lot (0 to 1): before the deadline, perhaps right now.

    `at_once_ms`: when somebody answers who sits there and has seen it.
    """
    last_ms, limit_ms = clocks.due_ms(deadline), clocks.limit_ms(deadline)
    if not clocks.takes_hours(deadline):
        answers_ms: int | None = at_once_ms + round(MOST_OF_SECONDS * limit_ms * lot**3)
    else:
        since_ms = deadline.since_ms
        awake_ms = limit_ms
        if last_ms is not None:
            awake_ms = min(awake_ms, counted_ms(since_ms, last_ms, _asleep(clocks, seat, since_ms)))
        wait_ms = max(1, round(MOST_OF_HOURS * awake_ms * lot**3))
        answers_ms = due_ms(since_ms, wait_ms, _asleep(clocks, seat, since_ms))
        if answers_ms is None or answers_ms < at_once_ms:
            wait_ms = max(1, at_once_ms - now_ms)
            answers_ms = due_ms(now_ms, wait_ms, _asleep(clocks, seat, now_ms))
    if answers_ms is None or (last_ms is not None and answers_ms >= last_ms):
        answers_ms = _soon(clocks, deadline, seat, at_once_ms, now_ms)
    return answers_ms if last_ms is None else min(answers_ms, max(now_ms, last_ms - 1))


def _soon(clocks: Clocks, deadline: Deadline, seat: Seat, at_once_ms: int, now_ms: int) -> int:
    """When the holder answers at once, as soon as their time counts; at night, if that does."""
    person = clocks.pauses.people.get(seat)
    if person is None or not clocks.takes_hours(deadline):
        return at_once_ms
    wait_ms = max(1, at_once_ms - now_ms)
    return due_ms(now_ms, wait_ms, person.spans(now_ms)) or at_once_ms


def _asleep(clocks: Clocks, seat: Seat, since_ms: int) -> Iterator[Span]:
    """When the seat's holder sleeps or is away, from then on; and when the table stood still."""
    person = clocks.pauses.people.get(seat)
    hours = Hours() if person is None else person.hours
    if hours.quiet_begins is None or hours.quiet_ends is None:
        hours = replace(hours, quiet_begins=NIGHT[0], quiet_ends=NIGHT[1])
    stood_still = (span for span in clocks.pauses.table if span[1] is not None)
    away = () if person is None else person.vacations
    return merge(stood_still, away, hours.spans(since_ms), key=lambda span: span[0])
