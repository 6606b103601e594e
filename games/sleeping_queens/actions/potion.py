"""A potion, which sends another seat's queen to sleep (RULES.md 3.5)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from games.kernel.contract import N_, Action, Refusal, Rules, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.actions import attack
from games.sleeping_queens.cards import QUEENS, SLOTS
from games.sleeping_queens.options import chosen
from games.sleeping_queens.state import EMPTY, Awake, Raid, State, empty, may_attack
from games.sleeping_queens.turn import Turn

NO_QUEEN_FOR_POTION: Final = Refusal(
    "not_playable_now",
    N_("No other player has a queen that your potion could send to sleep."),
    clause="3.5",
)
SLOT_OCCUPIED: Final = Refusal("slot_occupied", N_("A queen already sleeps there."), clause="3.5")
FIRST_PLACE_ONLY: Final = Refusal(
    "not_allowed",
    N_("At this table a queen always goes to sleep on the first empty place."),
    clause="3.5",
)


class PlayPotion(Action, frozen=True, omit_defaults=True):
    """A potion for another seat's queen; `slot` None: the first empty one."""

    victim: Seat
    queen: str
    slot: int | None = None


def why_not(rules: Rules, state: State, seat: Seat, action: PlayPotion) -> Refusal | None:
    """Return why this is not allowed; None if it is."""
    refusal = attack.why_not(
        state, seat, Raid.POTION, action.victim, action.queen, nobody=NO_QUEEN_FOR_POTION
    )
    if refusal is not None or action.slot is None:
        return refusal
    if chosen(rules, "potion_slot", "lowest"):
        return FIRST_PLACE_ONLY
    if not 0 <= action.slot < SLOTS:
        return refusals.NO_SUCH_SLOT
    return None if state.slots[action.slot] == EMPTY else SLOT_OCCUPIED


def offers(rules: Rules, state: State, seat: Seat) -> tuple[PlayPotion, ...]:
    """Offer every queen with every slot where she could sleep."""
    lowest = chosen(rules, "potion_slot", "lowest")
    return _potions(state.awake, state.active, (None,) if lowest else empty(state))


@lru_cache(maxsize=4_096)
def _potions(awake: Awake, active: Seat, slots: tuple[int | None, ...]) -> tuple[PlayPotion, ...]:
    raids = may_attack(awake, active, Raid.POTION)
    return tuple(
        PlayPotion(victim, QUEENS[queen], slot) for victim, queen in raids for slot in slots
    )


def carry_out(turn: Turn, seat: Seat, action: PlayPotion) -> None:
    """Attack the queen; she falls asleep unless a wand helps (RULES.md 3.5)."""
    slot = empty(turn.state)[0] if action.slot is None else action.slot
    attack.begin(turn, seat, Raid.POTION, action.victim, action.queen, slot)
