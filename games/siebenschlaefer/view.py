"""A viewer's observation of a round, built from an empty start (RULES.md 7).

A card is named by its face: "2" to "10", "jack", "queen", "king" or "ace".
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import Annotated

from games.kernel import series
from games.kernel.contract import Millis, Observation, Rules, Seat, Value, Viewer
from games.kernel.values import one_of
from games.siebenschlaefer import scores
from games.siebenschlaefer.cards import NAMES, names
from games.siebenschlaefer.options import last_turn
from games.siebenschlaefer.pairs import ACES, EFFECT_OF, FREE, NONE, STRENGTH, Pair, found, needs
from games.siebenschlaefer.state import Phase, State


class Two(Value, frozen=True):
    """Two cards of the viewer's hand, and their strength if they are laid.

    * `counts`: 4 to 20; None for two aces, and if they are not a pair.
    * `effect`: "plain", "seven", "double_seven", "free" (two aces), or None if they are not a pair.
    * `beats`: whether they may be laid now.
    """

    cards: tuple[str, ...]
    counts: int | None
    effect: str | None
    beats: bool


class Counted(Value, frozen=True):
    """A hand that was laid open at the end: its cards, its points, and whether it pays."""

    cards: tuple[str, ...]
    points: int
    pays: bool


class Ended(Value, frozen=True):
    """The reason why the round is over, the winners, the payers, and all hands by seat."""

    reason: str
    winners: tuple[Seat, ...]
    payers: tuple[Seat, ...]
    hands: tuple[Counted, ...]


class Board(Observation, frozen=True):
    """The table as one viewer sees it.

    * `top`: the pair on top, empty before the first.
    * `value`: the value to beat, None if any pair may be laid.
    * `laid_by`: the seat that laid the top pair; None before the first pair, and for a new start
      value.
    * `discard`: the number of cards under it.
    * `passes`: the number of passes in a row; as many passes as seats cause a new start value.
    * `spared`: the seats that may pass their next turn without drawing, as they drew in the last
      one.
    * `turns`: completed turns; after `last_turn` (0: no limit) it is closing time.
    * `hand`: the viewer's own cards.
    * `twos`: all twos that it contains, highest last.
    * `can_lay`: whether the viewer holds a pair that beats the value.
    """

    phase: Annotated[str, one_of(Phase)]
    began: Seat
    active: Seat
    since_ms: Millis
    hand: tuple[str, ...]
    twos: tuple[Two, ...]
    can_lay: bool
    cards: tuple[int, ...]
    """The number of cards that each seat holds."""
    stock: int
    discard: int
    top: tuple[str, ...]
    value: int | None
    laid_by: Seat | None
    passes: int
    turns: int
    last_turn: int
    spared: tuple[Seat, ...]
    ended: Ended | None

    @property
    def near_goal(self) -> tuple[Seat, ...]:
        """The seats that get rid of their last cards with one more pair."""
        return tuple(seat for seat, held in enumerate(self.cards) if held == 2)


def observe(rules: Rules, state: State, viewer: Viewer) -> Board:
    """Return the table as this seat, or a spectator, sees it."""
    hand = () if viewer is None else state.hands[viewer]
    twos = found(hand, _twos(state.value))
    return Board(
        viewer=viewer,
        awaited=() if state.phase is Phase.OVER else (state.active,),
        phase=state.phase.value,
        began=state.began,
        active=state.active,
        since_ms=state.since_ms,
        hand=names(hand),
        twos=twos,
        can_lay=bool(twos) and twos[-1].beats,
        cards=tuple(map(len, state.hands)),
        stock=len(state.stock),
        discard=len(state.discard),
        top=names(state.top),
        value=None if state.value == FREE else state.value,
        laid_by=state.laid_by,
        passes=state.passes,
        turns=state.turns,
        last_turn=last_turn(rules, state.seats),
        spared=state.spared,
        ended=_ended(rules, state),
    )


@cache
def _twos(value: int) -> tuple[tuple[int, Two], ...]:
    """Every combination of two cards, highest last, each with the bits that it needs."""
    twos = combinations_with_replacement(NAMES, 2)
    ordered = sorted(twos, key=lambda two: (STRENGTH[two], two))
    return tuple((needs(two), _two(two, value)) for two in ordered)


def _two(two: Pair, value: int) -> Two:
    strength = STRENGTH[two]
    return Two(
        cards=names(two),
        counts=None if strength in (NONE, ACES) else strength,
        effect=None if strength == NONE else EFFECT_OF[two].value,
        beats=strength > value,
    )


def _ended(rules: Rules, state: State) -> Ended | None:
    outcome = scores.outcome(rules, state)
    if outcome is None:
        return None
    payers = scores.payers(outcome)
    return Ended(
        reason=outcome.reason,
        winners=series.winners(outcome),
        payers=payers,
        hands=tuple(
            Counted(names(hand), counted, seat in payers)
            for seat, (hand, counted) in enumerate(zip(state.hands, outcome.scores, strict=True))
        ),
    )
