"""A fortnight at one table, and a simple second computation of every deadline there.

The second computation walks from minute to minute and reads a wall clock. It shares nothing with
the tested code. Everything that stops a clock here begins and ends at a full minute. The habits and
time zones of people change at full hours.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from accounts.models import User
from accounts.services import vacation
from accounts.services.preferences import set_preferences
from core import clock
from games.kernel.contract import Action, Deadline, Millis, Seat
from games.kernel.registry import AnyGame
from matches import models, tasks
from matches.actors import Person
from matches.engine import live_round, targets
from matches.engine import stored_values as stored
from matches.engine.clocks import SILENCE_MS, TIME_BANK
from matches.requests import ActionRequest
from matches.services.absence import departure
from matches.services.clock import downtime, pause
from matches.services.rounds import start
from matches.services.rounds.play import play
from matches.services.seating import seats, tables
from matches.store import snapshot
from matches.store.load_match import load_table
from tests.platform.matches import cast

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
MONDAY = round(datetime(2026, 10, 19, tzinfo=UTC).timestamp() * 1000)
"""Six days before the clocks of Europe go back, and thirteen before those of America."""
FORTNIGHT = 14 * DAY
LONGEST = 25 * DAY
"""Time limit for the story, in milliseconds; the calendar is twice as long."""
SLEEPS = tuple(round(hours * HOUR) + 17_123 for hours in (9, 2.5, 15, 6, 21, 11))
"""Thinking times of people in turn, in milliseconds; some of them use the bank."""


@dataclass(frozen=True)
class Habits:
    """A person's habits: the time zone, the quiet hours (from and until), and the day of rest."""

    zone: str
    quiet: tuple[int, int] | None = None
    rest: int | None = None

    def count(self, at: datetime) -> bool:
        """Return whether this moment counts for the person."""
        here = at.astimezone(ZoneInfo(self.zone))
        if here.weekday() == self.rest:
            return False
        if self.quiet is None:
            return True
        begins, ends = self.quiet
        quiet = begins <= here.hour < ends if begins < ends else not ends <= here.hour < begins
        return not quiet


