"""The action to discard any card, if no card in the hand can be played (RULES.md 3.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.kernel.contract import N_, Action, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.cards import FACE_NAMED, FACES, Face, is_number
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import State, stuck
from games.sleeping_queens.turn import Turn

SOMETHING_PLAYABLE: Final = Refusal(
    "has_playable_card",
    N_("You may discard any card only when nothing in your hand can be played."),
    clause="3.7",
)


class DiscardAny(Action, frozen=True):
    """A single card of any kind, if no card in the hand can be played."""

    card: str


def why_not(rules: Rules, state: State, seat: Seat, action: DiscardAny) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    if FACE_NAMED.get(action.card) not in state.hands[seat]:
        return refusals.NOT_IN_HAND
    return None if may_go(rules, state, seat) else SOMETHING_PLAYABLE


def may_go(rules: Rules, state: State, seat: Seat) -> bool:
    """Return whether any card of this hand may be laid down."""
    return chosen(rules, "single_discard", "any_card") or stuck(state, seat)


def offers(rules: Rules, state: State, seat: Seat) -> tuple[DiscardAny, ...]:
    """Offer each special card; a single number is already offered by `numbers`."""
    return _specials(state.hands[seat]) if may_go(rules, state, seat) else ()


@lru_cache(maxsize=4_096)
def _specials(hand: tuple[Face, ...]) -> tuple[DiscardAny, ...]:
    specials = sorted({face for face in hand if not is_number(face)})
    return tuple(DiscardAny(FACES[face]) for face in specials)


def carry_out(turn: Turn, seat: Seat, action: DiscardAny) -> None:
    """Lay the card down, and draw another one (RULES.md 3.7)."""
    turn.discard(seat, (FACE_NAMED[action.card],))
    turn.public_event("card_discarded", seat=seat, card=action.card)
    turn.end_turn()
