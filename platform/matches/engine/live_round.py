"""A running round as it is worked on: what the database keeps, as what its game understands."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.utils.crypto import salted_hmac

from core.refusals import Refused, refused
from games.kernel import codec, session, thinking
from games.kernel.chance import SeededChance
from games.kernel.contract import (
    Action,
    Awaited,
    Deadline,
    Event,
    Observation,
    Order,
    Outcome,
    Rules,
    Seat,
    Value,
    Viewer,
)
from games.kernel.refusals import refusal
from games.kernel.registry import AnyGame
from games.kernel.search import Hurriable, hurried
from games.kernel.session import Recorded, TakeBack, TimedOut, Undo
from matches.engine.catalogue import rules_of
from matches.engine.clocks import ClockPauses, Clocks, Patient, never

MAX_PICKS, LONGEST_PICK = 120, 80
"""More than any game has pieces to choose at once, and more letters than any is called by."""
TAKE_BACK = "take_back"  # the pick that means to, in every game


@dataclass(slots=True)
class LiveRound:
    """A round as it is being worked on: the game's state and what is needed to go on.

    `version`: the number of its last move. `at_ms`: when that was made, in milliseconds. `undo`: what
    the seat that moved last may take back.
    """

    game: AnyGame
    rules: Rules
    state: Value
    chance: SeededChance
    clocks: Clocks
    version: int
    at_ms: int
    undo: Undo[Any] = field(default_factory=Undo)
    new: list[Recorded[Any]] = field(default_factory=list)
    late: dict[int, TimedOut[Any, Any]] = field(default_factory=dict)
    """The moves since it was loaded, not yet stored; and by their number the time-outs among them."""
    _observed: tuple[Any, dict[Viewer, Observation]] = field(
        default=(None, {}), repr=False, compare=False
    )
    _due: tuple[Any, Any, list[tuple[int, Deadline]]] = field(
        default=(None, None, []), repr=False, compare=False
    )
    """What was worked out already, and of what state, stopped by what."""

    def anew(self, pauses: ClockPauses) -> LiveRound:
        """The round as it is now, to be worked on by itself, with clocks that these pauses stop."""
        clocks = replace(self.clocks, pauses=pauses)
        return replace(self, chance=copy(self.chance), clocks=clocks, new=[], late={})

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return session.is_over(self.game, self.rules, self.state)

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on."""
        return self.game.outcome(self.rules, self.state)

    @property
    def awaited(self) -> Awaited:
        """The seats that the round waits for; none when it is over."""
        return Awaited() if self.over else self.game.to_act(self.rules, self.state)

    def able(self, among: Container[Seat]) -> list[Seat]:
        """Which of these seats may do something now: first those that the round waits for."""
        return [] if self.over else thinking.able(self.game, self.rules, self.state, among)

    def waits_for(self, seat: Seat) -> bool:
        """Whether the round cannot go on without this seat."""
        return seat in self.awaited.seats

    def thinking_ms(self, seat: Seat, level: str, random_key: str) -> int:
        """How long a bot of this level takes at this seat; the same for the same random_key."""
        takes_ms = thinking.thinking_ms(self.game, self.rules, self.state, seat, level, random_key)
        return round(takes_ms * self.clocks.scale)

    def acts_at_ms(self, seat: Seat, level: str, random_key: str, now_ms: int) -> int:
        """When a bot of this level acts at this seat, counted from when it began to be pressed."""
        since = thinking.pressed_since(self.game, self.rules, self.state, seat)
        takes_ms = self.thinking_ms(seat, level, f"{random_key}/{seat}/{since}")
        # What begins with a time-out that came late has waited since then.
        begins = bool(self.new) and since >= self.new[0].at_ms
        due_ms = since + takes_ms if begins else thinking.due_ms(since, takes_ms, now_ms)
        return max(due_ms, self.awaited.not_before_ms)

    def catch_up(self, now_ms: int, waits: Callable[[Deadline, int], bool] = never) -> None:
        """Apply the time-outs that are due, in order of their due time.

        `waits`: whether this deadline, due then, is not to be applied yet.
        """
        while late := session.first_late(
            self.game,
            self.rules,
            self.state,
            self.chance,
            self._timer(waits),
            now_ms,
            moves=self.undo.count_standing_moves(self.version),
            last_ms=self.at_ms,
        ):
            self._record(late.move, late.state, Undo(taken=self.undo.taken))
            self.late[self.version] = late

    def _timer(self, waits: Callable[[Deadline, int], bool] = never) -> Patient:
        return Patient(self.clocks, lambda: self.awaited.seats, waits)

    def seats_asked(self, deadline: Deadline) -> tuple[Seat, ...]:
        """The seats whose decision this deadline is for."""
        return session.whose_decision(self.game, self.rules, self.state, self.clocks, deadline)

    def act(self, seat: Seat, action: Action, now_ms: int) -> None:
        """Let a seat act.

        Raises:
            Refused: with the game's reason; nothing has changed.
        """
        at_ms = max(now_ms, self.at_ms)
        until = self.undo_until_ms(seat)
        if isinstance(action, TakeBack) and until is not None and until <= at_ms:
            raise Refused(refusal("window_closed"))
        game, rules, state, version = self.game, self.rules, self.state, self.version
        step, undo = session.go_on(
            game, rules, state, self.undo, seat, action, self.chance, at_ms, version
        )
        self._record(Recorded(seat, action, at_ms, step.events), step.state, undo)

    def _record(self, move: Recorded[Any], state: Value, undo: Undo[Any]) -> None:
        before, after = (set(self.game.deadlines(self.rules, s)) for s in (self.state, state))
        if isinstance(move.action, TakeBack):  # nothing is decided any more
            for deadline in after - before:
                self.clocks.refund(deadline, self.at_ms)
        else:
            for deadline in before - after:
                self.clocks.charge(deadline, move.at_ms)
        self.state, self.undo = state, undo
        self.at_ms, self.version = move.at_ms, self.version + 1
        self.new.append(move)

    def undo_until_ms(self, seat: Viewer) -> int | None:
        """Until when this seat may take back what it has just done; None: it may not."""
        if seat is None or seat != self.undo.seat:
            return None
        return session.undo_until(self.game, self.rules, self.undo, self._timer(), self.at_ms)

    def orders(self, seat: Seat) -> tuple[Order, ...]:
        """The standing orders that this seat may give now."""
        return () if self.over else self.game.orders(self.rules, self.state, seat)

    def order(self, seat: Seat, given: Sequence[str | int] | None) -> Order | None:
        """The standing order given by this name and `until`; None: it does not stand any more."""
        if given is None:
            return None
        return next((o for o in self.orders(seat) if (o.name, o.until) == tuple(given)), None)

    def answer(self, seat: Seat, order: Order) -> Action | None:
        """The action that this standing order does for the seat now; None: nothing."""
        if not self.able((seat,)):
            return None
        action: Action | None = self.game.answer(self.rules, self.state, seat, order)
        return action

    def read_action(self, seat: Seat, action: Any, picks: Sequence[str] | None) -> Action:
        """Make an action of what a person sent: JSON text of one, or a selection on the page.

        Raises:
            Refused: `invalid_params` if it is neither.
        """
        if picks is None:
            sent: Action = codec.decode_action(self.game, action)
            return sent
        if list(picks) == [TAKE_BACK]:
            return session.TAKE_BACK
        if len(picks) > MAX_PICKS or any(len(pick) > LONGEST_PICK for pick in picks):
            raise refused("malformed")
        meant: Action | None = self.game.action_from_selection(
            self.rules, self.state, seat, tuple(sorted(picks))
        )
        if meant is None:
            raise Refused(refusal("invalid_params"))
        return meant

    def observe(self, viewer: Viewer) -> Observation:
        """The observation of this viewer, as the game makes it; worked out once."""
        state, observed = self._observed
        if state is not self.state:
            observed = {}
            self._observed = self.state, observed
        if viewer not in observed:
            observed[viewer] = self.game.observe(self.rules, self.state, viewer)
        return observed[viewer]

    def deadlines(self) -> list[tuple[int, Deadline]]:
        """All deadlines that run, hidden ones too, with their due times in milliseconds."""
        state, pauses, due = self._due
        if state is not self.state or pauses is not self.clocks.pauses:
            due = [] if self.over else session.due(self.game, self.rules, self.state, self._timer())
            self._due = self.state, self.clocks.pauses, due
        return due

    def shown_deadlines(self, viewer: Viewer) -> list[tuple[int, Deadline]]:
        """The deadlines of which this viewer may know; where there is no clock, nobody's own.

        Each with its due time in milliseconds.
        """
        known = [(at, one) for at, one in self.deadlines() if one.visible_to(viewer)]
        return [(at, o) for at, o in known if o.seat is None] if self.clocks.untimed else known

    def dump(self) -> str:
        """The state as it is stored."""
        return codec.encode(self.state)


