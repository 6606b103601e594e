"""Samples of a whole round that fits all that one viewer knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from games.kernel.contract import Chance, InformationState, Rules
from games.sleeping_queens.actions import SleepingQueensAction
from games.sleeping_queens.actions.attack import draw_hold
from games.sleeping_queens.cards import DECK, FACE_NAMED, QUEEN_NAMED, QUEENS, Face, Queen
from games.sleeping_queens.memory import Memory
from games.sleeping_queens.state import (
    EMPTY,
    Because,
    Ending,
    Pending,
    Phase,
    Raid,
    Reason,
    State,
    Turned,
    Waking,
    asleep,
)
from games.sleeping_queens.view import Board, Ended, Reveal, Wake


def sample_state(
    rules: Rules, seen: InformationState[SleepingQueensAction, Board], chance: Chance
) -> State:
    """Sample one such state."""
    return sampler(rules, seen)(chance)


def sampler(
    rules: Rules, seen: InformationState[SleepingQueensAction, Board]
) -> Callable[[Chance], State]:
    """Return a function that samples such states; it goes through the events only once."""
    return partial(_sample, seen.observation, Memory(seen.events))


def _sample(board: Board, memory: Memory, chance: Chance) -> State:
    """Keep the open cards and those known from events; deal the rest at random."""
    sleepers = _sleepers(board, memory)
    hands, draw, discard = _cards(board, memory, chance)
    return State(
        phase=Phase(board.phase),
        dealer=board.dealer,
        active=board.active,
        slots=_slots(board, sleepers, chance),
        shown=tuple(slot in sleepers for slot in range(len(board.slots))),
        awake=tuple(
            tuple(sorted(QUEEN_NAMED[queen] for queen in place.queens)) for place in board.places
        ),
        hands=hands,
        draw=draw,
        discard=discard,
        since_ms=board.since_ms,
        attack=_attack(board, chance),
        waking=_waking(board.wake),
        turned=_turned(board.reveal),
        ending=_ending(board.ended),
    )


def _sleepers(board: Board, memory: Memory) -> dict[int, Queen]:
    """Return the sleeping queens with known slots, by the memory aid or the viewer's memory."""
    remembered = {
        slot: QUEEN_NAMED[queen] for slot, queen in enumerate(board.remembered) if queen is not None
    }
    return remembered or memory.sleepers


def _slots(board: Board, sleepers: dict[int, Queen], chance: Chance) -> tuple[Queen, ...]:
    awake = {QUEEN_NAMED[queen] for place in board.places for queen in place.queens}
    known = awake | set(sleepers.values())
    others = iter(chance.shuffled([queen for queen in range(len(QUEENS)) if queen not in known]))
    return tuple(
        EMPTY if not asleep else sleepers[slot] if slot in sleepers else next(others)
        for slot, asleep in enumerate(board.slots)
    )


def _cards(
    board: Board, memory: Memory, chance: Chance
) -> tuple[tuple[tuple[Face, ...], ...], tuple[Face, ...], tuple[Face, ...]]:
    """Return the hands, the draw pile and the discard pile."""
    unseen = Counter(DECK)
    own = tuple(FACE_NAMED[card] for card in board.hand)
    unseen.subtract(own)
    discard = _remembered_discard(board, memory)
    unseen.subtract(discard)
    held = [
        own if seat == board.viewer else tuple(memory.held.get(seat, Counter()).elements())
        for seat in range(len(board.places))
    ]
    for seat, faces in enumerate(held):
        if seat != board.viewer:
            unseen.subtract(faces)
    rest = chance.shuffled(sorted(unseen.elements()))
    hands = []
    for faces, place in zip(held, board.places, strict=True):
        missing = place.cards - len(faces)
        hands.append(tuple(sorted(faces + rest[:missing])))
        rest = rest[missing:]
    hidden = board.discard - len(discard)
    return tuple(hands), rest[hidden:], rest[:hidden] + discard


def _remembered_discard(board: Board, memory: Memory) -> tuple[Face, ...]:
    """Return the whole discard pile if the events tell it, else only its open top."""
    top = () if board.discard_top is None else (FACE_NAMED[board.discard_top],)
    whole = tuple(memory.discarded)
    return whole if len(whole) == board.discard and whole[-1:] == top else top


def _attack(board: Board, chance: Chance) -> Pending | None:
    attack = board.attack
    if attack is None:
        return None
    return Pending(
        raid=Raid(attack.kind),
        victim=attack.victim,
        queen=QUEEN_NAMED[attack.queen],
        slot=attack.slot,
        hold_ms=draw_hold(chance),
        answered=board.answered,
    )


def _waking(wake: Wake | None) -> Waking | None:
    return None if wake is None else Waking(wake.seat, Because(wake.reason))


def _turned(reveal: Reveal | None) -> Turned | None:
    return None if reveal is None else Turned(FACE_NAMED[reveal.card], reveal.counted)


def _ending(ended: Ended | None) -> Ending | None:
    return None if ended is None else Ending(Reason(ended.reason), ended.winners)


def unseen_anew(state: State, chance: Chance) -> State:
    """Return a state with the same hands; draw pile and unknown sleeping queens are shuffled."""
    draw = chance.shuffled(state.draw)
    strangers = [slot for slot in asleep(state) if not state.shown[slot]]
    queens = iter(chance.shuffled([state.slots[slot] for slot in strangers]))
    slots = tuple(
        next(queens) if slot in strangers else queen for slot, queen in enumerate(state.slots)
    )
    return replace(state, slots=slots, draw=draw)
