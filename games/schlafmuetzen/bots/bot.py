"""The bots: they use the open cards and the events they saw, and err like people.

They do what the rules require, except for what they overlook; their level sets how often that
happens. They judge placements by eye, never by the table's own knowledge, and may call without
a reason.
"""

from __future__ import annotations

from functools import partial
from typing import Final, NamedTuple, TypeAlias

from games.kernel.contract import Bot, Chance, InformationState, Rules, Seat
from games.schlafmuetzen.actions import (
    AcceptPlacement,
    CallSchlafmuetze,
    KeepRevealed,
    PlaceDiscardTop,
    PlaceRevealed,
    Reveal,
    SchlafmuetzenAction,
    UndoFlip,
)
from games.schlafmuetzen.cards import Card
from games.schlafmuetzen.duty import fits, overlooked, required, targets
from games.schlafmuetzen.memory import judged, missed, tops
from games.schlafmuetzen.state import Piles
from games.schlafmuetzen.view import Board

Sight: TypeAlias = InformationState[SchlafmuetzenAction, Board]
PROMILLE: Final = 1_000


class Attention(NamedTuple):
    """Chances that a player notices something, per thousand.

    * `first`: that the top discard fits, before it turns a card.
    * `again`: the same, with the turned card in the hand.
    * `fits`: that the turned card fits on some pile.
    * `order`: where it must go first, if it fits on several piles.
    * `slips`: lays a card where it almost fits.
    * `misfit`, `priority`, `overlooked`: notices another seat's mistake of this kind when it
      happens; half as often once the table has moved on.
    * `errs`: calls although nothing was wrong.
    """

    first: int
    again: int
    fits: int
    order: int
    slips: int
    misfit: int
    priority: int
    overlooked: int
    errs: int


EASY: Final = Attention(
    first=820, again=350, fits=880, order=700, slips=15,
    misfit=800, priority=200, overlooked=300, errs=8,
)  # fmt: skip
NORMAL: Final = Attention(
    first=940, again=550, fits=960, order=900, slips=4,
    misfit=940, priority=550, overlooked=650, errs=3,
)  # fmt: skip
HARD: Final = Attention(
    first=993, again=850, fits=996, order=990, slips=0,
    misfit=995, priority=920, overlooked=950, errs=0,
)  # fmt: skip


def plays(
    attention: Attention, rules: Rules, seen: Sight, chance: Chance
) -> SchlafmuetzenAction | None:
    """Call out a noticed mistake, else play the turn; return None to do nothing now."""
    board, seat = seen.observation, seen.observation.viewer
    assert seat is not None, "a spectator has no action to choose"
    if board.strict:
        return seen.offers[0]  # only the required actions are legal
    if seat in board.callers and board.laid is not None:
        if _notices(attention, seen, chance):
            return CallSchlafmuetze(board.laid.seq)
        if board.phase == "win_window":
            return AcceptPlacement(board.laid.seq)
    if seat != board.active or board.phase == "win_window":
        return None
    if board.turned is None:
        return _turn_begins(attention, board, seat, chance)
    return _card_is_turned(attention, seen, seat, board.turned, chance)


def _notices(attention: Attention, seen: Sight, chance: Chance) -> bool:
    board = seen.observation
    assert board.laid is not None
    late = board.seq != board.laid.seq
    mistakes = judged(board, seen.events)
    for wrong in mistakes:
        sees = {
            "does_not_fit": attention.misfit,
            "wrong_priority": attention.priority,
        }.get(wrong.kind, attention.overlooked)
        if _happens(sees // 2 if late else sees, chance):
            return True
    return not mistakes and not late and _happens(attention.errs, chance)


def _turn_begins(
    attention: Attention, board: Board, seat: Seat, chance: Chance
) -> SchlafmuetzenAction:
    piles = tops(board)
    first = overlooked(piles, seat)
    if first is not None and _happens(attention.first, chance):
        return PlaceDiscardTop(board.seq, _where(attention, piles, seat, first.card, chance))
    return Reveal(board.seq)


def _card_is_turned(
    attention: Attention, seen: Sight, seat: Seat, card: Card, chance: Chance
) -> SchlafmuetzenAction:
    board = seen.observation
    piles, seq = tops(board), board.seq
    first = overlooked(piles, seat)
    if first is not None and _happens(attention.again, chance):
        return PlaceDiscardTop(seq, _where(attention, piles, seat, first.card, chance))
    if board.may_undo and missed(board, seen.events) and _happens(attention.again, chance):
        return UndoFlip(seq)
    if required(piles, seat, card):
        if _happens(attention.fits, chance):
            return PlaceRevealed(seq, _where(attention, piles, seat, card, chance))
    elif _happens(attention.slips, chance) and (near := _almost(piles, seat, card)):
        return PlaceRevealed(seq, chance.choice(near))
    return KeepRevealed(seq)


def _where(attention: Attention, piles: Piles, seat: Seat, card: Card, chance: Chance) -> str:
    """Return where the card must go, or sometimes another pile that it fits on."""
    must = required(piles, seat, card)
    others = [
        target
        for target in targets(piles, seat)
        if target not in must and fits(piles, card, target)
    ]
    if others and not _happens(attention.order, chance):
        return chance.choice(others)
    return chance.choice(must)


def _almost(piles: Piles, seat: Seat, card: Card) -> list[str]:
    """List the piles where a card one higher or lower would fit."""
    return [
        target
        for target in targets(piles, seat)
        if fits(piles, card - 1, target) or fits(piles, card + 1, target)
    ]


def _happens(promille: int, chance: Chance) -> bool:
    return chance.below(PROMILLE) < promille


BOTS: Final[dict[str, Bot[SchlafmuetzenAction, Board]]] = {
    "easy": partial(plays, EASY),
    "normal": partial(plays, NORMAL),
    "hard": partial(plays, HARD),
}
