"""Rounds with all onlookers: at each position, every answer is compared with the twin's."""

from __future__ import annotations

import gc
import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import partial

from django.urls import reverse

from bots.lab.simulation import Play, SimulationPlan, SimulationReport
from core.refusals import Refused
from games.kernel import session
from games.kernel.contract import Action, Event, Seat, Viewer
from matches.engine.live_round import LiveRound
from matches.services.rounds.play import PlayResult
from matches.store.snapshot import Table
from tools.leaks import channels, worlds
from tools.leaks.house import House, Onlooker, opened
from tools.leaks.tally import Tally
from tools.leaks.timing import Four, Times

TIMED_EACH = 3
"""The time is measured at one position in this many."""
PATHS_EACH = 2
"""Addresses that each onlooker requests at a position, besides the table."""
TRIES = 10
"""Actions to try for one that two rounds accept alike."""
GET, POST = "GET", "POST"
SHARED = "shared device"
"""The channel of a shared device."""
_not_allowed: set[tuple[str, str]] = set()
"""Addresses that answered 405 to a method; the other method is used then."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A request of an onlooker, and the channel of its answer."""

    channel: str
    what: str
    who: Onlooker
    ask: Callable[[], bytes]


def prove(plan: SimulationPlan, number: int, *, most: int, timed: bool = True) -> Tally:
    """Play the round of this plan and compare; `most`: the number of compared positions."""
    tally = Tally(plan.slug)
    began = time.monotonic()
    logging.disable(logging.WARNING)  # each refused request
    try:
        with opened(plan, number) as house:
            report = SimulationReport()
            _Shown(house, report, tally, most=most, timed=timed).to_the_end()
            tally.stuck += report.refused or [plan.text] * report.stuck
    finally:
        logging.disable(logging.NOTSET)
    tally.seconds = time.monotonic() - began
    return tally


class _Enough(Exception):
    """Enough positions are compared."""


