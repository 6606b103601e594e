"""The time at which a standing order acts: the player might have acted then, so it cannot be
detected.

This module is pure. If a decision may take hours, some answers come at once, half of them within
a tenth of the time, and few near its end. None comes on the player's vacation or in their quiet
hours; a player without quiet hours answers none at night. Each answer comes before the deadline.
If only the night is left until then, the order answers at night.
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
"""Assumed quiet hours of players who have chosen none: start and end, in minutes of their day."""
MOST_OF_HOURS: Final = 0.9
"""The latest answer by correspondence, as a part of the time that counts."""
MOST_OF_SECONDS: Final = 0.2
"""The latest answer in a live match, as a part of the limit; orders only save looking there."""


def answers_at_ms(
    clocks: Clocks, deadline: Deadline, seat: Seat, lot: float, at_once_ms: int, now_ms: int
) -> int:
    """Return when a person with this random number (0 to 1) answers: before the deadline, perhaps
    now.

    `at_once_ms`: when a person who sits at the table and has seen it answers.
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
    """Return when the holder answers as soon as their time counts.

    It may be at night, if that time counts.
    """
    person = clocks.pauses.people.get(seat)
    if person is None or not clocks.takes_hours(deadline):
        return at_once_ms
    wait_ms = max(1, at_once_ms - now_ms)
    return due_ms(now_ms, wait_ms, person.spans(now_ms)) or at_once_ms


def _asleep(clocks: Clocks, seat: Seat, since_ms: int) -> Iterator[Span]:
    """Iterate over the times from then on when the holder sleeps or is away, or the table is
    stopped.
    """
    person = clocks.pauses.people.get(seat)
    hours = Hours() if person is None else person.hours
    if hours.quiet_begins is None or hours.quiet_ends is None:
        hours = replace(hours, quiet_begins=NIGHT[0], quiet_ends=NIGHT[1])
    stood_still = (span for span in clocks.pauses.table if span[1] is not None)
    away = () if person is None else person.vacations
    return merge(stood_still, away, hours.spans(since_ms), key=lambda span: span[0])
