"""Samples of a whole round that fits all that one viewer knows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from games.daumen_drauf.actions import DaumenDraufAction
from games.daumen_drauf.cards import CARD_NAMED, COLOURS, FACES, Card, deck
from games.daumen_drauf.memory import remembered
from games.daumen_drauf.state import Count, Ending, Phase, Reason, State
from games.daumen_drauf.view import Board, Ended
from games.kernel.contract import Chance, InformationState, Rules

FACE_NAMED = {name: face for face, name in enumerate(FACES)}


def sample_state(
    rules: Rules, seen: InformationState[DaumenDraufAction, Board], chance: Chance
) -> State:
    """Sample one such state."""
    return sampler(rules, seen)(chance)


def sampler(
    rules: Rules, seen: InformationState[DaumenDraufAction, Board]
) -> Callable[[Chance], State]:
    """Return a function that samples such states; it goes through the events only once."""
    board = seen.observation
    return partial(_sample, board, remembered(board, seen.events))


def _sample(board: Board, known: tuple[tuple[Card, ...], ...], chance: Chance) -> State:
    """Keep the open cards and those known from events; deal the rest at random."""
    own = tuple(CARD_NAMED[card] for card in board.hand)
    seats = len(board.places)
    open_cards = {CARD_NAMED[shown.card] for shown in board.trick if shown.card in CARD_NAMED}
    seen = open_cards.union(own, *known)
    unseen = [card for card in deck(seats) if card not in seen]
    trick = []
    for shown in board.trick:
        card = CARD_NAMED.get(shown.card)
        if card is None:  # under the thumb: one of the twins, or the one not seen yet
            face = FACE_NAMED[shown.card]
            card = chance.choice([card for card in (2 * face, 2 * face + 1) if card in unseen])
            unseen.remove(card)
        trick.append((shown.seat, card))
    rest = chance.shuffled(unseen)
    hands, piles = [], []
    for seat, place in enumerate(board.places):
        count = 0 if seat == board.viewer else place.cards
        hands.append(own if seat == board.viewer else tuple(sorted(rest[:count])))
        forgotten = place.pile - len(known[seat])
        piles.append(known[seat] + rest[count : count + forgotten])
        rest = rest[count + forgotten :]
    return State(
        phase=Phase(board.phase),
        began=board.began,
        active=board.active,
        hands=tuple(hands),
        stock=rest,
        piles=tuple(piles),
        since_ms=board.since_ms,
        trick=tuple(trick),
        order=tuple(COLOURS.index(colour) for colour in board.order),
        looked=(board.viewer,) if board.looked and board.viewer is not None else (),
        ending=_ending(board.ended),
    )


def _ending(ended: Ended | None) -> Ending | None:
    if ended is None:
        return None
    counts = tuple(Count(score.harmless, score.poisonous, score.left) for score in ended.scores)
    return Ending(Reason(ended.reason), counts)
