"""Schlafmützen as the contract requires it; each answer is in the module of its subject."""

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
    Outcome,
    Rules,
    Seat,
    Start,
    Step,
)
from games.kernel.default_answers import PlainGame
from games.kernel.events import public_event
from games.schlafmuetzen import (
    effects,
    events,
    feats,
    legality,
    sampling,
    scores,
    selection,
    view,
)
from games.schlafmuetzen.actions import SchlafmuetzenAction, TimeUp, WindowOver
from games.schlafmuetzen.bots import bot
from games.schlafmuetzen.duty import clockwise
from games.schlafmuetzen.meta import META
from games.schlafmuetzen.options import GOT_UP, chosen, to_deal
from games.schlafmuetzen.state import Phase, Reason, State, callers, opening
from games.schlafmuetzen.view import Board

TIME_UP: Final = TimeUp()
WINDOW_OVER: Final = WindowOver()


def first_seat(rules: Rules, seats: int, start: Start, chance: Chance) -> Seat:
    """Choose the seat that begins (RULES.md 1.4).

    Each later round begins one seat further left. By option, the first round begins with a seat
    drawn by chance, with the player who got up last by their declarations, or with the first seat.
    """
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

    legal_actions = staticmethod(legality.legal_actions)
    why_not = staticmethod(legality.why_not)
    apply = staticmethod(effects.apply)
    observe = staticmethod(view.observe)
    sample_state = staticmethod(sampling.sample_state)
    standing = staticmethod(scores.standing)
    feats = staticmethod(feats.count_feats)
    selection_of = staticmethod(selection.selection_of)
    action_from_selection = staticmethod(selection.action_from_selection)

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[State]:
        """Shuffle, and deal a draw pile to each seat (RULES.md 1.2 to 1.4)."""
        first = first_seat(rules, seats, start, chance)
        state = opening(chance.shuffled(to_deal(rules)), seats, first, start.at_ms)
        counts = list(map(len, state.piles.draws))
        return Step(state=state, events=(public_event("dealt", first=first, counts=counts),))

    def to_act(self, rules: Rules, state: State) -> Awaited:
        """Return the active seat, or in the win window all seats that have not answered yet.

        All others may try to call at any time (RULES.md 5.2).
        """
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
        """List the deadline of the active seat or the win window, and that of a call (RULES.md 7)."""
        if state.phase is Phase.OVER:
            return ()
        if state.phase is Phase.WIN_WINDOW:
            return (Deadline(state.phase.value, None, state.since_ms),)
        running = Deadline(state.phase.value, state.active, state.since_ms)
        if not state.window or state.laid_ms is None:
            return (running,)
        return (running, Deadline("window", None, state.laid_ms))

    def time_out(self, rules: Rules, state: State, deadline: Deadline) -> SchlafmuetzenAction:
        return TIME_UP if deadline.seat is not None else WINDOW_OVER

    def outcome(self, rules: Rules, state: State) -> Outcome | None:
        ending = state.ending
        return None if ending is None else scores.outcome(rules, state, ending)

    def closed(self, rules: Rules, state: State) -> State:
        """End the round: the seats with the fewest cards win (RULES.md 6.6)."""
        return scores.over(state, Reason.CLOSED, scores.fewest(state))

    def closing_events(self, rules: Rules, before: State, end: State) -> Sequence[Event]:
        """Show the mistakes that no player called out."""
        return events.unnoticed(before.laid) if before.window else ()

    def reveal_all(self, rules: Rules, state: State) -> dict[str, Any]:
        """Return every card by its value, the top of each pile last."""
        piles = state.piles
        return {
            "middle": [list(pile) for pile in piles.middle],
            "draws": [list(pile) for pile in piles.draws],
            "discards": [list(pile) for pile in piles.discards],
            "turned": [piles.turned] if piles.turned else [],
        }
