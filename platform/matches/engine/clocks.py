"""How long somebody has for a decision: the time that counts, the bank, and when it is over.

Pure. A deadline gives a length of *counted* time. For nobody does time count while the match is
paused or the server was down; for a person who has an hour or more for a decision, neither in
quiet hours, on the day of rest nor on vacation. What presses the whole table leaves everybody who
plays there so much time of their own: it ends with the last of them, whoever has answered, since
that may be unseen. Once its limit is up, a decision lives on its seat's bank. What a game sets
itself (`Deadline.after_ms`) is nobody's own time.

Changes hold from when they are made, so that what was due stays due. The log needs none of this:
a recorded move has its time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from heapq import merge
from typing import Any, TypeAlias

from accounts.hours import Hours
from games.kernel.contract import Deadline, Millis, Seat

HOUR_MS = 60 * 60 * 1000
"""From this limit on a decision is one of correspondence."""
TIME_BANK = "bank"
"""What a match's pace calls the bank of each seat, beside the limits."""
NEXT_ROUND = "next_round"
"""What a match's pace calls the time until an announced round is dealt, whoever is not ready yet."""
UNTIMED = "untimed"
"""The tempo of a match without a clock, and what says so in its pace (`matches.engine.tempos`)."""
SILENCE_MS = 15_000
"""The server was down if one of its parts sent no heartbeat for so long: three of them are missing."""

Span: TypeAlias = tuple[Millis, Millis | None]
"""From and until; None: without an end so far."""


def due_ms(since_ms: Millis, length_ms: Millis, spans: Iterable[Span]) -> Millis | None:
    """When so much time (ms) outside of these spans, sorted by beginning, has passed; None: never."""
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
    """How much time (ms) between the two lies outside of these spans, sorted by beginning."""
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
    """Whether this moment lies in one of these spans, sorted by beginning."""
    for begins, ends in spans:
        if begins > at_ms:
            return False
        if ends is None or at_ms < ends:
            return True
    return False