class _Shown(Play):
    """A round with onlookers."""

    def __init__(
        self, house: House, report: SimulationReport, tally: Tally, *, most: int, timed: bool
    ) -> None:
        super().__init__(house.plan, house.match, house.people, report)
        self.house, self.tally, self.timed = house, tally, timed
        self.positions = most
        self.at_ms = self.looks_ms = house.at_ms
        self.ids = 0
        self.luck = random.Random(house.plan.text)
        self.addresses = channels.addresses(house.names)

    def to_the_end(self) -> None:
        """Play until the round is over, or enough positions are compared."""
        with suppress(_Enough):
            super().to_the_end()

    def act_and_look(self, table: Table, live: LiveRound, seat: Seat, action: Action) -> PlayResult:
        """Compare all answers at this moment with those of twins, then go on."""
        viewers = [None, *self.house.people]
        viewer = viewers[self.tally.positions % len(viewers)]
        self.tally.positions += 1
        self.ids = worlds.count_on()
        self._compare(table, live, viewer, seat, action)
        if self.timed and self.tally.positions % TIMED_EACH == 0:
            self._time(table, live)
        if self.tally.positions >= self.positions:
            raise _Enough
        return self.act(table, live, seat, action)

    def _compare(
        self, table: Table, live: LiveRound, viewer: Viewer, seat: Seat, action: Action
    ) -> None:
        key = self.plan.key("twin", live.version, viewer)
        other = self._twin(table, live, viewer, key)
        self.tally.different += other.state != live.state
        done = self._done_alike(live, other, viewer, seat, action)
        self.tally.told += done is None
        who = self.luck.choice([one for one in self.house.onlookers if one.seat == viewer])
        asks = list(self._asks(who, live, seat, done))
        with self._standing(live, viewer, None):
            here = [self._answer(ask) for ask in asks]
        with self._standing(other, viewer, key):
            there = [self._answer(ask) for ask in asks]
        where = f"{self.plan.text}, move {live.version}"
        for ask, mine, its in zip(asks, here, there, strict=True):
            self.tally.count(ask.channel, f"{where}: {ask.who.name}, {ask.what}", mine, its)

    def _twin(self, table: Table, live: LiveRound, viewer: Viewer, key: bytes) -> LiveRound:
        """Return a twin, and set the time to one at which nothing has happened yet in either round."""
        other = worlds.twin_of(live, viewer, list(table.events()), key)
        first = min((due_ms for due_ms, _ in other.deadlines()), default=self.at_ms + 1)
        self.looks_ms = max(live.at_ms, min(self.at_ms, first - 1))
        return other

    def _done_alike(
        self, live: LiveRound, other: LiveRound, viewer: Viewer, seat: Seat, action: Action
    ) -> Action | None:
        """Return an action that this seat may take in both rounds, and of which the viewer learns
        the same.
        """
        offers: list[Action] = list(session.offers(live.game, live.rules, live.state, seat))
        self.luck.shuffle(offers)
        for one in [action, *offers[:TRIES]]:
            if _told_alike(live, other, seat, one, viewer, self.looks_ms):
                return one
        return None

    def _standing(
        self, live: LiveRound, viewer: Viewer, key: bytes | None
    ) -> AbstractContextManager[None]:
        return worlds.standing(self.match, live, viewer, key, self._when)

    @property
    def _when(self) -> worlds.When:
        return worlds.When(self.looks_ms, self.ids)

    def _answer(self, ask: Ask) -> bytes:
        with worlds.moment(self._when.inside):
            return ask.ask()

    # Requests ---------------------------------------------------------------------------------

    def _asks(
        self, who: Onlooker, live: LiveRound, seat: Seat, action: Action | None
    ) -> Iterator[Ask]:
        """Yield this onlooker's requests at this position.

        `action`: the next action of `seat`, if it tells the viewer no more than the viewer may
        know.
        """
        house, luck = self.house, self.luck
        if who.seat is None:
            for device in house.onlookers:
                if device.lends is not None:
                    yield from self._asks_device(device, device.lends)
        yield Ask("page", "the table", who, lambda: channels.load(who, self._path("table")))
        table, *others = channels.sockets(house).items()
        if action is not None and who.name != "staff":
            if who.seat == seat:
                yield self._does(who, seat, action)
            else:
                happens = channels.happens(house, seat, action)
                yield Ask(
                    "push", f"a push after {action}", who,
                    lambda: channels.hear(who, table[1], [], happens),
                )  # fmt: skip
        else:
            yield Ask("socket", "the table", who, lambda: channels.hear(who, table[1], []))
        if who.seat is not None:
            yield self._is_refused(who, who.seat, live)
            if who.user is not None:
                yield Ask("position", "position", who, lambda: channels.position(who, house))
            if luck.randrange(3) == 0:
                yield Ask("notices", "notices", who, lambda: channels.notices(who, house))
            if luck.randrange(8) == 0:
                yield Ask("own data", "own data", who, lambda: channels.own_data(who, house))
        if who.name == "staff":
            path = luck.choice(channels.in_the_admin(house.match))
            yield Ask("admin", path, who, lambda: channels.load(who, path))
        name, address = luck.choice(others)
        yield Ask("sockets of lists", name, who, lambda: channels.hear(who, address, []))
        for _ in range(PATHS_EACH):
            yield self._tries(who, *luck.choice(self.addresses))

    def _asks_device(self, who: Onlooker, owner: Seat) -> Iterator[Ask]:
        """Yield the requests on a shared device while all cards are covered: its holder may see
        only public knowledge.
        """
        for path in ("/", "/matches/", "/matches/next", self._path("table")):
            yield Ask(SHARED, path, who, partial(channels.load, who, path))
        for name, path in channels.sockets(self.house).items():
            yield Ask(SHARED, name, who, partial(channels.hear, who, path, []))
        answer = reverse("pages:answer_from_list", args=[self.house.match.pk])
        for fields in ({"pick": ["draw"]}, {"ready": "yes"}):
            yield Ask(SHARED, answer, who, partial(channels.send, who, answer, fields))
        told = replace(who, seat=owner)
        yield Ask(SHARED, "notices", who, partial(channels.notices, told, self.house))

    def _path(self, name: str) -> str:
        return next(path for route, path in self.addresses if route == f"matches:{name}")

    def _does(self, who: Onlooker, seat: Seat, action: Action) -> Ask:
        """Return the request that takes the action, in one of the possible ways."""
        fields = channels.fields_for(self.house, seat, action)
        headers = self.luck.choice([channels.HTML, channels.JSON, channels.HTMX, None])
        if headers is None:
            path = channels.sockets(self.house)["table"]
            return Ask("socket", f"{action}", who, lambda: channels.hear(who, path, [fields]))
        path = self._path("submit_action")
        return Ask("action", f"{action}", who, lambda: channels.send(who, path, fields, headers))

    def _is_refused(self, who: Onlooker, seat: Seat, live: LiveRound) -> Ask:
        """Return a request for another seat's action, or from an outdated page: its refusal may
        reveal nothing.
        """
        # An action that this seat may take, too, is not refused, and its effects are visible by the
        # rules.
        own = session.offers(live.game, live.rules, live.state, seat)
        offers = [
            offer
            for other in self.house.people
            if other != seat
            for offer in session.offers(live.game, live.rules, live.state, other)
            if offer not in own
        ]
        tried = self.luck.choice(offers) if offers else session.TAKE_BACK
        fields = channels.fields_for(self.house, seat, tried)
        if self.luck.randrange(4) == 0:
            fields["seen"] = 0
        headers = self.luck.choice([channels.HTML, channels.JSON, channels.HTMX])
        path = self._path("submit_action")
        return Ask("refusal", f"{tried}", who, lambda: channels.send(who, path, fields, headers))

    def _tries(self, who: Onlooker, name: str, path: str) -> Ask:
        """Return a request that loads an address of the site, or sends a form to it."""
        headers = self.luck.choice([channels.HTML, channels.JSON])
        where = name.partition(":")[0] if ":" in name else "site"
        fields = {"name": who.name, "words": "Good evening.", "nonce": "ab12"}

        def load() -> bytes:
            return self._if_allowed(GET, name, channels.load(who, path, headers))

        def send() -> bytes:
            return self._if_allowed(POST, name, channels.send(who, path, fields, headers))

        wants_form = self.luck.randrange(3) == 0
        if (POST if wants_form else GET, name) in _not_allowed:
            wants_form = not wants_form
        if wants_form:
            return Ask(f"forms: {where}", f"POST {path}", who, send)
        return Ask(f"pages: {where}", path, who, load)

    def _if_allowed(self, method: str, name: str, answer: bytes) -> bytes:
        if answer.startswith(b"405"):
            _not_allowed.add((method, name))
        return answer

    # Timing -----------------------------------------------------------------------------------

    def _time(self, table: Table, live: LiveRound) -> None:
        """Send one request twice to the round and twice to a twin, in random order."""
        viewer = self.luck.choice([None, *self.house.people])
        key = self.plan.key("timed", live.version)
        other = self._twin(table, live, viewer, key)
        who = self.luck.choice([one for one in self.house.onlookers if one.seat == viewer])
        timed = [ask for ask in self._asks(who, live, -1, None) if ask.channel in TIMED]
        ask = self.luck.choice(timed)
        states = [False, False, True, True]
        self.luck.shuffle(states)
        walls: dict[bool, list[float]] = {False: [], True: []}
        cpus: dict[bool, list[float]] = {False: [], True: []}
        for warm, is_twin in [(True, False), (True, True), *((False, one) for one in states)]:
            world = (other, viewer, key) if is_twin else (live, viewer, None)
            with self._standing(*world), worlds.moment(self._when.inside):
                wall, cpu = _timed(ask.ask)
            if not warm:
                walls[is_twin].append(wall)
                cpus[is_twin].append(cpu)
        times = self.tally.times.setdefault(ask.channel, Times())
        times.wall.append(_four(walls))
        times.cpu.append(_four(cpus))


