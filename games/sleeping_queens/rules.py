"""Sleeping Queens as the contract requires it; each answer is in the module of its subject."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from games.kernel.contract import (
    NOBODY,
    Awaited,
    Bot,
    Chance,
    Deadline,
    Outcome,
    Rules,
    Seat,
    Start,
    Step,
)
from games.kernel.default_answers import PlainGame
from games.kernel.events import public_event
from games.sleeping_queens import effects, feats, legality, sampling, scores, selection, view
from games.sleeping_queens import orders as standing_orders
from games.sleeping_queens.actions import HoldOver, SleepingQueensAction, TimeUp
from games.sleeping_queens.bots import bot
from games.sleeping_queens.bots.search_bot import search_bot
from games.sleeping_queens.cards import DECK, HAND, QUEENS, SLOTS, names
from games.sleeping_queens.meta import META
from games.sleeping_queens.options import DEALS, chosen
from games.sleeping_queens.sampling import unseen_anew
from games.sleeping_queens.state import EMPTY, Ending, Phase, Reason, State, awaited_seat
from games.sleeping_queens.view import Board

PRESSED_BY: Final[Mapping[Phase, str]] = {
    Phase.TURN: "turn",
    Phase.DEFENSE: "defense",
    Phase.WAKE_CHOICE: "wake",
}
"""By phase, the kind of deadline that concerns the seat that must act (RULES.md 8.1)."""


def first_dealer(rules: Rules, seats: int, start: Start, chance: Chance) -> Seat:
    """Choose the dealer: a seat that declared it, if the option asks, else any (RULES.md 2.2)."""
    said = start.declared.get(DEALS, ()) if chosen(rules, "dealer", "declared") else ()
    willing = [seat for seat, deals in enumerate(said) if deals]
    return chance.choice(willing or range(seats))


ALONE: Final = tuple(Awaited(seats=(seat,)) for seat in range(META.seats[1]))
"""By seat, that the round waits for this one."""


class SleepingQueens(PlainGame[State, SleepingQueensAction, Board]):
    """2 to 5 players wake queens with kings and take them from each other."""

    meta = META
    state_type = State
    action_type: Any = SleepingQueensAction
    observation_type = Board

    legal_actions = staticmethod(legality.legal_actions)
    why_not = staticmethod(legality.why_not)
    apply = staticmethod(effects.apply)
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
        self._search_bot = search_bot(self)
        self.bots: Mapping[str, Bot[SleepingQueensAction, Board]] = MappingProxyType(
            {
                level: bot.Resolute(player)
                for level, player in (
                    ("easy", bot.easy),
                    ("normal", bot.normal),
                    ("hard", self._search_bot),
                )
            }
        )

    def all_hands(self, state: State) -> Bot[SleepingQueensAction, Board]:
        """Return the strongest player with sight of all hands: for the arena alone, not a level."""
        return bot.Resolute(self._search_bot.seeing(state, unseen_anew))

    def deal(self, rules: Rules, seats: int, start: Start, chance: Chance) -> Step[State]:
        """Shuffle and deal; the seat that began a round deals the next (RULES.md 2.1, 2.2)."""
        dealer = first_dealer(rules, seats, start, chance) if start.began is None else start.began
        first = (dealer + 1) % seats
        deck = chance.shuffled(DECK)
        state = State(
            phase=Phase.TURN,
            dealer=dealer,
            active=first,
            slots=chance.shuffled(range(SLOTS)),
            shown=(False,) * SLOTS,
            awake=((),) * seats,
            hands=tuple(tuple(sorted(deck[seat * HAND :][:HAND])) for seat in range(seats)),
            draw=deck[seats * HAND :],
            discard=(),
            since_ms=start.at_ms,
        )
        return Step(state=state, events=(public_event("dealt", dealer=dealer, first=first),))

    def to_act(self, rules: Rules, state: State) -> Awaited:
        """Return one seat; after a held-back answer it may still defend (RULES.md 5.5)."""
        seat = awaited_seat(state)
        if seat is None:
            return Awaited()
        if state.attack is not None and state.attack.answered:
            return Awaited(may_also=(seat,))
        return ALONE[seat]

    def deadlines(self, rules: Rules, state: State) -> tuple[Deadline, ...]:
        """List the deadline of the seat that must act (RULES.md 8.1), and an attack's hold (5.4).

        The hold is hidden from all viewers.
        """
        if state.phase is Phase.OVER:
            return ()
        pressing = Deadline(PRESSED_BY[state.phase], awaited_seat(state), state.since_ms)
        attack = state.attack
        if attack is None or not attack.holding:
            return (pressing,)
        return (pressing, Deadline("hold", None, state.since_ms, attack.hold_ms, NOBODY))

    def time_out(self, rules: Rules, state: State, deadline: Deadline) -> SleepingQueensAction:
        return HoldOver() if deadline.kind == "hold" else TimeUp()

    def no_choice(self, rules: Rules, state: State, seat: Seat) -> bool:
        """Return True for waking the only queen asleep, if no rule lets the seat decline.

        The places of sleeping queens are open, so all players know it. The answer to an attack is
        never without a choice: only the hand tells whether a dragon or a wand could help.
        """
        waking = state.phase is Phase.WAKE_CHOICE and seat == awaited_seat(state)
        return waking and len(legality.legal_actions(rules, state, seat)) == 1

    def outcome(self, rules: Rules, state: State) -> Outcome | None:
        return None if state.ending is None else scores.outcome(state, state.ending)

    def closed(self, rules: Rules, state: State) -> State:
        """End the round as if all queens were awake (RULES.md 6.6)."""
        ending = Ending(Reason.CLOSED, scores.leaders(rules, state.awake))
        return replace(state, phase=Phase.OVER, attack=None, waking=None, ending=ending)

    def reveal_all(self, rules: Rules, state: State) -> dict[str, Any]:
        """Return every queen and every playing card by name, the tops of piles last."""
        return {
            "slots": [None if queen == EMPTY else QUEENS[queen] for queen in state.slots],
            "awake": [[QUEENS[queen] for queen in queens] for queens in state.awake],
            "hands": [list(names(hand)) for hand in state.hands],
            "draw": list(names(state.draw)),
            "discard": list(names(state.discard)),
        }
