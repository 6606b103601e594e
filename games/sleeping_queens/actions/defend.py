"""A dragon or a wand: the answer that saves a queen (RULES.md 5.2)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Action, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.cards import FACE_NAMED, FACES, QUEENS
from games.sleeping_queens.state import DEFENCE_CARD, Raid, State
from games.sleeping_queens.turn import Turn

ONLY_A_DRAGON: Final = Refusal(
    "wrong_card", N_("Only a dragon helps against a knight."), clause="5.2"
)
ONLY_A_WAND: Final = Refusal("wrong_card", N_("Only a wand helps against a potion."), clause="5.2")


class Defend(Action, frozen=True):
    """A dragon against the knight, or a wand against the potion."""

    card: str


def why_not(rules: Rules, state: State, seat: Seat, action: Defend) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    face = FACE_NAMED.get(action.card)
    if face not in state.hands[seat]:
        return refusals.NOT_IN_HAND
    raid = state.pending.raid
    if face == DEFENCE_CARD[raid]:
        return None
    return ONLY_A_DRAGON if raid is Raid.KNIGHT else ONLY_A_WAND


def offers(rules: Rules, state: State, seat: Seat) -> tuple[Defend, ...]:
    """Offer the card that helps, if it is in the hand."""
    card = DEFENCE_CARD[state.pending.raid]
    return (Defend(FACES[card]),) if card in state.hands[seat] else ()


def carry_out(turn: Turn, seat: Seat, action: Defend) -> None:
    """Keep the queen, replace the card at once, and end the attack (RULES.md 5.2)."""
    attacker = turn.state.active
    queen = QUEENS[turn.state.pending.queen]
    turn.discard(seat, (FACE_NAMED[action.card],))
    turn.public_event("defended", victim=seat, attacker=attacker, card=action.card, queen=queen)
    turn.refill(seat)
    turn.end_turn()