TIMED = {"page", "socket", "refusal", "sockets of lists", "notices", "own data", "admin"}
"""Channels with a time measurement; the others use the same pages."""


def _timed(ask: Callable[[], bytes]) -> tuple[float, float]:
    """Return the elapsed milliseconds, and those of the process's work."""
    gc.disable()
    try:
        wall, cpu = time.perf_counter_ns(), time.process_time_ns()
        ask()
        return (time.perf_counter_ns() - wall) / 1e6, (time.process_time_ns() - cpu) / 1e6
    finally:
        gc.enable()


def _four(times: dict[bool, list[float]]) -> Four:
    (a, b), (c, d) = times[False], times[True]
    return a, b, c, d


def _told_alike(
    live: LiveRound, other: LiveRound, seat: Seat, action: Action, viewer: Viewer, at_ms: int
) -> bool:
    """Return whether a viewer learns the same from this action in both rounds; else it reveals the
    difference.
    """
    told: list[list[Event]] = []
    for one in (worlds.own(live), worlds.own(other)):
        one.catch_up(at_ms)
        drawn = one.chance.drawn
        try:
            one.act(seat, action, at_ms)
        except Refused:
            return False  # in that round this seat could not act so, which the action reveals
        one.catch_up(at_ms)  # the table's own immediate moves after the last answer are part of it
        if one.chance.drawn != drawn:
            return False  # a twin has a different seed, and its results may be public
        told.append(
            [event for move in one.new for event in move.events if event.visible_to(viewer)]
        )
    return told[0] == told[1]
