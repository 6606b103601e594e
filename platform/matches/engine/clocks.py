"""Time for a decision: the time that counts, the bank, and the moment when a deadline falls due.

This module is pure. A deadline has a length of *counted* time. Time does not count for any seat
while the match is paused or the server is down. If a decision has a limit of an hour or more, time
also does not count in the person's quiet hours, on their day of rest or on their vacation.

A deadline for the whole table gives each person its full length, counted in that person's own time.
It ends when the last person's time ends, even if that person has answered, because the answer may
be hidden. After
its limit, a decision uses the bank of its seat. A delay that a game sets itself
(`Deadline.after_ms`) is not the personal time of any seat.

New quiet hours apply from the moment of the change, so a deadline that is already due stays due.
Replaying the log does not need this module, because each move has its time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from heapq import merge
from typing import Any, TypeAlias

from accounts.hours import Hours
from games.kernel.contract import Deadline, Millis, Seat

HOUR_MS = 60 * 60 * 1000
"""Limit of a decision from which it is by correspondence, in milliseconds."""
TIME_BANK = "bank"
"""Key of each seat's bank in `Match.pace`, beside the limits."""
NEXT_ROUND = "next_round"
"""Key in `Match.pace` of the time until the server deals an announced round, even if a seat is not
ready.
"""
UNTIMED = "untimed"
"""Tempo of a match without a clock, and the key that marks it in its pace
(`matches.engine.tempos`).
"""
SILENCE_MS = 15_000
"""Silence after which the server counts as down, in milliseconds: a part has missed three
heartbeats.
"""

Span: TypeAlias = tuple[Millis, Millis | None]
"""Start and end in milliseconds; the end is None while it is open."""


def due_ms(since_ms: Millis, length_ms: Millis, spans: Iterable[Span]) -> Millis | None:
    """Return the moment when this much time has passed outside of these spans, or None for never.

    All times are in milliseconds. The spans are sorted by their start.
    """
    at, left = since_ms, length_ms
    for begins, ends in spans:
        if begins - at >= left:
            break
        left -= max(0, begins - at)
        if ends is None:
            return None
        at = max(at, ends)
    return at + left


def counted_ms(since_ms: Millis, until_ms: Millis, spans: Iterable[Span]) -> Millis:
    """Return the time between the two moments that is outside of these spans.

    All times are in milliseconds. The spans are sorted by their start.
    """
    at, counted = since_ms, 0
    for begins, ends in spans:
        if begins >= until_ms:
            break
        counted += max(0, begins - at)
        if ends is None:
            return counted
        at = max(at, ends)
    return counted + max(0, until_ms - at)


def holds(at_ms: Millis, spans: Iterable[Span]) -> bool:
    """Return whether one of these spans, sorted by their start, contains this moment."""
    for begins, ends in spans:
        if begins > at_ms:
            return False
        if ends is None or at_ms < ends:
            return True
    return False


@dataclass(frozen=True, slots=True)
class PersonalTime:
    """The time that counts for a seat.

    `before`: earlier hours, each with the moment until which they applied. `hours`: the present
    ones.
    """

    before: tuple[tuple[Millis, Hours], ...] = ()
    hours: Hours = Hours()  # noqa: RUF009 - a value, never changed
    vacations: tuple[Span, ...] = ()

    @classmethod
    def from_row(cls, raw: Mapping[str, Any]) -> PersonalTime:
        """Make the personal time of one seat's holder from a row of `shared_sql.CLOCKS`."""
        before = []
        for row in raw["before"]:
            until_ms = row.pop("until_ms")
            before.append((until_ms, Hours.from_dump(row)))
        vacations = sorted((begins, ends) for begins, ends in raw["vacations"])
        return cls(tuple(before), Hours.from_dump(raw["hours"]), tuple(vacations))

    def spans(self, since_ms: Millis) -> Iterator[Span]:
        """Iterate over the times that do not count for this person, sorted by start.

        The iterator may be endless.
        """
        return merge(self.vacations, self._quiet(since_ms))

    def _quiet(self, since_ms: Millis) -> Iterator[Span]:
        start = since_ms
        for until_ms, hours in self.before:
            for begins, ends in hours.spans(start):
                if begins >= until_ms:
                    break
                yield max(begins, start), min(ends, until_ms)
            start = max(start, until_ms)
        for begins, ends in self.hours.spans(start):
            yield max(begins, start), ends


