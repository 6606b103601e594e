"""The effects of actions: cards shown and released, tricks taken, hands filled up, the end.

Events beside the deal and the end (RULES.md 6): `offered`, `raised`, `passed`, `parried` and
`released` as they happen; `trick_taken`, a moment; `put_away` after the review, with the seat
that took the trick, how many cards each seat drew, and the seat that leads now (None: the round
is over).
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec.structs import replace

from games.daumen_drauf import scores
from games.daumen_drauf.actions import (
    Acknowledge,
    Offer,
    Parry,
    Pass,
    Raise,
    TimeUp,
)
from games.daumen_drauf.cards import CARD_NAMED, CARDS, COLOUR_OF, FACE_OF, HAND, Card, names
from games.daumen_drauf.options import chosen
from games.daumen_drauf.state import Ending, Phase, Reason, State, offer_of, parried
from games.kernel.contract import Event, Seat
from games.kernel.default_answers import round_over
from games.kernel.turn import Effects, TurnBuilder, apply_by

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


class Turn(TurnBuilder[State]):
    """An action in progress, with a method for each thing that can happen in it."""

    # --- the trick (RULES.md 3) ------------------------------------------------------------------

    def offer(self, seat: Seat, card: Card) -> None:
        """Begin the trick as its leader (RULES.md 3.1)."""
        self.public_event("offered", seat=seat, card=FACE_OF[card])
        self._show(seat, card)

    def raise_(self, seat: Seat, card: Card) -> None:
        """Release the seat's own earlier offer, then show a higher card (RULES.md 3.4)."""
        earlier = offer_of(self.state, seat)
        if earlier is not None:
            self.public_event("released", seat=seat, card=CARDS[earlier])
        self.public_event("raised", seat=seat, card=FACE_OF[card])
        self._show(seat, card)

    def _show(self, seat: Seat, card: Card) -> None:
        state, colour = self.state, COLOUR_OF[card]
        hands = _without(state.hands, seat, card)
        self.state = replace(
            state,
            phase=Phase.BID,
            hands=hands,
            trick=(*state.trick, (seat, card)),
            order=state.order if colour in state.order else (*state.order, colour),
            active=_after(seat, hands, seat),
            since_ms=self.at_ms,
        )
        if self.state.active == seat:
            self._take(seat)

    def pass_(self, seat: Seat) -> None:
        """Pass (RULES.md 3.5); after the last pass the highest card's holder takes the trick (3.8)."""
        self.public_event("passed", seat=seat)
        state, holder = self.state, self.state.trick[-1][0]
        following = _after(seat, state.hands, holder)
        if following == holder:
            self._take(holder)
        else:
            self.state = replace(state, active=following, since_ms=self.at_ms)

    def parry(self, seat: Seat, card: Card) -> None:
        """Take the trick at once with the twin of the highest card (RULES.md 3.6)."""
        self.public_event("parried", seat=seat, card=FACE_OF[card])
        state = self.state
        self.state = replace(
            state,
            hands=_without(state.hands, seat, card),
            trick=(*state.trick, (seat, card)),
        )
        self._take(seat)

    def _take(self, seat: Seat) -> None:
        """Show the trick to all seats, once to each (RULES.md 4.1, 6.3)."""
        self.state = replace(self.state, phase=Phase.REVIEW, active=seat, since_ms=self.at_ms)
        trick = self.state.trick
        log = {"seat": seat, "parried": parried(self.state), "count": len(trick)}
        cards = [CARDS[card] for _, card in trick]
        data = {**log, "cards": cards, "seats": [shown_by for shown_by, _ in trick]}
        if chosen(self.rules, "open_piles", True):
            self.events.append(Event("trick_taken", data))
        else:
            self.events.append(Event("trick_taken", data, moment=True, log=log))

    # --- between tricks (RULES.md 4) -------------------------------------------------------------

    def look(self, seat: Seat) -> None:
        """Note that a seat has looked; the other seats are not told (RULES.md 4.3)."""
        state, looked = self.state, (*self.state.looked, seat)
        self.events.append(Event("looked", {"seat": seat}, (seat,), moment=True))
        if len(looked) == len(state.hands):
            self.go_on()
        else:
            self.state = replace(state, looked=tuple(sorted(looked)))

    def go_on(self) -> None:
        """Put the trick face down onto the winner's pile and fill up the hands.

        Then the next trick begins, or the round is over.
        """
        winner, state = self.state.active, scores.put_down(self.state)
        hands, stock = list(state.hands), state.stock
        drawn: list[tuple[Card, ...]] = [()] * len(hands)
        if stock:
            stock = _fill_up(hands, stock, winner, drawn)
        holding = [seat for seat, hand in enumerate(hands) if hand]
        over = len(holding) <= 1  # RULES.md 5.1
        leader = None if over else _first_from(winner, holding, len(hands))
        self.public_event("put_away", seat=winner, drawn=[len(new) for new in drawn], leader=leader)
        for seat, new in enumerate(drawn):
            if new:
                self.private_event(seat, "drew", cards=list(names(new)))
        self.state = replace(
            state,
            phase=Phase.OVER if leader is None else Phase.LEAD,
            active=winner if leader is None else leader,
            hands=tuple(hands),
            stock=stock,
            order=(),
            looked=(),
            since_ms=self.at_ms,
        )
        if leader is None:
            self._end(Reason.ONE_LEFT if holding else Reason.NONE_LEFT)

    def _end(self, reason: Reason) -> None:
        """End the round (RULES.md 5)."""
        ending = Ending(reason, scores.counts(self.state, hands_count=True))
        self.state = replace(self.state, ending=ending)
        self.events += [
            scores.counted_event(ending),
            round_over(scores.outcome(self.state, ending)),
        ]

    # --- time (RULES.md 7) -----------------------------------------------------------------------

    def time_up(self) -> None:
        """Pass, offer a card drawn from the hand, or put the trick away, as the table."""
        state = self.state
        if state.phase is Phase.REVIEW:
            self.go_on()
            return
        seat = state.active
        self.public_event("timed_out", seat=seat, kind=state.phase.value)
        if state.phase is Phase.LEAD:
            self.offer(seat, self.chance.choice(state.hands[seat]))
        else:
            self.pass_(seat)


