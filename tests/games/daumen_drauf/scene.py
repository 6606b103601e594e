"""Prepared situations of Daumen drauf!, written in a line, and play from there.

    scene = Scene("Y3+ G4-", "Y5-", "B1+", stock="G2+ G3-")

Cards are written as in SCENARIOS.md: colour, value, + harmless or - poisonous. Hands are as named,
not filled up. `stock` is written with its top first, and all other cards are on the pile of the
last seat. Without `stock`, the stock is all cards that are not named.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.daumen_drauf import GAME
from games.daumen_drauf.actions import (
    Acknowledge,
    DaumenDraufAction,
    Offer,
    Parry,
    Pass,
    Raise,
)
from games.daumen_drauf.cards import CARD_NAMED, CARDS, Card, deck
from games.daumen_drauf.state import Phase, State
from games.daumen_drauf.view import Board
from games.kernel.contract import OptionValue, Rules, Seat, Viewer
from tests.games import scene
from tests.games.contract.rounds import rules_of
from tests.games.scene import BEGIN_MS

COLOUR = {"Y": "yellow", "G": "green", "B": "black"}
POISON = {"+": "harmless", "-": "poisonous"}


def name(short: str) -> str:
    """Return the name in JSON of a card like "Y3-"."""
    return f"{COLOUR[short[0]]}-{short[1]}-{POISON[short[2]]}"


def cards(words: str) -> tuple[Card, ...]:
    """Return the cards of a text like "Y3+ G4-"."""
    return tuple(CARD_NAMED[name(word)] for word in words.split())


def rules_with(**chosen: OptionValue) -> Rules:
    """Return rules with these options, and the default choice of all others."""
    return rules_of(GAME, chosen)


class Scene(scene.Scene[State, DaumenDraufAction, Board]):
    """A round from a given situation on, in which the leader is about to offer."""

    game = GAME

    def __init__(
        self,
        *hands: str,
        stock: str | None = None,
        piles: Sequence[str] = (),
        leader: Seat = 0,
        **chosen: OptionValue,
    ) -> None:
        seats = len(hands)
        held = [tuple(sorted(cards(hand))) for hand in hands]
        taken = [cards(piles[seat]) if seat < len(piles) else () for seat in range(seats)]
        top_first = cards(stock or "")
        named = [card for part in (*held, *taken, top_first) for card in part]
        assert len(set(named)) == len(named), "a card is named twice"
        assert set(named) <= set(deck(seats)), "a card is not in play with this number of seats"
        rest = tuple(card for card in deck(seats) if card not in named)
        if stock is not None:
            taken[-1] += rest
        state = State(
            phase=Phase.LEAD,
            began=leader,
            active=leader,
            hands=tuple(held),
            stock=rest if stock is None else top_first[::-1],
            piles=tuple(taken),
            since_ms=BEGIN_MS,
        )
        super().__init__(rules_with(**chosen), state)
        assert len(self.all_cards) == len(deck(seats))

    def offer(self, seat: Seat, card: str) -> Scene:
        return self.do(seat, Offer(name(card)))

    def raise_(self, seat: Seat, card: str) -> Scene:
        return self.do(seat, Raise(name(card)))

    def parry(self, seat: Seat, card: str) -> Scene:
        return self.do(seat, Parry(name(card)))

    def pass_(self, *seats: Seat) -> Scene:
        """Pass with these seats, one after the other."""
        for seat in seats:
            self.do(seat, Pass())
        return self

    def look(self, *seats: Seat) -> Scene:
        """Look at the trick with these seats; without a name, with all that have not looked yet."""
        for seat in seats or GAME.to_act(self.rules, self.state).seats:
            self.do(seat, Acknowledge())
        return self

    def raising(self, seat: Seat, card: str) -> str | None:
        """Return the code of the refusal to raise with this card."""
        return self.code(seat, Raise(name(card)))

    def parrying(self, seat: Seat, card: str) -> str | None:
        """Return the code of the refusal to parry with this card."""
        return self.code(seat, Parry(name(card)))

    def shown(self, viewer: Viewer = None) -> list[str]:
        """Return the cards of the trick as this viewer sees them."""
        return [shown.card for shown in self.board(viewer).trick]

    def counts(self) -> list[int]:
        """Return the number of cards in each hand."""
        return [len(hand) for hand in self.state.hands]

    def pile(self, seat: Seat) -> set[str]:
        """Return the cards that this seat has taken."""
        return {CARDS[card] for card in self.state.piles[seat]}

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def active(self) -> Seat:
        return self.state.active
