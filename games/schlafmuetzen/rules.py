"""Schlafmützen as the contract asks for it; each answer lives in the module of its idea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from games.kernel.contract import (
    Awaited,
    Bot,
    Chance,
    Deadline,
    Event,
    InformationState,
    Millis,
    Outcome,
    Refusal,
    Rules,
    Seat,
    Standing,
    Start,
    Step,
    Target,
    Viewer,
)
from games.kernel.events import public_event
from games.kernel.plain import PlainGame
from games.schlafmuetzen import bot, events, feats, legality, scores
from games.schlafmuetzen.actions import SchlafmuetzenAction, TimeUp, WindowOver
from games.schlafmuetzen.cards import TO_DEAL
from games.schlafmuetzen.duty import clockwise
from games.schlafmuetzen.effects import EFFECTS
from games.schlafmuetzen.meta import META
from games.schlafmuetzen.options import GOT_UP, chosen
from games.schlafmuetzen.sampling import sample_state
from games.schlafmuetzen.selection import action_from_selection, selection_of
from games.schlafmuetzen.state import Phase, Reason, State, callers, opening
from games.schlafmuetzen.turn import Turn
from games.schlafmuetzen.view import Board, observe

TIME_UP: Final = TimeUp()
WINDOW_OVER: Final = WindowOver()


def first_seat(rules: Rules, seats: int, start: Start, chance: Chance) -> Seat:
    """RULES.md 1.4: later rounds begin one seat further left; the first one is begun by anybody, by
    whoever got up last, as far as people say, or by the first seat."""
    if start.began is not None:
        return (start.began + 1) % seats
    if chosen(rules, "first_player", "rotate"):
        return 0
    asked = chosen(rules, "first_player", "last_up")
    said = start.declared.get(GOT_UP, ()) if asked else ()
    times = {seat: at for seat, at in enumerate(said) if isinstance(at, int)}
    latest = [seat for seat, at in times.items() if at == max(times.values())]
    return chance.choice(latest or range(seats))


class Schlafmuetzen(PlainGame[State, SchlafmuetzenAction, Board]):
    """2 to 8 players lay cards by fixed rules, make mistakes, and call each other out."""

    meta = META
    state_type = State
    action_type: Any = SchlafmuetzenAction
    observation_type = Board
    bots: Mapping[str, Bot[SchlafmuetzenAction, Board]] = MappingProxyType(bot.BOTS)

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[State]:
        """RULES.md 1.2 to 1.4."""
        first = first_seat(rules, seats, start, chance)
        state = opening(chance.shuffled(TO_DEAL), seats, first, start.at_ms)
        counts = list(map(len, state.piles.draws))
        return Step(state=state, events=(public_event("dealt", first=first, counts=counts),))

    def to_act(self, rules: Rules, state: State) -> Awaited:
        """The active seat, in the win window those who have said nothing yet; anybody else may try
        to call at any time (RULES.md 5.2)."""
        if state.phase is Phase.OVER:
            return Awaited()
        if state.phase is Phase.WIN_WINDOW:
            silent = callers(state)
            rest = [seat for seat in range(state.seats) if seat not in silent]
            return Awaited(silent, tuple(rest))
        active = state.active
        others = clockwise(len(state.piles.draws), active)
        return Awaited((active,), others, state.not_before_ms)

    def deadlines(self, rules: Rules, state: State) -> tuple[Deadline, ...]:
        """RULES.md 7."""
        if state.phase is Phase.OVER:
            return ()
        if state.phase is Phase.WIN_WINDOW:
            return (Deadline(state.phase.value, None, state.since_ms),)
        running = Deadline(state.phase.value, state.active, state.since_ms)
        if not state.window or state.laid_ms is None:
            return (running,)
        return (running, Deadline("window", None, state.laid_ms))

    def legal_actions(
        self, rules: Rules, state: State, seat: Seat
    ) -> Sequence[SchlafmuetzenAction]:
        return legality.offers(rules, state, seat)

    def why_not(
        self, rules: Rules, state: State, seat: Seat, action: SchlafmuetzenAction, at_ms: Millis
    ) -> Refusal | None:
        return legality.why_not(rules, state, seat, action, at_ms)

    def apply(
        self,
        rules: Rules,
        state: State,
        seat: Seat | None,
        action: SchlafmuetzenAction,
        chance: Chance,
        at_ms: Millis,
    ) -> Step[State]:
        turn = Turn(rules, state, chance, at_ms)
        EFFECTS[type(action)](turn, seat, action)
        return turn.step()

    def time_out(self, rules: Rules, state: State, deadline: Deadline) -> SchlafmuetzenAction:
        return TIME_UP if deadline.seat is not None else WINDOW_OVER

    def observe(self, rules: Rules, state: State, seat: Viewer) -> Board:
        return observe(rules, state, seat)

    def sample_state(
        self, rules: Rules, seen: InformationState[SchlafmuetzenAction, Board], chance: Chance
    ) -> State:
        return sample_state(rules, seen, chance)

    def outcome(self, rules: Rules, state: State) -> Outcome | None:
        ending = state.ending
        return None if ending is None else scores.outcome(rules, state, ending)

    def closed(self, rules: Rules, state: State) -> State:
        """RULES.md 6.6."""
        return scores.over(state, Reason.CLOSED, scores.fewest(state))

    def closing_events(self, rules: Rules, before: State, end: State) -> Sequence[Event]:
        """What nobody has called out is told."""
        return events.unnoticed(before.laid) if before.window else ()

    def standing(self, rules: Rules, target: Target, outcomes: Sequence[Outcome]) -> Standing:
        return scores.standing(target, outcomes)

    def feats(self, events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
        return feats.counted(events, seats)

    def selection_of(self, action: SchlafmuetzenAction) -> tuple[str, ...]:
        return selection_of(action)

    def action_from_selection(
        self, rules: Rules, state: State, seat: Seat, selection: tuple[str, ...]
    ) -> SchlafmuetzenAction | None:
        return action_from_selection(selection)

    def reveal_all(self, rules: Rules, state: State) -> dict[str, Any]:
        """Every card by its value, the top of each pile last."""
        piles = state.piles
        return {
            "middle": [list(pile) for pile in piles.middle],
            "draws": [list(pile) for pile in piles.draws],
            "discards": [list(pile) for pile in piles.discards],
            "turned": [piles.turned] if piles.turned else [],
        }
