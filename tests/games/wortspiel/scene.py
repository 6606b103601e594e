"""Prepared situations of Wortspiel, written in a line, and play from there.

    scene = Scene("eis-red auto-red", "wein-yellow", "luft-green", tops="bein-yellow",
    colour="yellow")

Hands are as named. `tops` are the piles from twelve o'clock on; all others are topped by cards of
the colours in `rest`, in turn. The stock is all other cards, or the requested number (the others
are below the last pile). `pause` is the seat in its creative pause. In a scene that `opens`, no
card has been laid yet.
"""

from __future__ import annotations

from itertools import cycle
from typing import Self

from msgspec.structs import replace

from core import data_releases
from games.kernel.contract import Event, OptionValue, Rules, Seat
from games.wortspiel import GAME
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    DeclareStuck,
    Doubt,
    OpenPass,
    OpenPlay,
    PlayCard,
    Ready,
    Vote,
    WortspielAction,
)
from games.wortspiel.cards import COLOUR_NAMED, NO_COLOUR, PILES
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Phase, State
from games.wortspiel.view import Board
from tests.games import scene
from tests.games.contract.rounds import rules_of
from tests.games.scene import BEGIN_MS

LEXICON: Lexicon = data_releases.load_release(GAME, GAME.meta.data)


def cards(handles: str) -> tuple[int, ...]:
    """Return the cards of a text like "eis-red auto-blue"."""
    return tuple(LEXICON.card_named[handle] for handle in handles.split())


def rules_with(**chosen: OptionValue) -> Rules:
    """Return rules with these options, and the default choice of all others."""
    return rules_of(GAME, chosen)


class Scene(scene.Scene[State, WortspielAction, Board]):
    """A round from a given situation on."""

    game = GAME
    step_ms = 3_000

    def __init__(
        self,
        *hands: str,
        tops: str = "",
        rest: str = "yellow",
        colour: str | None = None,
        pause: Seat = 0,
        opens: bool = False,
        dealer: Seat = 0,
        stock: int | None = None,
        **chosen: OptionValue,
    ) -> None:
        held = [tuple(sorted(cards(hand))) for hand in hands]
        named = [card for hand in held for card in hand] + list(cards(tops))
        assert len(set(named)) == len(named), "a card is named twice"
        free = [card for card in range(108) if card not in named]
        piles = [[card] for card in cards(tops)]
        for name in cycle(rest.split()):
            if len(piles) == PILES:
                break
            card = next(c for c in free if LEXICON.colour_of[c] == COLOUR_NAMED[name])
            free.remove(card)
            piles.append([card])
        count = len(free) if stock is None else stock
        piles[-1] = free[count:] + piles[-1]
        state = State(
            phase=Phase.OPENING if opens else Phase.RACE,
            dealer=dealer,
            active=dealer,
            hands=tuple(held),
            stock=tuple(free[:count]),
            piles=tuple(map(tuple, piles)),
            chips=(0,) * len(hands),
            since_ms=BEGIN_MS,
            seq=7,
            colour=NO_COLOUR if opens or colour is None else COLOUR_NAMED[colour],
            pause=None if opens else pause,
        )
        assert opens == (colour is None)
        super().__init__(rules_with(**chosen), state)
        assert len(self.all_cards) == 108

    def open(self, seat: Seat, card: str, pile: int, word: str) -> Scene:
        return self.do(seat, OpenPlay(card, pile, word, self.seq))

    def pass_(self, *seats: Seat) -> Scene:
        for seat in seats:
            self.do(seat, OpenPass(self.seq))
        return self

    def play(self, seat: Seat, card: str, pile: int, word: str, after_ms: int = 3_000) -> Scene:
        return self.do(seat, PlayCard(card, pile, word, self.seq), after_ms)

    def late(self, seat: Seat, card: str, pile: int, word: str, after_ms: int = 90) -> Scene:
        """Play the card for the situation before the present one."""
        return self.do(seat, PlayCard(card, pile, word, self.seq - 1), after_ms)

    def stuck(self, *seats: Seat) -> Scene:
        for seat in seats:
            self.do(seat, DeclareStuck(self.seq))
        return self

    def halt(self, seat: Seat, seq: int | None = None, after_ms: int = 500) -> Scene:
        return self.do(seat, Doubt(self.word if seq is None else seq), after_ms)

    def to_vote(self) -> Scene:
        """End the talk: all seats are ready."""
        for seat in range(self.state.seats):
            self.do(seat, Ready(self.word), 100)
        return self

    def votes(self, *valid: bool) -> Scene:
        """Vote with the seats in turn."""
        for vote in valid:
            self.do(self.state.active, Vote(vote, self.word))
        return self

    def colour(self, seat: Seat, name: str) -> Scene:
        return self.do(seat, ChooseColour(name, self.seq))

    def accept(self, *seats: Seat) -> Scene:
        for seat in seats:
            self.do(seat, AcceptWord(self.word), 100)
        return self

    def chips(self, *counts: int) -> Scene:
        """Give the seats these numbers of chips."""
        self.state = replace(self.state, chips=counts)
        return self

    def went(self, state: State, events: tuple[Event, ...]) -> Self:
        assert state.seq >= self.state.seq, "a number is used twice"
        return super().went(state, events)

    def playing(self, seat: Seat, card: str, pile: int, word: str) -> str | None:
        """Return the code of the refusal to lay this card now."""
        return self.code(seat, PlayCard(card, pile, word, self.seq))

    def hand(self, seat: Seat) -> set[str]:
        return {LEXICON.handles[card] for card in self.state.hands[seat]}

    def top(self, pile: int) -> str:
        return LEXICON.handles[self.state.piles[pile][-1]]

    def counts(self) -> list[int]:
        """Return the number of cards in each hand."""
        return [len(hand) for hand in self.state.hands]

    def kinds(self) -> list[str]:
        """Return the kinds of public events of the last move."""
        return [event.kind for event in self.told if event.audience is None]

    @property
    def phase(self) -> str:
        return self.state.phase.value

    @property
    def seq(self) -> int:
        return self.state.seq

    @property
    def word(self) -> int:
        """The number of the latest word."""
        return self.state.word.seq

    @property
    def demanded(self) -> str | None:
        return self.board().colour
