"""Rounds that bots play through the platform's write path, on a clock that the simulation moves.

Each round is a real match in the database, in a transaction that is rolled back, so nothing remains
and no notice is sent. On the way the simulation checks whether a page could leak a secret.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.db import transaction

from accounts.models import User
from bots.lab.twins import twin
from core import clock
from core.refusals import Refused
from core.rendering.fragments import Board
from games.kernel.chance import SeededChance, commitment
from games.kernel.contract import Action, Millis, Seat, Viewer
from games.kernel.thinking import Players
from matches.actors import Bot, Person
from matches.engine import catalogue, live_round, stored_values
from matches.models import Match, Round
from matches.present.board import draw_board
from matches.requests import ActionRequest
from matches.services.rounds import start
from matches.services.rounds.play import PlayResult, apply_due, play
from matches.services.seating import tables
from matches.store import outbox
from matches.store.load_match import load_table
from matches.store.snapshot import Table

BEGIN_MS = 1_700_000_000_000
"""A time before any heartbeat; after a server's last heartbeat no time would count."""
SLEEPY = 40
"""One decision in this many times out, and the deadline acts. A person times out at most once
between two actions, because a bot would take over.
"""


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """A round to simulate: the number of seats, and the text that seeds all its chance."""

    slug: str
    seats: int
    levels: tuple[str, ...]
    text: str
    leaks: int
    """One move in this many is checked for leaks; 0 means never."""

    def key(self, *words: object) -> bytes:
        """Return a key for one use of chance."""
        return hashlib.sha256(" ".join(map(str, (self.text, *words))).encode()).digest()


@dataclass(slots=True)
class SimulationReport:
    """The result of a simulation. `refused` and `leaks`: sentences, one line each."""

    moves: int = 0
    stuck: bool = False
    refused: list[str] = field(default_factory=list)
    leaks: list[str] = field(default_factory=list)


def simulate_round(plan: SimulationPlan) -> SimulationReport:
    """Play one round to its end, then roll it back."""
    report = SimulationReport()
    with transaction.atomic():
        with clock.stopped(BEGIN_MS):
            match, host = _dealt(plan)
        _Watched(plan, match, {0: Person(host.pk, host.epoch)}, report).to_the_end()
        transaction.set_rollback(True)
    return report


def _dealt(plan: SimulationPlan) -> tuple[Match, User]:
    """Return a table with a person on seat 0 and bots, so both kinds of players use the write path."""
    host = User.objects.create_guest(f"Sim {plan.key('name').hex()[:12]}")
    bots = [plan.levels[seat % len(plan.levels)] for seat in range(plan.seats - 1)]
    match = tables.open_match(host, plan.slug, seats=plan.seats, bots=bots)
    seed = plan.key("deal")
    Round.objects.filter(match=match).update(seed=seed, commitment=commitment(seed))
    start.get_ready(match.pk, host)
    return match, host


