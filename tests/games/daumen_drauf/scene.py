"""Exact situations of Daumen drauf!, said in a line, and played on from there.

    scene = Scene("Y3+ G4-", "Y5-", "B1+", stock="G2+ G3-")

Cards are written as in SCENARIOS.md: colour, value, + harmless or - poisonous. Hands are as
named, not filled up. The stock is what is named, its top first; without a name it is everything
that nobody holds, else that lies on the pile of the last seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, OptionValue, Outcome, Refusal, Rules, Seat, Viewer

BEGIN_MS = 1_000_000
COLOUR = {"Y": "yellow", "G": "green", "B": "black"}
POISON = {"+": "harmless", "-": "poisonous"}


def name(short: str) -> str:
    """ "Y3-" as it goes on the wire."""
    return f"{COLOUR[short[0]]}-{short[1]}-{POISON[short[2]]}"


def cards(words: str) -> tuple[Card, ...]:
    """ "Y3+ G4-" as cards."""
    return tuple(CARD_NAMED[name(word)] for word in words.split())


def rules_with(**chosen: OptionValue) -> Rules:
    """These options, and else the faithful ones."""
    return Rules(GAME.meta.revisions[-1], options.complete(GAME.meta, chosen))


class Scene:
    """A round from a given situation on; the leader is about to offer."""

    def __init__(
        self,
        *hands: str,
        stock: str | None = None,
        piles: Sequence[str] = (),
        leader: Seat = 0,
        **chosen: OptionValue,
    ) -> None:
        self.rules = rules_with(**chosen)
        self.chance = SeededChance(b"scene")
        self.at_ms = BEGIN_MS
        self.events: tuple[Event, ...] = ()
        self.told: tuple[Event, ...] = ()
        seats = len(hands)
        held = [tuple(sorted(cards(hand))) for hand in hands]
        taken = [cards(piles[seat]) if seat < len(piles) else () for seat in range(seats)]
        top_first = cards(stock or "")
        named = [card for part in (*held, *taken, top_first) for card in part]
        assert len(set(named)) == len(named), "a card twice"
        assert set(named) <= set(deck(seats)), "a card that is out of this game"
        rest = tuple(card for card in deck(seats) if card not in named)
        if stock is not None:
            taken[-1] += rest
        self.state = State(
            phase=Phase.LEAD,
            began=leader,
            active=leader,
            hands=tuple(held),
            stock=rest if stock is None else top_first[::-1],
            piles=tuple(taken),
            since_ms=BEGIN_MS,
        )
        self.census = GAME.census(self.rules, self.state)
        assert len(self.census) == len(deck(seats))

    # --- going on --------------------------------------------------------------------------------

    def do(self, seat: Seat, action: DaumenDraufAction, after_ms: int = 100) -> Scene:
        """The seat does this; it must be legal."""
        self.at_ms += after_ms
        step = session.play(
            GAME, self.rules, self.state, seat, action, self.chance, self.at_ms, moves=0
        )
        return self._went(step.state, step.events)

    def offer(self, seat: Seat, card: str) -> Scene:
        return self.do(seat, Offer(name(card)))

    def raise_(self, seat: Seat, card: str) -> Scene:
        return self.do(seat, Raise(name(card)))

    def parry(self, seat: Seat, card: str) -> Scene:
        return self.do(seat, Parry(name(card)))

    def pass_(self, *seats: Seat) -> Scene:
        """One after the other."""
        for seat in seats:
            self.do(seat, Pass())
        return self

    def look(self, *seats: Seat) -> Scene:
        """These have looked at the trick; without a name, everybody who has not yet."""
        for seat in seats or GAME.to_act(self.rules, self.state).seats:
            self.do(seat, Acknowledge())
        return self

    def time_up(self) -> Scene:
        """The one deadline is due, and the table acts."""
        (deadline,) = self.deadlines()
        self.at_ms = max(self.at_ms, deadline.since_ms + 60_000)
        action = GAME.time_out(self.rules, self.state, deadline)
        step = GAME.apply(self.rules, self.state, None, action, self.chance, self.at_ms)
        return self._went(step.state, step.events)

    def _went(self, state: State, events: tuple[Event, ...]) -> Scene:
        self.state, self.told = state, events
        self.events += events
        assert GAME.census(self.rules, state) == self.census, "a card was lost or made"
        return self

    # --- asking ----------------------------------------------------------------------------------

    def refusal(self, seat: Viewer, action: DaumenDraufAction) -> Refusal | None:
        """Why that cannot be done."""
        return session.why_not(GAME, self.rules, self.state, seat, action, self.at_ms)

    def code(self, seat: Viewer, action: DaumenDraufAction) -> str | None:
        """The code of the refusal, None if it is legal."""
        refusal = self.refusal(seat, action)
        return None if refusal is None else refusal.code

    def raising(self, seat: Seat, card: str) -> str | None:
        """The code for raising with this card."""
        return self.code(seat, Raise(name(card)))

    def parrying(self, seat: Seat, card: str) -> str | None:
        """The code for parrying with this card."""
        return self.code(seat, Parry(name(card)))

    def offers(self, seat: Viewer) -> tuple[DaumenDraufAction, ...]:
        """What this seat is offered."""
        return session.offers(GAME, self.rules, self.state, seat)

    def meant(self, seat: Seat, *picks: str) -> DaumenDraufAction | None:
        """What a selection means."""
        return GAME.intend(self.rules, self.state, seat, picks)

    def deadlines(self) -> tuple[Any, ...]:
        """What runs."""
        return GAME.deadlines(self.rules, self.state)

    def board(self, viewer: Viewer = None) -> Board:
        """What this viewer sees."""
        return GAME.observe(self.rules, self.state, viewer)

    def shown(self, viewer: Viewer = None) -> list[str]:
        """The cards of the trick as this viewer sees them."""
        return [shown.card for shown in self.board(viewer).trick]

    def counts(self) -> list[int]:
        """How many cards each seat holds."""
        return [len(hand) for hand in self.state.hands]

    def pile(self, seat: Seat) -> set[str]:
        """The cards that it has taken."""
        return {CARDS[card] for card in self.state.piles[seat]}

    def last(self, kind: str) -> Event:
        """The one event of this kind in the last move."""
        (event,) = (event for event in self.told if event.kind == kind)
        return event

    def kinds(self) -> list[str]:
        """The kinds of events of the last move."""
        return [event.kind for event in self.told]

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def active(self) -> Seat:
        return self.state.active

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = GAME.outcome(self.rules, self.state)
        assert outcome is not None
        return outcome