def load_round(
    rules_id: int,
    state: str | None,
    key: bytes,
    drawn: int,
    limits: dict[str, int],
    version: int,
    at: int,
    pauses: ClockPauses | None = None,
    undo: str | None = "",
    known: LiveRound | None = None,
) -> LiveRound:
    """A stored round, ready to be worked on.

    `state`, `undo`: None if the round is as it is `known`. `drawn`: how many draws of chance were
    used. `limits`: `Match.pace`. `at`: when the last move was made, in milliseconds. Without
    `pauses` all time counts.

    Raises:
        msgspec.ValidationError: the state is not one of this game.
    """
    pauses = pauses or ClockPauses()
    if state is None or undo is None:
        assert known is not None
        return known.anew(pauses)
    game, rules = rules_of(rules_id)
    clocks = Clocks(limits, game.meta.decisions, pauses, settings.HUMAN_DELAY_SCALE)
    value, chance = codec.decode_state(game, state), SeededChance(key, drawn)
    return LiveRound(game, rules, value, chance, clocks, version, at, codec.decode_undo(game, undo))


def ask_bot(
    live: LiveRound,
    seat: Seat,
    level: str,
    events: Iterable[Event],
    salt: str,
    share: Callable[[], float] = lambda: 1.0,
) -> Action | None:
    """The action of a bot of this level there, from what the seat has seen; None: nothing now.

    Its randomness comes from this installation's secret and `salt`, never from the round's seed;
    the same salt gives the same answer. `share`: of its budget, for a bot that has one.

    Raises:
        Refused: `unknown_level`.
    """
    bot = live.game.bots.get(level)
    if bot is None:
        raise refused("unknown_level", level=level)
    if isinstance(bot, Hurriable) and (part := share()) < 1:
        bot = hurried(bot, part)
    chance = SeededChance(salted_hmac("bot", salt, algorithm="sha256").digest())
    seen = session.information_state(live.game, live.rules, live.state, seat, events)
    answer: Action | None = bot(live.rules, seen, chance)
    return answer
