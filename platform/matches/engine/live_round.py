"""A running round in memory: the stored values as objects of its game."""

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
"""Limits of a selection: more pieces than any game lets a seat choose at once, and more characters
than the name of any piece has.
"""
TAKE_BACK = "take_back"  # the pick for taking back, in every game


@dataclass(slots=True)
class LiveRound:
    """A round in memory: the state of the game and everything that is needed to continue it.

    `version`: the number of its last move. `at_ms`: the time of that move, in milliseconds. `undo`:
    the step that the seat that moved last may take back.
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
    """The moves since it was loaded that are not stored yet, and the time-outs among them by
    number.
    """
    _observed: tuple[Any, dict[Viewer, Observation]] = field(
        default=(None, {}), repr=False, compare=False
    )
    _due: tuple[Any, Any, list[tuple[int, Deadline]]] = field(
        default=(None, None, []), repr=False, compare=False
    )
    """The cached deadlines, with the state and the pauses for which they hold."""

    def anew(self, pauses: ClockPauses) -> LiveRound:
        """Return a copy of the round to work on, with clocks that use these pauses."""
        clocks = replace(self.clocks, pauses=pauses)
        return replace(self, chance=copy(self.chance), clocks=clocks, new=[], late={})

    @property
    def over(self) -> bool:
        """Return whether the round is over."""
        return session.is_over(self.game, self.rules, self.state)

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome of the round, or None while it goes on."""
        return self.game.outcome(self.rules, self.state)

    @property
    def awaited(self) -> Awaited:
        """Return the seats that the round waits for; none when it is over."""
        return Awaited() if self.over else self.game.to_act(self.rules, self.state)

    def able(self, among: Container[Seat]) -> list[Seat]:
        """Return those of these seats that may act now, first those that the round waits for."""
        return [] if self.over else thinking.able(self.game, self.rules, self.state, among)

    def waits_for(self, seat: Seat) -> bool:
        """Return whether the round cannot continue without this seat."""
        return seat in self.awaited.seats

    def forced(self, seat: Seat) -> Action | None:
        """Return the only action of this seat, if playing it reveals no more than the action itself.

        None also right after a move was taken back: otherwise the player could not go on from there.
        """
        if self.undo.just or not self.waits_for(seat):
            return None
        if not self.game.no_choice(self.rules, self.state, seat):
            return None
        only: Action
        (only,) = session.offers(self.game, self.rules, self.state, seat)
        return only

    def thinking_ms(self, seat: Seat, level: str, random_key: str) -> int:
        """Return the thinking time of a bot of this level at this seat, in milliseconds.

        It is the same for the same `random_key`.
        """
        takes_ms = thinking.thinking_ms(self.game, self.rules, self.state, seat, level, random_key)
        return round(takes_ms * self.clocks.scale)

    def acts_at_ms(self, seat: Seat, level: str, random_key: str, now_ms: int) -> int:
        """Return when a bot of this level acts at this seat, in milliseconds.

        Its thinking time starts when the seat came under pressure to act.
        """
        since = thinking.pressed_since(self.game, self.rules, self.state, seat)
        takes_ms = self.thinking_ms(seat, level, f"{random_key}/{seat}/{since}")
        # The decision began with a time-out that was applied late, so the seat has waited since
        # then.
        begins = bool(self.new) and since >= self.new[0].at_ms
        due_ms = since + takes_ms if begins else thinking.due_ms(since, takes_ms, now_ms)
        return max(due_ms, self.awaited.not_before_ms)

    def catch_up(self, now_ms: int, waits: Callable[[Deadline, int], bool] = never) -> None:
        """Apply the time-outs that are due, in the order of their due times.

        `waits`: returns whether a deadline that was due at this time must not be applied yet.
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
        """Return the seats whose decision this deadline limits."""
        return session.whose_decision(self.game, self.rules, self.state, self.clocks, deadline)

    def act(self, seat: Seat, action: Action, now_ms: int) -> None:
        """Perform an action of a seat.

        Raises:
            Refused: with the game's reason; the round has not changed.
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
        if isinstance(move.action, TakeBack):  # a step that is taken back decides nothing
            for deadline in after - before:
                self.clocks.refund(deadline, self.at_ms)
        else:
            for deadline in before - after:
                self.clocks.charge(deadline, move.at_ms)
        self.state, self.undo = state, undo
        self.at_ms, self.version = move.at_ms, self.version + 1
        self.new.append(move)

    def undo_until_ms(self, seat: Viewer) -> int | None:
        """Return until when this seat may take back its last step.

        None if it may not take it back.
        """
        if seat is None or seat != self.undo.seat:
            return None
        return session.undo_until(self.game, self.rules, self.undo, self._timer(), self.at_ms)

    def orders(self, seat: Seat) -> tuple[Order, ...]:
        """Return the standing orders that this seat may give now."""
        return () if self.over else self.game.orders(self.rules, self.state, seat)

    def order(self, seat: Seat, given: Sequence[str | int] | None) -> Order | None:
        """Return the standing order with this name and `until`.

        None if it is no longer allowed.
        """
        if given is None:
            return None
        return next((o for o in self.orders(seat) if (o.name, o.until) == tuple(given)), None)

    def answer(self, seat: Seat, order: Order) -> Action | None:
        """Return the action that this standing order takes for the seat now, or None."""
        if not self.able((seat,)):
            return None
        action: Action | None = self.game.answer(self.rules, self.state, seat, order)
        return action

    def auto_play_words(self, seat: Seat, given: Sequence[str | int] | None) -> str:
        """Return the sentence about the action that this seat's order takes now; "" for none."""
        order = self.order(seat, given)
        action = None if order is None else self.answer(seat, order)
        return "" if action is None else self.game.auto_play_words(action)

    def read_action(self, seat: Seat, action: Any, picks: Sequence[str] | None) -> Action:
        """Read an action from JSON text or from a selection on the page.

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
        """Return the game's observation for this viewer; it is cached per state."""
        state, observed = self._observed
        if state is not self.state:
            observed = {}
            self._observed = self.state, observed
        if viewer not in observed:
            observed[viewer] = self.game.observe(self.rules, self.state, viewer)
        return observed[viewer]

    def deadlines(self) -> list[tuple[int, Deadline]]:
        """Return all running deadlines, hidden ones too, with their due times in milliseconds."""
        state, pauses, due = self._due
        if state is not self.state or pauses is not self.clocks.pauses:
            due = [] if self.over else session.due(self.game, self.rules, self.state, self._timer())
            self._due = self.state, self.clocks.pauses, due
        return due

    def shown_deadlines(self, viewer: Viewer) -> list[tuple[int, Deadline]]:
        """Return the deadlines that this viewer may know, with their due times in milliseconds.

        In a match without a clock, they do not include the deadlines of single seats.
        """
        known = [(at, one) for at, one in self.deadlines() if one.visible_to(viewer)]
        return [(at, o) for at, o in known if o.seat is None] if self.clocks.untimed else known

    def dump(self) -> str:
        """Return the state in its stored form."""
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
    """Load a stored round to work on it.

    `state`, `undo`: None if the round is unchanged from `known`. `drawn`: the number of draws of
    chance used so far. `limits`: `Match.pace`. `at`: the time of the last move, in milliseconds.
    Without `pauses` all time counts.

    Raises:
        msgspec.ValidationError: the state does not belong to this game.
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
    """Return the action of a bot of this level, or None if it does not act now.

    The bot decides from the information that the seat has. Its randomness comes from the secret of
    this installation and from `salt`, never from the round's seed. The same salt gives the same
    answer. `share`: the part of its budget that a bot with a budget may use.

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
