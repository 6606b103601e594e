"""Exact situations of Wortspiel, said in a line, and played on from there.

    scene = Scene("eis-red auto-red", "wein-yellow", "luft-green", tops="bein-yellow", colour="yellow")

Hands are as named. `tops` are the piles from twelve o'clock on; those that are not named are topped
by cards of the colours in `rest`, in turn. The stock is everything else, or so many cards as are
asked for (the others lie below the last pile). `pause` is the seat in its creative pause; in a
scene that `opens`, nobody has laid yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from typing import Any

from msgspec.structs import replace

from core import releases
from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, Millis, OptionValue, Outcome, Refusal, Rules, Seat, Viewer
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

BEGIN_MS = 1_000_000
LEXICON: Lexicon = releases.load(GAME, GAME.meta.data)


def cards(handles: str) -> tuple[int, ...]:
    """ "eis-red auto-blue" as cards."""
    return tuple(LEXICON.card_named[handle] for handle in handles.split())


def rules_with(**chosen: OptionValue) -> Rules:
    """These options, and else the faithful ones."""
    return Rules(GAME.meta.revisions[-1], options.complete(GAME.meta, chosen), LEXICON)


class Scene:
    """A round from a given situation on."""

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
        self.rules = rules_with(**chosen)
        self.chance = SeededChance(b"scene")
        self.at_ms: Millis = BEGIN_MS
        self.events: tuple[Event, ...] = ()
        self.told: tuple[Event, ...] = ()
        held = [tuple(sorted(cards(hand))) for hand in hands]
        named = [card for hand in held for card in hand] + list(cards(tops))
        assert len(set(named)) == len(named), "a card twice"
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
        self.state = State(
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
        self.census = GAME.census(self.rules, self.state)
        assert len(self.census) == 108

    # --- going on --------------------------------------------------------------------------------

    def do(self, seat: Seat, action: WortspielAction, after_ms: int = 3_000) -> Scene:
        """The seat does this, so much later; it must be legal."""
        self.at_ms += after_ms
        step = session.play(
            GAME, self.rules, self.state, seat, action, self.chance, self.at_ms, moves=0
        )
        return self._went(step.state, step.events)

    def open(self, seat: Seat, card: str, pile: int, word: str) -> Scene:
        return self.do(seat, OpenPlay(card, pile, word, self.seq))

    def pass_(self, *seats: Seat) -> Scene:
        for seat in seats:
            self.do(seat, OpenPass(self.seq))
        return self

    def play(self, seat: Seat, card: str, pile: int, word: str, after_ms: int = 3_000) -> Scene:
        return self.do(seat, PlayCard(card, pile, word, self.seq), after_ms)

    def late(self, seat: Seat, card: str, pile: int, word: str, after_ms: int = 90) -> Scene:
        """The same for the situation before the present one."""
        return self.do(seat, PlayCard(card, pile, word, self.seq - 1), after_ms)

    def stuck(self, *seats: Seat) -> Scene:
        for seat in seats:
            self.do(seat, DeclareStuck(self.seq))
        return self

    def halt(self, seat: Seat, seq: int | None = None, after_ms: int = 500) -> Scene:
        return self.do(seat, Doubt(self.word if seq is None else seq), after_ms)

    def to_vote(self) -> Scene:
        """The talk is over: all are ready."""
        for seat in range(self.state.seats):
            self.do(seat, Ready(self.word), 100)
        return self

    def votes(self, *valid: bool) -> Scene:
        """The votes, in order."""
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
        """So many chips lie before the seats."""
        self.state = replace(self.state, chips=counts)
        return self

    def time_up(self) -> Scene:
        """The one deadline is due, and the table acts."""
        (deadline,) = self.deadlines()
        pace_ms = GAME.meta.tempos[0].limits[deadline.kind]
        self.at_ms = max(self.at_ms, deadline.since_ms + pace_ms)
        action = GAME.time_out(self.rules, self.state, deadline)
        step = GAME.apply(self.rules, self.state, None, action, self.chance, self.at_ms)
        return self._went(step.state, step.events)

    def _went(self, state: State, events: tuple[Event, ...]) -> Scene:
        assert state.seq >= self.state.seq, "a number is used twice"
        self.state, self.told = state, events
        self.events += events
        assert GAME.census(self.rules, state) == self.census, "a card was lost or made"
        return self

    # --- asking ----------------------------------------------------------------------------------

    def code(self, seat: Viewer, action: WortspielAction, after_ms: int = 3_000) -> str | None:
        """The code of the refusal, None if it is legal."""
        refusal = self.refusal(seat, action, after_ms)
        return None if refusal is None else refusal.code

    def refusal(
        self, seat: Viewer, action: WortspielAction, after_ms: int = 3_000
    ) -> Refusal | None:
        at_ms = self.at_ms + after_ms
        return session.why_not(GAME, self.rules, self.state, seat, action, at_ms)

    def playing(self, seat: Seat, card: str, pile: int, word: str) -> str | None:
        """The code for laying this card now."""
        return self.code(seat, PlayCard(card, pile, word, self.seq))

    def offers(self, seat: Viewer) -> Sequence[WortspielAction]:
        return session.offers(GAME, self.rules, self.state, seat)

    def meant(self, seat: Seat, *picks: str) -> WortspielAction | None:
        """What a selection means."""
        return GAME.intend(self.rules, self.state, seat, tuple(sorted(picks)))

    def deadlines(self) -> tuple[Any, ...]:
        return GAME.deadlines(self.rules, self.state)

    def board(self, viewer: Viewer = None) -> Board:
        """What this viewer sees."""
        return GAME.observe(self.rules, self.state, viewer)

    def hand(self, seat: Seat) -> set[str]:
        return {LEXICON.handles[card] for card in self.state.hands[seat]}

    def top(self, pile: int) -> str:
        return LEXICON.handles[self.state.piles[pile][-1]]

    def counts(self) -> list[int]:
        """How many cards each seat holds."""
        return [len(hand) for hand in self.state.hands]

    def last(self, kind: str) -> dict[str, Any]:
        """What the one event of this kind in the last move says."""
        (event,) = (event for event in self.told if event.kind == kind)
        return event.data

    def kinds(self) -> list[str]:
        """The kinds of events of the last move that everybody heard."""
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

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        outcome = GAME.outcome(self.rules, self.state)
        assert outcome is not None
        return outcome
