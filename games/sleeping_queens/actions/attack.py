"""Code that knight and potion share: targets and attack (RULES.md 3.4, 3.5, 5.1 to 5.4)."""

from __future__ import annotations

from typing import Final

from games.kernel.contract import N_, Chance, Millis, Refusal, Seat
from games.sleeping_queens import refusals
from games.sleeping_queens.cards import QUEEN_NAMED, QUEEN_POINTS, QUEENS
from games.sleeping_queens.state import ATTACK_CARD, Pending, Phase, Raid, State, may_attack
from games.sleeping_queens.turn import Turn

HOLD_AT_LEAST_MS: Final = 2500  # RULES.md 5.4
HOLD_EXTRA_MS: Final = 1500

ATTACK_NEEDS_QUEEN: Final = Refusal(
    "invalid_target", N_("Choose a queen who is awake in front of another player as well.")
)
OWN_QUEEN: Final = Refusal(
    "invalid_target", N_("She is yours already: choose another player's queen.")
)


def why_not(
    state: State,
    seat: Seat,
    raid: Raid,
    victim: Seat,
    queen: str,
    *,
    nobody: Refusal,
    no_card: Refusal = refusals.NOT_IN_HAND,
) -> Refusal | None:
    """Return why this queen may not be attacked; None if she may.

    `nobody`: the refusal if no queen can be attacked. `no_card`: the one without the card for it.
    """
    if victim == seat:
        return OWN_QUEEN
    if ATTACK_CARD[raid] not in state.hands[seat]:
        return no_card
    if 0 <= victim < state.seats and QUEEN_NAMED.get(queen) in state.awake[victim]:
        return None
    return ATTACK_NEEDS_QUEEN if may_attack(state.awake, state.active, raid) else nobody


def begin(turn: Turn, seat: Seat, raid: Raid, victim: Seat, queen: str, slot: int | None) -> None:
    """Play the card, and wait for the attacked seat's answer (RULES.md 5.1)."""
    turn.discard(seat, (ATTACK_CARD[raid],))
    turn.public_event(
        "attack", kind=raid.value, attacker=seat, victim=victim, queen=queen, slot=slot
    )
    attack = Pending(raid, victim, QUEEN_NAMED[queen], slot, draw_hold(turn.chance))
    turn.enter(Phase.DEFENSE, attack=attack)


def draw_hold(chance: Chance) -> Millis:
    """Draw the shortest time before an attack succeeds, in milliseconds (RULES.md 5.4)."""
    return HOLD_AT_LEAST_MS + chance.below(HOLD_EXTRA_MS + 1)


def succeed(turn: Turn) -> None:
    """Let the attack succeed: the queen changes sides or falls asleep (RULES.md 5.3)."""
    attack, attacker = turn.state.pending, turn.state.active
    queen, victim = attack.queen, attack.victim
    turn.own(victim, (other for other in turn.state.awake[victim] if other != queen))
    if attack.slot is not None:
        turn.lay(attack.slot, queen, shown=True)
        turn.show_once(
            "queen_slept", attack.slot, attacker=attacker, victim=victim, queen=QUEENS[queen]
        )
        turn.end_turn()
        return
    turn.own(attacker, (*turn.state.awake[attacker], queen))
    turn.public_event(
        "queen_stolen",
        attacker=attacker,
        victim=victim,
        queen=QUEENS[queen],
        points=QUEEN_POINTS[queen],
    )
    if not turn.decided_by(attacker):
        turn.end_turn()
