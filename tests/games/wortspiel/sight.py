"""A round of Wortspiel in play, and its board as the HTML that one viewer gets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString

from core import releases
from games.kernel import options, session
from games.kernel.chance import SeededChance
from games.kernel.contract import Event, OptionValue, Rules, Start, Viewer
from games.wortspiel import GAME
from games.wortspiel.actions import OpenPlay, PlayCard, WortspielAction
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Phase, State
from tests.games import showing
from tests.games.showing import NAMES

LEXICON: Lexicon = releases.load(GAME, GAME.meta.data)


def rules_with(**chosen: OptionValue) -> Rules:
    """The faithful options but for those chosen."""
    return Rules(1, options.complete(GAME.meta, chosen), LEXICON)


RULES = rules_with()


@dataclass
class Round:
    """A round, its events so far, and what its clock shows."""

    state: State
    chance: SeededChance
    rules: Rules = RULES
    events: list[Event] = field(default_factory=list)
    now_ms: int = 0

    def play(self, seat: Viewer, action: WortspielAction, after_ms: int = 3_000) -> None:
        """What this seat does so much later; the rules must allow it. Seat None: the table."""
        self.now_ms += after_ms
        step = (
            session.play(GAME, self.rules, self.state, seat, action, self.chance, self.now_ms, 0)
            if seat is not None
            else GAME.apply(self.rules, self.state, seat, action, self.chance, self.now_ms)
        )
        self.state = step.state
        self.events += step.events

    def lay(self, seat: int, after_ms: int = 3_000) -> None:
        """The first card that this seat can lay, with the plain word that both make."""
        card = next(one for one in self.actions(seat) if isinstance(one, OpenPlay | PlayCard))
        self.play(seat, card, after_ms)

    def actions(self, seat: Viewer) -> Sequence[WortspielAction]:
        """What this seat could do."""
        found: Sequence[WortspielAction] = session.offers(GAME, self.rules, self.state, seat)
        return found

    def offers(self, seat: Viewer) -> list[tuple[str, ...]]:
        """The same by handle."""
        return sorted({tuple(sorted(GAME.picks(action))) for action in self.actions(seat)})


def begin(seats: int, seed: str = "words", rules: Rules = RULES) -> Round:
    """A round just dealt."""
    chance = SeededChance(seed.encode())
    step = GAME.deal(rules, seats, Start(number=1, at_ms=0), chance)
    return Round(step.state, chance, rules, list(step.events))


def raced(seats: int, seed: str = "words", rules: Rules = RULES) -> Round:
    """A round in which the dealer has laid the first card."""
    round_ = begin(seats, seed, rules)
    round_.lay(round_.state.dealer)
    assert round_.state.phase is Phase.RACE
    return round_


def sentence(event: Event, names: Sequence[str] = NAMES) -> SafeString:
    """The line that the log has for an event."""
    return showing.sentence(GAME, event, names)


def context(
    round_: Round, you: Viewer, *, moments: Sequence[Event] = (), reading: Any = None
) -> dict[str, Any]:
    """What the platform gives to the templates of the game."""
    return showing.context(
        GAME,
        round_.rules,
        round_.state,
        you,
        round_.events,
        seats=round_.state.seats,
        moments=moments,
        reading=reading,
    )


def board(round_: Round, you: Viewer, **more: Any) -> str:
    """The board as this viewer's browser gets it; `more` as for `context`, or replaced in it."""
    moments, reading = more.pop("moments", ()), more.pop("reading", None)
    return showing.board(context(round_, you, moments=moments, reading=reading) | more)