@dataclass(frozen=True, slots=True)
class PersonalTime:
    """The time that counts for a seat: the hours of before, each until when; those of now; vacations."""

    before: tuple[tuple[Millis, Hours], ...] = ()
    hours: Hours = Hours()  # noqa: RUF009 - a value, never changed
    vacations: tuple[Span, ...] = ()

    @classmethod
    def from_row(cls, raw: Mapping[str, Any]) -> PersonalTime:
        """The time of one seat's holder, from what `shared_sql.CLOCKS` looks up."""
        before = []
        for row in raw["before"]:
            until_ms = row.pop("until_ms")
            before.append((until_ms, Hours.from_dump(row)))
        vacations = sorted((begins, ends) for begins, ends in raw["vacations"])
        return cls(tuple(before), Hours.from_dump(raw["hours"]), tuple(vacations))

    def spans(self, since_ms: Millis) -> Iterator[Span]:
        """The times that do not count for this person, by beginning; perhaps without end."""
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
    """All that stops a match's clocks.

    `table`: pauses and times when the server was down. `people`: by seat, who holds it, where a
    decision may take hours; `absent`: likewise, where a bot plays for a person. `played_for`: the seats
    for which the server plays. `used`: by seat, how
    much of its bank is spent. `proposed`: the ids of the users who want a pause.
    """

    table: tuple[Span, ...] = ()
    people: Mapping[Seat, PersonalTime] = field(default_factory=dict)
    absent: Mapping[Seat, PersonalTime] = field(default_factory=dict)
    played_for: frozenset[Seat] = frozenset()
    used: Mapping[Seat, Millis] = field(default_factory=dict)
    proposed: tuple[int, ...] = ()

    @classmethod
    def from_row(cls, raw: Mapping[str, Any], now_ms: Millis) -> ClockPauses:
        """The pauses from what `shared_sql.CLOCKS` looked up, and the downtime that lasts still.

        While a heartbeat is missing, nothing falls due either.
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
        """Whether the match is paused now."""
        return any(ends is None for _, ends in self.table)

    def of_absent(self, seat: Seat, since_ms: Millis) -> Iterable[Span]:
        """The times that do not count for a person who is away from this seat, by beginning."""
        person = self.absent.get(seat, PersonalTime())
        return merge(self.table, person.spans(since_ms), key=_beginning)


@dataclass(slots=True)
class Clocks:
    """The clocks of a match.

    `limits`: in milliseconds, by kind of deadline. `decisions`: the kinds that live on the bank.
    `scale` shortens limits and bank where browsers are tested.
    """

    limits: Mapping[str, Millis]
    decisions: tuple[str, ...] = ()
    pauses: ClockPauses = field(default_factory=ClockPauses)
    scale: float = 1.0

    def due_ms(self, deadline: Deadline) -> Millis | None:
        """When this deadline falls due; None while it stands still without an end in sight."""
        length = self.limit_ms(deadline) + self.time_bank_ms(deadline)
        ends = [due_ms(deadline.since_ms, length, spans) for spans in self._spans(deadline)]
        timed = [end for end in ends if end is not None]
        return max(timed) if len(timed) == len(ends) else None

    @property
    def untimed(self) -> bool:
        """Whether nobody waits for people, who have all the time that they like."""
        return UNTIMED in self.limits

    def takes_hours(self, deadline: Deadline) -> bool:
        """Whether people have an hour or more for this, as they do by correspondence."""
        return deadline.after_ms is None and self.limits[deadline.kind] >= HOUR_MS

    def limit_ms(self, deadline: Deadline) -> Millis:
        """How long the decision may take before it costs anything."""
        after = self.limits[deadline.kind] if deadline.after_ms is None else deadline.after_ms
        return round(after * self.scale)

    def time_bank_ms(self, deadline: Deadline) -> Millis:
        """The rest of the bank on which this decision may live."""
        if deadline.seat is None or deadline.after_ms is not None:
            return 0
        return self.left_ms(deadline.seat) if deadline.kind in self.decisions else 0

    def left_ms(self, seat: Seat) -> Millis:
        """The rest of this seat's bank."""
        bank = round(self.limits.get(TIME_BANK, 0) * self.scale)
        return max(0, bank - self.pauses.used.get(seat, 0))

    def stands_still(self, deadline: Deadline, at_ms: Millis) -> bool:
        """Whether this moment does not count for the deadline."""
        return all(holds(at_ms, spans) for spans in self._spans(deadline))

    def charge(self, deadline: Deadline, at_ms: Millis) -> None:
        """Take from the bank what a decision that was made then took beyond its limit.

        Counted until the deadline stops to run, which everybody may know, and not until an answer
        that lies hidden for a while. For a seat that the server plays for it costs nothing how late that was.
        """
        if deadline.seat in self.pauses.played_for:
            return
        if bank := self.time_bank_ms(deadline):
            self._spend(deadline, min(bank, self._over_ms(deadline, at_ms)))

    def spare(self, seat: Seat) -> None:
        """Let what this seat decides now cost nothing: the server does it when it comes to it."""
        self.pauses = replace(self.pauses, played_for=self.pauses.played_for | {seat})

    def refund(self, deadline: Deadline, at_ms: Millis) -> None:
        """Give the bank back what a decision cost that was made then and is taken back."""
        if (
            deadline.seat is not None
            and deadline.after_ms is None
            and deadline.kind in self.decisions
        ):
            used = self.pauses.used.get(deadline.seat, 0)
            self._spend(deadline, -min(used, self._over_ms(deadline, at_ms)))

    def _over_ms(self, deadline: Deadline, at_ms: Millis) -> Millis:
        """How much longer than its limit the decision took until then."""
        (spans,) = self._spans(deadline)
        return max(0, counted_ms(deadline.since_ms, at_ms, spans) - self.limit_ms(deadline))

    def _spend(self, deadline: Deadline, ms: Millis) -> None:
        if ms and deadline.seat is not None:
            used = self.pauses.used.get(deadline.seat, 0) + ms
            self.pauses = replace(self.pauses, used={**self.pauses.used, deadline.seat: used})

    def _spans(self, deadline: Deadline) -> list[Iterable[Span]]:
        """The times that do not count: for each person whose own time it is, or once, for the table."""
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
    """No deadline waits."""
    return False


@dataclass(frozen=True, slots=True)
class Patient:
    """Clocks by which a deadline that `waits`, whenever it is due, does not fall due yet.

    Nor does one, where there is no clock, while it is people who are to decide. `awaited`: the seats
    that the round waits for.
    """

    clocks: Clocks
    awaited: Callable[[], Iterable[Seat]]
    waits: Callable[[Deadline, Millis], bool]

    @property
    def limits(self) -> Mapping[str, Millis]:
        """The limits in milliseconds, by kind of deadline."""
        return self.clocks.limits

    def due_ms(self, deadline: Deadline) -> Millis | None:
        """When this deadline falls due; None while it waits or nothing runs."""
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