@dataclass(frozen=True, slots=True)
class ClockPauses:
    """Everything that stops a match's clocks.

    `table`: pauses and downtimes of the server. `people`: by seat, the time of its holder, for
    decisions that may take hours. `absent`: the same for seats where a bot plays for a person.
    `played_for`: the seats for which the server plays. `used`: by seat, the part of its bank that
    is spent, in milliseconds. `proposed`: the ids of the users who want a pause.
    """

    table: tuple[Span, ...] = ()
    people: Mapping[Seat, PersonalTime] = field(default_factory=dict)
    absent: Mapping[Seat, PersonalTime] = field(default_factory=dict)
    played_for: frozenset[Seat] = frozenset()
    used: Mapping[Seat, Millis] = field(default_factory=dict)
    proposed: tuple[int, ...] = ()

    @classmethod
    def from_row(cls, raw: Mapping[str, Any], now_ms: Millis) -> ClockPauses:
        """Make the pauses from a row of `shared_sql.CLOCKS`, with a downtime that still lasts.

        While a heartbeat is missing, no deadline falls due either.
        """
        table: list[Span] = [(begins, ends) for begins, ends in raw["stops"]]
        if raw["beat_ms"] is not None and now_ms - raw["beat_ms"] > SILENCE_MS:
            table.append((raw["beat_ms"], now_ms))
        own = [row for row in raw["seats"] if row["own"] is not None]
        return cls(
            table=tuple(sorted(table, key=lambda span: span[0])),
            people={row["seat"]: PersonalTime.from_row(row["own"]) for row in own if row["plays"]},
            absent={
                row["seat"]: PersonalTime.from_row(row["own"]) for row in own if not row["plays"]
            },
            played_for=frozenset(row["seat"] for row in raw["seats"] if not row["plays"]),
            used={row["seat"]: row["used_ms"] for row in raw["seats"] if row["used_ms"]},
            proposed=tuple(raw["proposed"] or ()),
        )

    @property
    def paused(self) -> bool:
        """Return whether the match is paused now."""
        return any(ends is None for _, ends in self.table)

    def of_absent(self, seat: Seat, since_ms: Millis) -> Iterable[Span]:
        """Iterate over the times that do not count for the person who is away from this seat.

        They are sorted by start.
        """
        person = self.absent.get(seat, PersonalTime())
        return merge(self.table, person.spans(since_ms), key=_beginning)


