"""A round that is changed in place, on which the search bot plays thousands of playouts.

It follows the rules of `turn.py`, but has no events, no time and no review of finished tricks.
A test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from games.daumen_drauf.cards import COLOUR_OF, HAND, Card
from games.daumen_drauf.state import Phase, State
from games.kernel.contract import Seat

NONE = -1
"""No card, or no seat."""
WORTH = (1, -1) * 27
"""Points for a taken card, by card."""


class Table:
    """A round for playouts.

    * `offers`: each seat's card under the thumb.
    * `holder`: the seat that offers the highest card, `top`; NONE before the first offer.
    * `shown`: the colours of the trick, as bits.
    * `released`: the points of the trick's released cards.
    * `seen`: by card, whether all seats have seen it open.
    * `points`: the points that each seat has taken.
    * `over`: at most one seat has cards left.
    * `tricks`: the number of tricks still to play.
    """

    __slots__ = (
        "active", "hands", "holder", "offers", "over", "points", "released", "seats", "seen",
        "shown", "stock", "top", "tricks",
    )  # fmt: skip

    def __init__(self, state: State, tricks: int = 0) -> None:
        """Copy this round; in a review, put the finished trick away at once."""
        self.seats = state.seats
        self.hands = [list(hand) for hand in state.hands]
        self.stock = list(state.stock)
        self.points = [sum(WORTH[card] for card in pile) for pile in state.piles]
        self.seen = bytearray(54)
        for pile in state.piles:
            for card in pile:
                self.seen[card] = 1
        self.active = state.active
        self.over, self.tricks = state.phase is Phase.OVER, tricks
        self._clear()
        for seat, card in state.trick:
            self._hold_out(seat, card)
        if state.phase is Phase.REVIEW:
            self.take(state.active)

    def _clear(self) -> None:
        self.holder = self.top = NONE
        self.shown = self.released = 0
        self.offers = [NONE] * self.seats

    def _hold_out(self, seat: Seat, card: Card) -> None:
        earlier = self.offers[seat]
        if earlier >= 0:
            self.released += WORTH[earlier]
            self.seen[earlier] = 1
        self.offers[seat] = self.top = card
        self.holder = seat
        self.shown |= 1 << COLOUR_OF[card]

    def show(self, card: Card) -> None:
        """Offer, raise, or parry with the twin of the highest card, as the active seat."""
        seat, parries = self.active, card ^ 1 == self.top
        self.hands[seat].remove(card)
        self._hold_out(seat, card)
        if parries:
            self.take(seat)
        else:
            self.pass_()

    def pass_(self) -> None:
        """Give the turn to the next seat that holds a card, or the trick to its holder."""
        hands, holder, seats = self.hands, self.holder, self.seats
        following = (self.active + 1) % seats
        while following != holder and not hands[following]:
            following = (following + 1) % seats
        if following == holder:
            self.take(holder)
        else:
            self.active = following

    def take(self, winner: Seat) -> None:
        """Count the trick, fill up the hands, and let the next seat lead."""
        value = self.released
        for card in self.offers:
            if card >= 0:
                value += WORTH[card]
                self.seen[card] = 1
        self.points[winner] += value
        self.tricks -= 1
        self._clear()
        hands, stock, seats = self.hands, self.stock, self.seats
        if stock:
            for seat in (*range(winner, seats), *range(winner)):
                hand = hands[seat]
                while len(hand) < HAND and stock:
                    hand.append(stock.pop())
        holding = seats - hands.count([])
        self.over = holding <= 1
        if holding:
            while not hands[winner]:
                winner = (winner + 1) % seats
        self.active = winner

    def play_on(self, choose: Chooser) -> None:
        """Play by `choose` in every seat until no `tricks` are left or the round is over."""
        while self.tricks and not self.over:
            card = choose(self)
            if card < 0:
                self.pass_()
            else:
                self.show(card)


Chooser: TypeAlias = Callable[[Table], Card]
"""A function that returns the active seat's card, NONE to pass, from what the seat could know."""