class Play:
    """One round in progress; bots also play for the seats of `people`."""

    def __init__(
        self,
        plan: SimulationPlan,
        match: Match,
        people: Mapping[Seat, Person],
        report: SimulationReport,
    ) -> None:
        self.plan, self.match, self.people, self.report = plan, match, people, report
        self.chance = SeededChance(plan.key("luck"))
        self.at_ms = BEGIN_MS
        bots = [seat.bot for seat in match.seats.order_by("number")]
        self.levels = [bot or plan.levels[-1] for bot in bots]
        meta = catalogue.game_of(plan.slug).meta
        self.players = Players(self.levels, plan.text)
        self.slept = set[Seat]()
        """The people who have not acted since their last time-out."""
        self.most = meta.max_moves + 2 * plan.seats

    def to_the_end(self) -> None:
        """Play until the round is over or stuck."""
        table, live = self.load()
        while not live.over:
            if (
                self.report.moves >= self.most
                or self.report.refused
                or not self._one_move(table, live)
            ):
                self.report.stuck = True
                return
            table, live = self.load()
            self.report.moves = live.version

    def load(self) -> tuple[Table, live_round.LiveRound]:
        """Load the present table and its round."""
        with clock.stopped(self.at_ms):
            table = load_table(self.match.pk)
        assert table.live is not None, "it is dealt"
        return table, table.live

    def _one_move(self, table: Table, live: live_round.LiveRound) -> bool:
        """Let a seat act or a deadline pass; return whether anything happened."""
        due = [due_ms for due_ms, _ in live.deadlines()]
        first = self.players.first(live.game, live.rules, live.state, live.version, self.at_ms)
        sleeps = first is not None and self.chance.below(SLEEPY) == 0 and not self.slept
        if first is None or sleeps or (due and min(due) <= first[0]):
            self.slept = set(self.people)
            return bool(due) and self._sleep_until(min(due))
        self.at_ms, seat = first
        self.slept.discard(seat)
        salt = f"{self.plan.text} {live.version} {seat} {self.at_ms}"
        action = live_round.ask_bot(live, seat, self.levels[seat], table.events(), salt)
        if action is None:
            self.players.passed(seat, live.version)
            return True
        self.players.acted(seat)
        if self.plan.leaks > 0 and self.chance.below(self.plan.leaks) == 0:
            answer = self.act_and_look(table, live, seat, action)
        else:
            answer = self.act(table, live, seat, action)
        if answer.refusal is not None:
            self.report.refused.append(f"{live.version}: {answer.refusal.code} for {action}")
        return answer.refusal is None

    def _sleep_until(self, due_ms: Millis) -> bool:
        """Let a deadline pass; the server has tried before to act for its seats."""
        outbox.mark_tried_in_vain(self.match.pk)
        self.at_ms = max(self.at_ms, due_ms)
        with clock.stopped(self.at_ms):
            return apply_due(self.match.pk)

    def act_and_look(
        self, table: Table, live: live_round.LiveRound, seat: Seat, action: Action
    ) -> PlayResult:
        """Act, and check for leaks if this move is due for a check."""
        return self.act(table, live, seat, action)

    def act(
        self, table: Table, live: live_round.LiveRound, seat: Seat, action: Action
    ) -> PlayResult:
        """Let a seat act through the write path."""
        actor = self.people.get(seat) or Bot(seat)
        request = ActionRequest(
            stored_values.to_json(action),
            seen=table.shown_version(seat),
            key=f"move-{table.round_number}-{live.version}",
        )
        with clock.stopped(self.at_ms):
            return play(self.match.pk, actor, request)


class _Watched(Play):
    """A round whose pages are compared with those of rounds that its viewers cannot distinguish
    from it.
    """

    def act_and_look(
        self, table: Table, live: live_round.LiveRound, seat: Seat, action: Action
    ) -> PlayResult:
        """Compare the pages before and after the action."""
        others = list(self._others(table, live))
        answer = self.act(table, live, seat, action)
        if answer.refusal is None:
            self._compare_after(others, table, seat, action)
        return answer

    def _others(
        self, table: Table, live: live_round.LiveRound
    ) -> Iterator[tuple[Viewer, live_round.LiveRound]]:
        """Yield an indistinguishable round for each viewer, whose page must be the same."""
        for viewer in (None, *range(self.plan.seats)):
            key = self.plan.key("twin", live.version, viewer)
            other = twin(live, viewer, table.events(), key)
            if _page(table, viewer) != _page(replace(table, live=other), viewer):
                self._leaked(live, viewer, "the page")
            yield viewer, other

    def _compare_after(
        self,
        others: list[tuple[Viewer, live_round.LiveRound]],
        before: Table,
        seat: Seat,
        action: Action,
    ) -> None:
        """Take the same action in both rounds: a viewer sees no difference unless the action
        reveals it.
        """
        after, live = self.load()
        (happened,) = after.history[len(before.history) :]
        for viewer, other in others:
            try:
                other.act(seat, action, self.at_ms)
            except Refused:
                continue  # the seat could not have done this there, and the action has revealed it
            told, imagined = (
                [event for event in events if event.visible_to(viewer)]
                for events in (happened.events, other.new[0].events)
            )
            if told != imagined:
                continue  # the viewer was told the difference
            if _page(after, viewer) != _page(replace(after, live=other), viewer):
                self._leaked(live, viewer, "the page after a move")

    def _leaked(self, live: live_round.LiveRound, viewer: Viewer, where: str) -> None:
        who = "spectators" if viewer is None else f"seat {viewer}"
        self.report.leaks.append(f"{where} of {who} at move {live.version}")


def _page(table: Table, viewer: Viewer) -> Board:
    """Return the pushed page of this viewer: the board, the log and the choices, by fragment."""
    return draw_board(table, viewer, user_id=None, language="en")
