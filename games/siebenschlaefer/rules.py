"""Siebenschläfer as the contract asks for it; each answer lives in the module of its idea."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

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
from games.siebenschlaefer import (
    effects,
    feats,
    legality,
    lots,
    sampling,
    scores,
    selection,
    view,
)
from games.siebenschlaefer import orders as standing_orders
from games.siebenschlaefer.actions import SiebenschlaeferAction, TimeUp
from games.siebenschlaefer.bots import bot
from games.siebenschlaefer.bots.search_bot import search_bot
from games.siebenschlaefer.cards import DECK, HAND, names
from games.siebenschlaefer.meta import META
from games.siebenschlaefer.options import chosen
from games.siebenschlaefer.pairs import FREE
from games.siebenschlaefer.sampling import stock_anew
from games.siebenschlaefer.state import Phase, Reason, State
from games.siebenschlaefer.view import Board

ALONE: Final = tuple(Awaited(seats=(seat,)) for seat in range(META.seats[1]))
"""The round waits for one seat, by seat."""


class Siebenschlaefer(PlainGame[State, SiebenschlaeferAction, Board]):
    """2 to 7 players lay two cards at a time; whoever has none left wins, who has most pays."""

    meta = META
    state_type = State
    action_type: Any = SiebenschlaeferAction
    observation_type = Board

    legal_actions = staticmethod(legality.legal_actions)
    why_not = staticmethod(legality.why_not)
    apply = staticmethod(effects.apply)
    observe = staticmethod(view.observe)
    sample_state = staticmethod(sampling.sample_state)
    orders = staticmethod(standing_orders.orders)
    answer = staticmethod(standing_orders.answer)
    outcome = staticmethod(scores.outcome)
    standing = staticmethod(scores.standing)
    feats = staticmethod(feats.count_feats)
    selection_of = staticmethod(selection.selection_of)
    action_from_selection = staticmethod(selection.action_from_selection)

    def __init__(self) -> None:
        self._search_bot = search_bot(self)
        self.bots: Mapping[str, Bot[SiebenschlaeferAction, Board]] = MappingProxyType(
            {"easy": bot.easy, "normal": bot.normal, "hard": self._search_bot}
        )

    def all_hands(self, state: State) -> Bot[SiebenschlaeferAction, Board]:
        """The strongest player if it saw all hands: for the arena alone, and no level."""
        return self._search_bot.seeing(state, stock_anew)

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[State]:
        """Shuffle and deal; who begins is found anew in every round (RULES.md 2.1 to 2.4)."""
        deck = chance.shuffled(DECK)
        hands = tuple(tuple(sorted(deck[seat * HAND :][:HAND])) for seat in range(seats))
        began, stock, told = lots.opening(hands, deck[seats * HAND :], chance)
        state = State(
            phase=Phase.TURN,
            began=began,
            active=began,
            hands=hands,
            stock=stock,
            discard=(),
            top=(),
            value=FREE,
            laid_by=None,
            passes=0,
            turns=0,
            since_ms=start.at_ms,
        )
        return Step(state=state, events=(public_event("dealt", cards=HAND), *told))

    def to_act(self, rules: Rules, state: State) -> Awaited:
        """The active seat."""
        return Awaited() if state.phase is Phase.OVER else ALONE[state.active]

    def deadlines(self, rules: Rules, state: State) -> tuple[Deadline, ...]:
        """One deadline, which presses the active seat (RULES.md 8.1)."""
        if state.phase is Phase.OVER:
            return ()
        return (Deadline("turn", state.active, state.since_ms),)

    def time_out(self, rules: Rules, state: State, deadline: Deadline) -> SiebenschlaeferAction:
        return TimeUp()

    def may_undo(self, rules: Rules, before: State, after: State, seat: Seat) -> bool:
        """A pass that nobody forced and after which nothing was turned up (RULES.md 4.7)."""
        free = chosen(rules, "compulsory_lay", False)
        drew = seat in after.spared or not legality.may_pass(before)
        return free and not drew and after.passes == before.passes + 1

    def no_choice(self, rules: Rules, state: State, seat: Seat) -> bool:
        """Drawing and passing are no choice where whoever can lay has to, but for the one between
        them (RULES.md 4.3, 8.3)."""
        stuck = chosen(rules, "compulsory_lay", True) and legality.cannot_lay(state, seat)
        return stuck and seat not in state.spared

    def closed(self, rules: Rules, state: State) -> State:
        """End the round as at closing time (RULES.md 5.4)."""
        return replace(state, phase=Phase.OVER, ending=Reason.CLOSING_TIME)

    def closing_events(self, rules: Rules, before: State, end: State) -> Sequence[Event]:
        """The hands are laid open and counted."""
        ended = scores.outcome(rules, end)
        return () if ended is None else (scores.counted_event(end, ended),)

    def begins_next(self, rules: Rules, before: Outcome) -> Seat | None:
        """The cards decide (RULES.md 2.2)."""
        return None

    def reveal_all(self, rules: Rules, state: State) -> dict[str, Any]:
        """Every card by name, the top of the stock last."""
        return {
            "hands": [list(names(hand)) for hand in state.hands],
            "stock": list(names(state.stock)),
            "discard": list(names(state.discard)),
            "top": list(names(state.top)),
        }
