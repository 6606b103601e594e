"""Siebenschläfer as the contract requires it; each answer is in the module of its subject."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
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
"""By seat, that the round waits for this one."""


class Siebenschlaefer(PlainGame[State, SiebenschlaeferAction, Board]):
    """2 to 7 players lay two cards at a time; the first without cards wins, the most points pay."""

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
    auto_play_words = staticmethod(standing_orders.auto_play_words)
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
        """Return the strongest player with sight of all hands: for the arena alone, not a level."""
        return self._search_bot.seeing(state, stock_anew)

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[State]:
        """Shuffle and deal; in every round the cards decide who begins (RULES.md 2.1 to 2.4)."""
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
        """Return the active seat."""
        return Awaited() if state.phase is Phase.OVER else ALONE[state.active]

    def deadlines(self, rules: Rules, state: State) -> tuple[Deadline, ...]:
        """List one deadline, which concerns the active seat (RULES.md 8.1)."""
        if state.phase is Phase.OVER:
            return ()
        return (Deadline("turn", state.active, state.since_ms),)

    def time_out(self, rules: Rules, state: State, deadline: Deadline) -> SiebenschlaeferAction:
        return TimeUp()

    def may_undo(self, rules: Rules, before: State, after: State, seat: Seat) -> bool:
        """Allow it for a pass that was a free choice and turned up no cards (RULES.md 4.7)."""
        free = chosen(rules, "compulsory_lay", False)
        drew = seat in after.spared or not legality.may_pass(before)
        return free and not drew and after.passes == before.passes + 1

    def no_choice(self, rules: Rules, state: State, seat: Seat) -> bool:
        """Return True for drawing and passing if laying is compulsory (RULES.md 8.3).

        A seat that can lay has to, so each of the two actions itself shows that it could not. The
        exception is the choice between the two (RULES.md 4.3).
        """
        stuck = chosen(rules, "compulsory_lay", True) and legality.cannot_lay(state, seat)
        return stuck and seat not in state.spared

    def concerned(self, event: Event) -> Collection[Seat]:
        """Leave out a seat that draws because it cannot lay."""
        return () if event.data.get("because") == "cannot_lay" else super().concerned(event)

    def closed(self, rules: Rules, state: State) -> State:
        """End the round as at closing time (RULES.md 5.4)."""
        return replace(state, phase=Phase.OVER, ending=Reason.CLOSING_TIME)

    def closing_events(self, rules: Rules, before: State, end: State) -> Sequence[Event]:
        """Lay the hands open and count them."""
        ended = scores.outcome(rules, end)
        return () if ended is None else (scores.counted_event(end, ended),)

    def begins_next(self, rules: Rules, before: Outcome) -> Seat | None:
        """Return None: the cards decide (RULES.md 2.2)."""
        return None

    def reveal_all(self, rules: Rules, state: State) -> dict[str, Any]:
        """Return every card by name, the top of the stock last."""
        return {
            "hands": [list(names(hand)) for hand in state.hands],
            "stock": list(names(state.stock)),
            "discard": list(names(state.discard)),
            "top": list(names(state.top)),
        }
