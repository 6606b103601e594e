"""Matches of two rounds on a manual clock, with all requests that were possible in the first.

They are for tests of late requests: a round that is over gets a request once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from accounts.models import User
from bots.lab.simulation import BEGIN_MS, Play, SimulationPlan, SimulationReport
from core import clock
from games.kernel import codec, session
from games.kernel.contract import Action, Seat
from matches.actors import Bot, Person
from matches.engine import catalogue, live_round, stored_values, targets
from matches.models import Match
from matches.requests import ActionRequest
from matches.services.rounds import finish, start
from matches.services.rounds.play import PlayResult, play
from matches.store.snapshot import Table
from tests.platform.matches.cast import fresh_key

LEVEL = "easy"


@dataclass(frozen=True, slots=True)
class Asked:
    """A request of a seat from the moment when it was legal."""

    seat: Seat
    request: ActionRequest

    @property
    def body(self) -> dict[str, Any]:
        """Return the body that a program sends."""
        asked = self.request
        return {"action": asked.action, "seen": asked.seen, "key": asked.key}

    @property
    def names_situation(self) -> bool:
        """Return whether the action itself names its question, so that its version does not matter."""
        return "seq" in self.request.action


class Noted(Play):
    """A round, and the requests in it.

    `sent`: requests that became moves. `unsent`: legal requests of each seat that were not sent.
    """

    def __init__(self, match: Match, actors: Mapping[Seat, Person | Bot], at_ms: int) -> None:
        plan = SimulationPlan(match.game, len(actors), (LEVEL,), str(match.rounds.count()), leaks=0)
        super().__init__(plan, match, {}, SimulationReport())
        self.actors, self.at_ms = actors, at_ms
        self.sent: list[Asked] = []
        self.unsent: list[Asked] = []

    def act(
        self, table: Table, live: live_round.LiveRound, seat: Seat, action: Action
    ) -> PlayResult:
        """Let a seat act, and store the other actions that it and the others had at that moment."""
        for other in self.actors:
            for offer in session.offers(live.game, live.rules, live.state, other):
                self.unsent.append(_asked(table, other, offer))
        asked = _asked(table, seat, action)
        done = self.ask(asked)
        if done.refusal is None:
            self.sent.append(asked)
        return done

    def ask(self, asked: Asked) -> PlayResult:
        """Send a request through the entry point for moves."""
        with clock.stopped(self.at_ms):
            return play(self.match.pk, self.actors[asked.seat], asked.request)

    def go_on(self) -> bool:
        """Let one thing happen; return False if the round is over."""
        table, live = self.load()
        return not live.over and self._one_move(table, live)

    def tempting(self, asked: list[Asked]) -> Iterator[Asked]:
        """Yield those of these requests that the game would allow now."""
        _, live = self.load()
        for one in asked:
            action = codec.decode_action(live.game, one.request.action)
            seat, at_ms = one.seat, self.at_ms
            if session.why_not(live.game, live.rules, live.state, seat, action, at_ms) is None:
                yield one


def _asked(table: Table, seat: Seat, action: Action) -> Asked:
    wanted = ActionRequest(
        stored_values.to_json(action), seen=table.shown_version(seat), key=fresh_key()
    )
    return Asked(seat, wanted)


def longest(game: str) -> str:
    """Return the target of this game with the most rounds."""
    meta = catalogue.game_of(game).meta
    return max(map(targets.slug, meta.targets), key=lambda one: (len(one), one))


def actors_of(match: Match) -> dict[Seat, Person | Bot]:
    """Return the actor for each seat."""
    places = match.seats.select_related("user").order_by("number")
    return {
        place.number: Bot(place.number)
        if place.user is None
        else Person(place.user.pk, place.user.epoch)
        for place in places
    }


def begin_first(match: Match) -> Noted:
    """Return the first round, which was dealt at `BEGIN_MS`."""
    return Noted(match, actors_of(match), BEGIN_MS)


def play_out(first: Noted) -> Noted:
    """Play the first round to its end; the second is then announced."""
    first.to_the_end()
    assert not first.report.stuck, first.report
    with clock.stopped(first.at_ms):
        finish.finish_round(first.match.rounds.get().pk)
    return first


def deal_second(first: Noted) -> Noted:
    """Deal the second round: all players are ready."""
    with clock.stopped(first.at_ms):
        for user in User.objects.filter(seats__match=first.match):
            start.get_ready(first.match.pk, user)
    assert first.match.rounds.latest("number").start is not None
    return Noted(first.match, first.actors, first.at_ms)


def until_tempting(second: Noted, asked: list[Asked]) -> Asked:
    """Play until one of these requests would be legal, and return it.

    If any of them name their question, only those count.
    """
    asked = [one for one in asked if one.names_situation] or asked
    while True:
        for one in second.tempting(asked):
            return one
        assert second.go_on(), "no request of the first round is possible in the second"


def anew(asked: Asked, **changed: Any) -> Asked:
    """Return the same request with these changes."""
    return replace(asked, request=replace(asked.request, **changed))
