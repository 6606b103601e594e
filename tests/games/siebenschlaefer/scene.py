"""Exact situations of Siebenschläfer, said in a line, and played on from there.

    scene = Scene("7 9", "2 3", "king ace", top="5 6", stock="jack 4")

Hands are what is named. The stock begins with what is named (its top comes first), then come all
cards that are named nowhere, or none with `nothing_left`; `discard` lies under the top pair.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, OptionValue, Refusal, Rules, Seat, Viewer
from games.siebenschlaefer import GAME
from games.siebenschlaefer.actions import DrawTwo, Lay, Pass, SiebenschlaeferAction
from games.siebenschlaefer.cards import DECK, FACE_NAMED, Face, names
from games.siebenschlaefer.pairs import FREE, value_of
from games.siebenschlaefer.state import Phase, State
from games.siebenschlaefer.view import Board

BEGIN_MS = 1_000_000
DRAW = DrawTwo()
PASS = Pass()


def faces(words: str) -> tuple[Face, ...]:
    """ "king 5" as cards."""
    return tuple(FACE_NAMED[word] for word in words.split())


def lay(words: str) -> Lay:
    """ "king 5" as what is laid."""
    return Lay(tuple(words.split()))


def rules_with(**chosen: OptionValue) -> Rules:
    """These options, and else the faithful ones."""
    return Rules(GAME.meta.revisions[-1], options.complete(GAME.meta, chosen))


class Scene:
    """A round from a given situation on."""

    def __init__(
        self,
        *hands: str,
        top: str = "",
        value: int | None = None,
        stock: str = "",
        discard: str = "",
        nothing_left: bool = False,
        active: Seat = 0,
        turns: int = 0,
        **chosen: OptionValue,
    ) -> None:
        self.rules = rules_with(**chosen)
        self.chance = SeededChance(b"scene")
        self.at_ms = BEGIN_MS
        self.events: tuple[Event, ...] = ()
        self.told: tuple[Event, ...] = ()
        dealt = [tuple(sorted(faces(hand))) for hand in hands]
        assert all(len(hand) % 2 == 0 for hand in dealt), "no hand is ever odd"
        pair = tuple(sorted(faces(top)))
        named, under = faces(stock), faces(discard)
        left = Counter(DECK)
        for some in (*dealt, pair, named, under):
            left.subtract(some)
        assert min(left.values()) >= 0, "more cards named than there are"
        rest = () if nothing_left else tuple(left.elements())
        self.state = State(
            phase=Phase.TURN,
            began=active,
            active=active,
            hands=tuple(dealt),
            stock=rest + named[::-1],
            discard=under,
            top=pair,
            value=self._value(pair, value),
            laid_by=(active - 1) % len(dealt) if pair else None,
            passes=0,
            turns=turns,
            since_ms=BEGIN_MS,
        )
        self.census = GAME.census(self.rules, self.state)
        assert nothing_left or len(self.census) == len(DECK)

    @staticmethod
    def _value(pair: tuple[Face, ...], value: int | None) -> int:
        if value is not None:
            return value
        return value_of((pair[0], pair[1])) if pair else FREE

    # --- going on --------------------------------------------------------------------------------

    def do(self, seat: Seat, action: SiebenschlaeferAction, after_ms: int = 100) -> Scene:
        """The seat does this; it must be legal."""
        self.at_ms += after_ms
        step = session.play(
            GAME, self.rules, self.state, seat, action, self.chance, self.at_ms, moves=0
        )
        return self._went(step.state, step.events)

    def time_up(self) -> Scene:
        """The deadline is due, and the table acts."""
        (deadline,) = self.deadlines()
        self.at_ms = deadline.since_ms + GAME.meta.tempos[0].limits[deadline.kind]
        action = GAME.time_out(self.rules, self.state, deadline)
        step = GAME.apply(self.rules, self.state, None, action, self.chance, self.at_ms)
        return self._went(step.state, step.events)

    def _went(self, state: State, events: tuple[Event, ...]) -> Scene:
        self.state, self.told = state, events
        self.events += events
        assert GAME.census(self.rules, state) == self.census, "a card was lost or made"
        assert not odd(state), "a single card is somewhere"
        return self

    # --- asking ----------------------------------------------------------------------------------

    def refusal(self, seat: Viewer, action: SiebenschlaeferAction) -> Refusal | None:
        """Why that cannot be done."""
        return session.why_not(GAME, self.rules, self.state, seat, action, self.at_ms)

    def code(self, seat: Viewer, action: SiebenschlaeferAction) -> str | None:
        """The code of the refusal, None if it is legal."""
        refusal = self.refusal(seat, action)
        return None if refusal is None else refusal.code

    def offers(self, seat: Viewer) -> tuple[SiebenschlaeferAction, ...]:
        """What this seat is offered."""
        return session.offers(GAME, self.rules, self.state, seat)

    def meant(self, seat: Seat, *picks: str) -> SiebenschlaeferAction | None:
        """What a selection means."""
        return GAME.intend(self.rules, self.state, seat, tuple(sorted(picks)))

    def deadlines(self) -> tuple[Any, ...]:
        """What runs."""
        return GAME.deadlines(self.rules, self.state)

    def board(self, viewer: Viewer = None) -> Board:
        """What this viewer sees."""
        return GAME.observe(self.rules, self.state, viewer)

    def hand(self, seat: Seat) -> list[str]:
        """What the seat holds, by name."""
        return list(names(self.state.hands[seat]))

    def counts(self) -> list[int]:
        """How many cards each seat holds."""
        return [len(hand) for hand in self.state.hands]

    def last(self, kind: str) -> Event:
        """The one event of this kind in the last move."""
        (event,) = (event for event in self.told if event.kind == kind)
        return event

    def kinds(self) -> list[str]:
        """The kinds of events of the last move."""
        return [event.kind for event in self.told]


def odd(state: State) -> bool:
    """Whether a hand, the stock or the laid cards are odd in number (RULES.md 1.3)."""
    zones = (*state.hands, state.stock, state.discard, state.top)
    return any(len(zone) % 2 for zone in zones)
