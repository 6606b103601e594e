"""Samples of a whole round that fits all that one viewer knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from games.kernel.contract import Chance, InformationState, Rules
from games.siebenschlaefer.actions import SiebenschlaeferAction
from games.siebenschlaefer.cards import DECK, FACE_NAMED, Face
from games.siebenschlaefer.memory import Memory
from games.siebenschlaefer.pairs import FREE
from games.siebenschlaefer.state import Phase, Reason, State
from games.siebenschlaefer.view import Board


def sample_state(
    rules: Rules, seen: InformationState[SiebenschlaeferAction, Board], chance: Chance
) -> State:
    """Sample one such state."""
    return sampler(rules, seen)(chance)


def sampler(
    rules: Rules, seen: InformationState[SiebenschlaeferAction, Board]
) -> Callable[[Chance], State]:
    """Return a function that samples such states; it goes through the events only once."""
    board = seen.observation
    discard = tuple(Memory(seen.events).discard)
    if len(discard) != board.discard:
        discard = ()  # the viewer missed some events: then none of it is known
    unseen = Counter(DECK)
    for faces in (_faces(board.top), discard, *_hands(board)):
        unseen.subtract(faces)
    return partial(_sample, board, discard, sorted(unseen.elements()))


def _sample(board: Board, discard: tuple[Face, ...], unseen: list[Face], chance: Chance) -> State:
    """Keep the open cards and those known from events; deal the rest at random."""
    rest = chance.shuffled(unseen)
    hands = []
    for known, cards in zip(_hands(board), board.cards, strict=True):
        missing = cards - len(known)
        hands.append(tuple(sorted(known + rest[:missing])))
        rest = rest[missing:]
    hidden = board.discard - len(discard)
    return State(
        phase=Phase(board.phase),
        began=board.began,
        active=board.active,
        hands=tuple(hands),
        stock=rest[hidden:],
        discard=rest[:hidden] + discard,
        top=_faces(board.top),
        value=FREE if board.value is None else board.value,
        laid_by=board.laid_by,
        passes=board.passes,
        turns=board.turns,
        since_ms=board.since_ms,
        ending=None if board.ended is None else Reason(board.ended.reason),
        drew=board.spared or UNSET,
    )


def _hands(board: Board) -> list[tuple[Face, ...]]:
    """Return the cards of each hand that this viewer sees: its own, and all at the end."""
    if board.ended is not None:
        return [_faces(hand.cards) for hand in board.ended.hands]
    return [_faces(board.hand) if seat == board.viewer else () for seat in range(len(board.cards))]


def _faces(cards: tuple[str, ...]) -> tuple[Face, ...]:
    return tuple(FACE_NAMED[card] for card in cards)


def stock_anew(state: State, chance: Chance) -> State:
    """Return a state with the same hands and another order of the stock."""
    return replace(state, stock=chance.shuffled(state.stock))