@dataclass(slots=True)
class Clocks:
    """The clocks of a match.

    `limits`: in milliseconds, by kind of deadline. `decisions`: the kinds that may use the bank.
    `scale` shortens limits and bank in browser tests.
    """

    limits: Mapping[str, Millis]
    decisions: tuple[str, ...] = ()
    pauses: ClockPauses = field(default_factory=ClockPauses)
    scale: float = 1.0

    def due_ms(self, deadline: Deadline) -> Millis | None:
        """Return when this deadline falls due, in milliseconds.

        None while it is stopped and its end is not known.
        """
        length = self.limit_ms(deadline) + self.time_bank_ms(deadline)
        ends = [due_ms(deadline.since_ms, length, spans) for spans in self._spans(deadline)]
        timed = [end for end in ends if end is not None]
        return max(timed) if len(timed) == len(ends) else None

    @property
    def untimed(self) -> bool:
        """Return whether the match has no clock, so people may take any time."""
        return UNTIMED in self.limits

    def takes_hours(self, deadline: Deadline) -> bool:
        """Return whether people have an hour or more for this deadline, as in correspondence."""
        return deadline.after_ms is None and self.limits[deadline.kind] >= HOUR_MS

    def limit_ms(self, deadline: Deadline) -> Millis:
        """Return the time for the decision before it uses the bank, in milliseconds."""
        after = self.limits[deadline.kind] if deadline.after_ms is None else deadline.after_ms
        return round(after * self.scale)

    def time_bank_ms(self, deadline: Deadline) -> Millis:
        """Return the rest of the bank that this decision may use, in milliseconds."""
        if deadline.seat is None or deadline.after_ms is not None:
            return 0
        return self.left_ms(deadline.seat) if deadline.kind in self.decisions else 0

    def left_ms(self, seat: Seat) -> Millis:
        """Return the rest of this seat's bank, in milliseconds."""
        bank = round(self.limits.get(TIME_BANK, 0) * self.scale)
        return max(0, bank - self.pauses.used.get(seat, 0))

    def stands_still(self, deadline: Deadline, at_ms: Millis) -> bool:
        """Return whether this moment does not count for the deadline."""
        return all(holds(at_ms, spans) for spans in self._spans(deadline))

    def charge(self, deadline: Deadline, at_ms: Millis) -> None:
        """Charge the bank with the time by which a decision exceeded its limit.

        `at_ms` is the end of the deadline, which everyone may know. It is not the time of an answer
        that stays hidden for a while. A late decision is free for a seat that the server plays for.
        """
        if deadline.seat in self.pauses.played_for:
            return
        if bank := self.time_bank_ms(deadline):
            self._spend(deadline, min(bank, self._over_ms(deadline, at_ms)))

    def spare(self, seat: Seat) -> None:
        """Make this seat's decisions free from now on.

        The server plays for the seat, possibly late.
        """
        self.pauses = replace(self.pauses, played_for=self.pauses.played_for | {seat})

    def refund(self, deadline: Deadline, at_ms: Millis) -> None:
        """Return to the bank the time that a decision cost, because the seat takes it back."""
        if (
            deadline.seat is not None
            and deadline.after_ms is None
            and deadline.kind in self.decisions
        ):
            used = self.pauses.used.get(deadline.seat, 0)
            self._spend(deadline, -min(used, self._over_ms(deadline, at_ms)))

    def _over_ms(self, deadline: Deadline, at_ms: Millis) -> Millis:
        """Return by how many milliseconds the decision exceeded its limit at this moment."""
        (spans,) = self._spans(deadline)
        return max(0, counted_ms(deadline.since_ms, at_ms, spans) - self.limit_ms(deadline))

    def _spend(self, deadline: Deadline, ms: Millis) -> None:
        if ms and deadline.seat is not None:
            used = self.pauses.used.get(deadline.seat, 0) + ms
            self.pauses = replace(self.pauses, used={**self.pauses.used, deadline.seat: used})

    def _spans(self, deadline: Deadline) -> list[Iterable[Span]]:
        """Return the times that do not count for this deadline.

        The list has one entry for each person whose own time it uses, or else one entry for the
        table.
        """
        own: list[PersonalTime] = []
        if self.takes_hours(deadline):
            people = self.pauses.people.items()
            own = [person for seat, person in people if deadline.seat in (None, seat)]
        if not own:
            return [self.pauses.table]
        return [
            merge(self.pauses.table, person.spans(deadline.since_ms), key=_beginning)
            for person in own
        ]


def never(deadline: Deadline, due_ms: Millis) -> bool:
    """Return False: no deadline waits."""
    return False


@dataclass(frozen=True, slots=True)
class Patient:
    """Clocks by which a deadline does not fall due while `waits` is true for it.

    In a match without a clock, a deadline also does not fall due while people must decide.
    `awaited` returns the seats that the round waits for.
    """

    clocks: Clocks
    awaited: Callable[[], Iterable[Seat]]
    waits: Callable[[Deadline, Millis], bool]

    @property
    def limits(self) -> Mapping[str, Millis]:
        """Return the limits in milliseconds, by kind of deadline."""
        return self.clocks.limits

    def due_ms(self, deadline: Deadline) -> Millis | None:
        """Return when this deadline falls due, or None while it waits or is stopped."""
        due_ms = self.clocks.due_ms(deadline)
        if due_ms is None or self._is_free(deadline) or self.waits(deadline, due_ms):
            return None
        return due_ms

    def _is_free(self, deadline: Deadline) -> bool:
        if not self.clocks.untimed or deadline.after_ms is not None:
            return False
        asked = self.awaited() if deadline.seat is None else (deadline.seat,)
        return any(seat not in self.clocks.pauses.played_for for seat in asked)


def _beginning(span: Span) -> Millis:
    return span[0]
