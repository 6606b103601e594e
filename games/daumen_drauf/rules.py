"""Daumen drauf! as the contract requires it; each answer is in the module of its subject."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from games.daumen_drauf import feats, legality, sampling, scores, selection, turn, view
from games.daumen_drauf import orders as standing_orders
from games.daumen_drauf.actions import DaumenDraufAction, TimeUp
from games.daumen_drauf.bots import bot
from games.daumen_drauf.bots.search_bot import search_bot
from games.daumen_drauf.cards import HAND, deck, names
from games.daumen_drauf.meta import META
from games.daumen_drauf.options import YOUNGEST, chosen
from games.daumen_drauf.state import Ending, Phase, Reason, State
from games.daumen_drauf.view import Board
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

TIME_UP: Final = TimeUp()


def first_leader(rules: Rules, seats: int, start: Start, chance: Chance) -> Seat:
    """Choose the seat that leads the first trick (RULES.md 2.3).

    Each later round begins one seat further left. In the first round, chance chooses among the
    players who declared to be the youngest, if the table asks for that, or else among all seats.
    """
    if start.began is not None:
        return (start.began + 1) % seats
    asked = chosen(rules, "first_player", "youngest_declared")
    said = start.declared.get(YOUNGEST, ()) if asked else ()
    youngest = [seat for seat, claims in enumerate(said) if claims]
    return chance.choice(youngest or range(seats))


class DaumenDrauf(PlainGame[State, DaumenDraufAction, Board]):
    """2 to 7 players show snakes, thumb on the fang, and bluff each other into taking them."""

    meta = META
    state_type = State
    action_type: Any = DaumenDraufAction
    observation_type = Board

    legal_actions = staticmethod(legality.legal_actions)
    why_not = staticmethod(legality.why_not)
    apply = staticmethod(turn.apply)
    observe = staticmethod(view.observe)
    sample_state = staticmethod(sampling.sample_state)
    orders = staticmethod(standing_orders.orders)
    answer = staticmethod(standing_orders.answer)
    auto_play_words = staticmethod(standing_orders.auto_play_words)
    standing = staticmethod(scores.standing)
    feats = staticmethod(feats.count_feats)
    selection_of = staticmethod(selection.selection_of)
    action_from_selection = staticmethod(selection.action_from_selection)

    def __init__(self) -> None:
        self.bots: Mapping[str, Bot[DaumenDraufAction, Board]] = MappingProxyType(
            {"easy": bot.easy, "normal": bot.normal, "hard": search_bot(self)}
        )

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[State]:
        """Shuffle and deal; the rest is the stock (RULES.md 2.1 to 2.3)."""
        first = first_leader(rules, seats, start, chance)
        cards = chance.shuffled(deck(seats))
        state = State(
            phase=Phase.LEAD,
            began=first,
            active=first,
            hands=tuple(tuple(sorted(cards[seat : seats * HAND : seats])) for seat in range(seats)),
            stock=cards[seats * HAND :],
            piles=((),) * seats,
            since_ms=start.at_ms,
        )
        return Step(
            state=state, events=(public_event("dealt", first=first, stock=len(state.stock)),)
        )

    def to_act(self, rules: Rules, state: State) -> Awaited:
        """Return one seat; in the review, all seats that have not looked yet (RULES.md 4.2)."""
        if state.phase is Phase.OVER:
            return Awaited()
        if state.phase is Phase.REVIEW:
            looked = state.looked
            return Awaited(tuple([seat for seat in range(state.seats) if seat not in looked]))
        return Awaited((state.active,))

    def deadlines(self, rules: Rules, state: State) -> tuple[Deadline, ...]:
        """List one deadline, for the active seat, in the review for the whole table (RULES.md 7.1)."""
        if state.phase is Phase.OVER:
            return ()
        seat = None if state.phase is Phase.REVIEW else state.active
        return (Deadline(state.phase.value, seat, state.since_ms),)

    def time_out(self, rules: Rules, state: State, deadline: Deadline) -> DaumenDraufAction:
        return TIME_UP

    def may_undo(self, rules: Rules, before: State, after: State, seat: Seat) -> bool:
        """Allow it for a pass that did not end the trick (RULES.md 3.9)."""
        return after.phase is Phase.BID and after.trick == before.trick

    def no_choice(self, rules: Rules, state: State, seat: Seat) -> bool:
        """Return True for leading with the last card (RULES.md 3.1).

        All players see how many cards a seat holds. Passing always depends on the hand, and looking
        at a trick takes the time that its reader wants.
        """
        leads = state.phase is Phase.LEAD and seat == state.active
        return leads and len(state.hands[seat]) == 1

    def outcome(self, rules: Rules, state: State) -> Outcome | None:
        return None if state.ending is None else scores.outcome(state, state.ending)

    def closed(self, rules: Rules, state: State) -> State:
        """Count the piles as they are; a trick in the review is taken (RULES.md 5.7)."""
        if state.phase is Phase.REVIEW:
            state = scores.put_down(state)
        ending = Ending(Reason.CLOSED, scores.counts(state, hands_count=False))
        return replace(state, phase=Phase.OVER, looked=(), ending=ending)

    def closing_events(self, rules: Rules, before: State, end: State) -> Sequence[Event]:
        """Tell all players the count."""
        return () if end.ending is None else (scores.counted_event(end.ending),)

    def reveal_all(self, rules: Rules, state: State) -> dict[str, Any]:
        """Return every card by its full name; the top of the stock is last, a trick in order."""
        return {
            "hands": [list(names(hand)) for hand in state.hands],
            "stock": list(names(state.stock)),
            "trick": [names((card,))[0] for _, card in state.trick],
            "piles": [list(names(pile)) for pile in state.piles],
        }