class Calendar:
    """For each minute: whether it counts for the table, and for each person."""

    def __init__(self, people: dict[Seat, Habits]) -> None:
        self.zones = {seat: ZoneInfo(habits.zone) for seat, habits in people.items()}
        self.table = bytearray([1]) * (2 * LONGEST // MINUTE)
        hours = [_moment(number) for number in range(0, len(self.table), 60)]
        self.own = {
            seat: bytearray(here for hour in hours for here in [habits.count(hour)] * 60)
            for seat, habits in people.items()
        }

    def stop(self, begins: Millis, ends: Millis) -> None:
        """Make this time count for no seat."""
        for number in range((begins - MONDAY) // MINUTE, (ends - MONDAY) // MINUTE):
            self.table[number] = 0

    def leave(self, seat: Seat, first: date, last: date) -> None:
        """Put a person on vacation on these days of their own calendar."""
        for number in range(0, len(self.table), 60):
            if first <= _moment(number).astimezone(self.zones[seat]).date() <= last:
                self.own[seat][number : number + 60] = bytes(60)

    def due(self, since: Millis, length: Millis, whose: Seat | None) -> Millis:
        """Return when this much counted time has passed."""
        at = since
        for counts, ends in self._minutes(since, whose):
            if counts and length <= ends - at:
                return at + length
            length -= (ends - at) * counts
            at = ends
        raise AssertionError("the calendar is too short")

    def counted(self, since: Millis, until: Millis, whose: Seat | None) -> Millis:
        """Return the counted time between the two moments."""
        at = since
        total = 0
        for counts, ends in self._minutes(since, whose):
            total += max(0, min(ends, until) - at) * counts
            if ends >= until:
                break
            at = ends
        return total

    def _minutes(self, since: Millis, whose: Seat | None) -> Iterator[tuple[int, Millis]]:
        """Iterate over the minutes from this moment on: whether each counts, and its end."""
        own = self.table if whose is None else self.own[whose]
        first = (since - MONDAY) // MINUTE
        for number in range(first, len(self.table)):
            yield self.table[number] & own[number], MONDAY + (number + 1) * MINUTE


def _moment(number: int) -> datetime:
    return datetime.fromtimestamp(MONDAY / 1000 + number * 60, tz=UTC)


class Table:
    """A match over days whose people act after a while; every step is checked."""

    def __init__(self, game: AnyGame, people: dict[str, Habits]) -> None:
        self.now = MONDAY + 8 * HOUR
        self.users = [_person(name, habits) for name, habits in people.items()]
        self.calendar = Calendar(dict(enumerate(people.values())))
        self.away: set[User] = set()
        self.spent: dict[Seat, Millis] = dict.fromkeys(range(game.meta.seats[1]), 0)
        self.runs: dict[Deadline, tuple[Seat, ...]] = {}
        self.plans: dict[Seat, Millis] = {}
        self.sleeps = itertools.cycle(SLEEPS)
        self.judged = 0
        with clock.stopped(self.now):
            self.match = _opened(game, self.users)
        self.decisions = game.meta.decisions
        self.visit(self.now)

    def until(self, at: Millis) -> None:
        """Let people and bots play until then."""
        while (then := self._next(at)) < at:
            self.visit(then)
        self.visit(at)

    def visit(self, at: Millis, *, up: bool = True) -> None:
        """Do the due work of this moment, as worker and beat would, and check after each step.

        `up`: the server has been up since the last visit and has sent all its heartbeats.
        """
        self.now = at
        if up:
            models.Heartbeat.objects.update(at_ms=at - SILENCE_MS)
        with clock.stopped(at):
            downtime.record_heartbeat(models.Heartbeat.Part.WORKER)
            self._sweep()
            for seat in [seat for seat, then in self.plans.items() if then <= at]:
                self._act(seat)
                self.judge()
                self._sweep()

    def pause(self, at: Millis, length: Millis) -> None:
        """Let all players agree to a pause, and one of them resume after this length."""
        for number, user in enumerate(self.users):
            self.until(at + number * MINUTE)
            with clock.stopped(self.now):
                pause.agree_to_pause(self.match.pk, user)
            self.judge()
        begins = self.now
        self.until(at + length)
        assert not models.Deadline.objects.filter(round__match=self.match).exists()
        self.calendar.stop(begins, self.now)
        with clock.stopped(self.now):
            pause.end_pause(self.match.pk, self.users[0])
        self.judge()

    def go_down(self, at: Millis, length: Millis) -> None:
        """Take the server down for this long."""
        self.until(at)
        self.calendar.stop(at, at + length)
        self.visit(at + length, up=False)
        (gap,) = models.Downtime.objects.all()
        assert (gap.begins_ms, gap.ends_ms) == (at, at + length)

    def leave(self, seat: Seat, first: date, last: date) -> None:
        """Send a player on vacation."""
        with clock.stopped(self.now):
            vacation.go_away(self.users[seat], first, last)
        self.calendar.leave(seat, first, last)
        self.judge()

    def come_back(self, seat: Seat) -> None:
        """Take a player's seat back from the bot."""
        self.away.discard(self.users[seat])
        with clock.stopped(self.now):
            departure.come_back(self.match.pk, self.users[seat])
        self.judge()

    def judge(self) -> None:
        """Check all deadlines and banks."""
        table = load_table(self.match.pk)
        assert table.match.status == models.Match.Status.RUNNING, (
            "the match must last for the whole story"
        )
        live = table.live
        assert live is not None
        running = () if live.over else live.game.deadlines(live.rules, live.state)
        for ended in self.runs.keys() - set(running):
            self._charge(ended, self.runs[ended])
        here = tuple(s.number for s in table.seats if s.user_id and not s.stand_in)
        self.runs = dict.fromkeys(running, here)
        stored = models.Deadline.objects.filter(round__match=self.match)
        found = {(row.kind, row.seat): row.due_ms for row in stored}
        if table.pauses.paused:
            assert found == {}
            self.plans.clear()
            return
        assert found == {(run.kind, run.seat): self._due(run, here) for run in running}
        used = dict(self.match.seats.values_list("number", "bank_used_ms"))
        assert used == {seat: self.spent[seat] for seat in used}
        self.judged += len(found)
        self._plan(table, here, found)

    def _due(self, run: Deadline, here: Iterable[Seat]) -> Millis:
        length = self._limit(run) + self._bank(run)
        ends = [self.calendar.due(run.since_ms, length, seat) for seat in self._whose(run, here)]
        return max(ends)

    def _whose(self, run: Deadline, here: Iterable[Seat]) -> list[Seat | None]:
        """Return the seats whose time the deadline uses: present players under pressure.

        [None] stands for the server's time, if there is no such player.
        """
        pressed = [seat for seat in here if run.seat in (None, seat)]
        is_slow = run.after_ms is None and self._limit(run) >= HOUR
        return [*pressed] if is_slow and pressed else [None]

    def _limit(self, run: Deadline) -> Millis:
        after: Millis = self.match.pace[run.kind] if run.after_ms is None else run.after_ms
        return after

    def _bank(self, run: Deadline) -> Millis:
        if run.seat is None or run.after_ms is not None or run.kind not in self.decisions:
            return 0
        bank: Millis = self.match.pace[TIME_BANK]
        return bank - self.spent[run.seat]

    def _charge(self, run: Deadline, here: Iterable[Seat]) -> None:
        if run.seat is not None and self._bank(run):
            (whose,) = self._whose(run, here)
            over = self.calendar.counted(run.since_ms, self.now, whose) - self._limit(run)
            self.spent[run.seat] += min(self._bank(run), max(0, over))

    def _next(self, at: Millis) -> Millis:
        """Return the time of the next event, at most this one."""
        due = models.Deadline.objects.values_list("due_ms", flat=True)
        owed = models.Outbox.objects.values_list("due_ms", flat=True)
        return min([at, *due, *owed, *self.plans.values()])

    def _sweep(self) -> None:
        for _ in range(50):
            tasks.sweep()
            self.judge()
            if not models.Outbox.objects.filter(due_ms__lte=self.now).exists():
                return
        raise AssertionError("the work did not end")

    def _plan(
        self,
        table: snapshot.Table,
        here: Iterable[Seat],
        running: dict[tuple[str, Seat | None], Millis],
    ) -> None:
        """Plan when the players to act, if they are there, act: after a while, but before the
        deadline.
        """
        live = table.live
        assert live is not None
        if self._announced():
            wanted = [seat for seat in here if not self.match.seats.get(number=seat).ready]
        else:
            wanted = [seat for seat in live.awaited.seats if seat in here]
        wanted = [seat for seat in wanted if self.users[seat] not in self.away]
        plans = {}
        for seat in wanted:
            then = self.plans.get(seat) or self.now + next(self.sleeps)
            ends = [due for (_, whose), due in running.items() if whose in (None, seat)]
            plans[seat] = min([then, *(max(self.now + MINUTE, due - 9 * MINUTE) for due in ends)])
        self.plans = plans

    def _act(self, seat: Seat) -> None:
        del self.plans[seat]
        user = self.users[seat]
        if self._announced():
            start.get_ready(self.match.pk, user)
            return
        table = load_table(self.match.pk)
        assert table.live is not None
        action = _choice(table, seat)
        if action is not None:
            request = ActionRequest(
                action=stored.to_json(action), seen=table.shown_version(seat), key=cast.fresh_key()
            )
            answer = play(self.match.pk, Person(user.pk, user.epoch), request)
            assert answer.refusal is None

    def _announced(self) -> bool:
        return bool(self.match.rounds.latest("number").start is None)


def _choice(table: snapshot.Table, seat: Seat) -> Action | None:
    """Return the action of a player who has time to think, or None."""
    assert table.live is not None
    for look in range(20):
        luck = f"{table.live.version}/{look}"
        action = live_round.ask_bot(table.live, seat, "easy", table.events(), luck)
        if action is not None:
            return action
    return None


def _person(name: str, habits: Habits) -> User:
    user = cast.person(name)
    quiet = habits.quiet or (None, None)
    begins, ends = (None if hour is None else hour * 60 for hour in quiet)
    with clock.stopped(MONDAY):
        set_preferences(
            user,
            time_zone=habits.zone,
            quiet_from=begins,
            quiet_until=ends,
            rest_day=habits.rest,
        )
    return user


def _opened(game: AnyGame, people: list[User]) -> models.Match:
    """Open a long match, with a bot if there is a seat for one."""
    bots = ["easy"] if game.meta.seats[1] > len(people) else []
    longest = max(game.meta.targets, key=lambda one: (one.points or 0, one.rounds or 0))
    match = tables.open_match(
        people[0],
        game.meta.slug,
        seats=len(people) + len(bots),
        bots=bots,
        tempo="half_days",
        target=targets.slug(longest),
    )
    for user in people[1:]:
        seats.take_seat(match.pk, user)
    for user in people:
        start.get_ready(match.pk, user)
    return match
