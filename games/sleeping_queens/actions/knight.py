"""A knight, which rides for another seat's queen (RULES.md 3.4)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.kernel.contract import N_, Action, Refusal, Rules, Seat
from games.sleeping_queens.actions import attack
from games.sleeping_queens.cards import QUEEN_NAMED, QUEENS, clashing
from games.sleeping_queens.state import Awake, Raid, State, may_attack
from games.sleeping_queens.turn import Turn

NO_QUEEN_FOR_KNIGHT: Final = Refusal(
    "not_playable_now",
    N_("No other player has a queen that your knight could take."),
    clause="3.4",
)
NO_CARD_FOR_HER: Final = Refusal(
    "unknown_card", N_("For that you need a knight or a potion in your hand."), clause="3.4"
)
CAT_DOG: Final = Refusal(
    "cat_dog_conflict",
    N_("The Cat Queen and the Dog Queen cannot live together: you have the other one."),
    clause="3.4",
)


class PlayKnight(Action, frozen=True):
    """A knight rides for a queen who is awake before another seat."""

    victim: Seat
    queen: str


def why_not(rules: Rules, state: State, seat: Seat, action: PlayKnight) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    refusal = attack.why_not(
        state,
        seat,
        Raid.KNIGHT,
        action.victim,
        action.queen,
        nobody=NO_QUEEN_FOR_KNIGHT,
        no_card=NO_CARD_FOR_HER,
    )
    if refusal is None and clashing(QUEEN_NAMED[action.queen], state.awake[seat]) is not None:
        return CAT_DOG
    return refusal


def offers(rules: Rules, state: State, seat: Seat) -> tuple[PlayKnight, ...]:
    """Offer every queen that the knight could steal."""
    return _knights(state.awake, state.active)


@lru_cache(maxsize=4_096)
def _knights(awake: Awake, active: Seat) -> tuple[PlayKnight, ...]:
    raids = may_attack(awake, active, Raid.KNIGHT)
    return tuple(PlayKnight(victim, QUEENS[queen]) for victim, queen in raids)


def carry_out(turn: Turn, seat: Seat, action: PlayKnight) -> None:
    """Attack the queen; she is stolen unless a dragon helps (RULES.md 3.4)."""
    attack.begin(turn, seat, Raid.KNIGHT, action.victim, action.queen, None)