def _without(hands: Hands, seat: Seat, card: Card) -> Hands:
    hand = hands[seat]
    place = hand.index(card)
    return (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])


def _after(seat: Seat, hands: Hands, holder: Seat) -> Seat:
    """Return the next seat clockwise that holds a card, or the holder of the highest card.

    Seats without cards are passed over (RULES.md 3.7).
    """
    following = (seat + 1) % len(hands)
    while following != holder and not hands[following]:
        following = (following + 1) % len(hands)
    return following


def _fill_up(
    hands: list[tuple[Card, ...]],
    stock: tuple[Card, ...],
    winner: Seat,
    drawn: list[tuple[Card, ...]],
) -> tuple[Card, ...]:
    """Fill hands up to five cards, the winner first, then clockwise (RULES.md 4.4).

    Return the rest of the stock.
    """
    for seat in (*range(winner, len(hands)), *range(winner)):
        count = min(HAND - len(hands[seat]), len(stock))
        if count:
            drawn[seat], stock = tuple(sorted(stock[-count:])), stock[:-count]
            hands[seat] = tuple(sorted(hands[seat] + drawn[seat]))
    return stock


def _first_from(winner: Seat, holding: list[Seat], seats: int) -> Seat:
    """Return the winner, or the next seat clockwise if it has no card (RULES.md 4.5)."""
    return min(holding, key=lambda seat: (seat - winner) % seats)


EFFECTS: Final[Effects] = {
    Offer: lambda turn, seat, action: turn.offer(seat, CARD_NAMED[action.card]),
    Raise: lambda turn, seat, action: turn.raise_(seat, CARD_NAMED[action.card]),
    Parry: lambda turn, seat, action: turn.parry(seat, CARD_NAMED[action.card]),
    Pass: lambda turn, seat, action: turn.pass_(seat),
    Acknowledge: lambda turn, seat, action: turn.look(seat),
    TimeUp: lambda turn, seat, action: turn.time_up(),
}
"""By type of action, its effect."""


apply = apply_by(Turn, EFFECTS)
