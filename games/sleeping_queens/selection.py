"""The pieces on the page that stand for an action, and the action that a selection stands for.

A hand card is its face ("king"), a place for queens "slot-3", an awake queen "queen-rose", an
entered sum "sum-5", the discard pile "discard", a button its own name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from games.kernel.contract import Rules, Seat, Value
from games.sleeping_queens.actions import (
    NO_NUMBER,
    NOWHERE,
    DeclineWake,
    Defend,
    DiscardAny,
    DiscardNumbers,
    LetHappen,
    PlayJester,
    PlayKing,
    PlayKnight,
    PlayPotion,
    SleepingQueensAction,
    WakeQueen,
    any_card,
)
from games.sleeping_queens.cards import (
    FACE_NAMED,
    KNIGHT,
    POTION,
    QUEEN_NAMED,
    clashing,
    is_number,
    value_of,
)
from games.sleeping_queens.state import Phase, State

PILE: Final = "discard"
BUTTONS: Final[Mapping[str, SleepingQueensAction]] = {
    "let_happen": LetHappen(),
    "decline_wake": DeclineWake(),
}


def selection_of(action: SleepingQueensAction) -> tuple[str, ...]:
    """Return the pieces that stand for this action, sorted."""
    handles = HANDLES.get(type(action))
    return () if handles is None else tuple(sorted(handles(action)))


def _numbers(action: DiscardNumbers) -> list[str]:
    said = [] if action.result is None else [f"sum-{action.result}"]
    return [str(value) for value in action.cards] + said


def _potion(action: PlayPotion) -> list[str]:
    where = [] if action.slot is None else [f"slot-{action.slot}"]
    return ["potion", f"queen-{action.queen}", *where]


def _any(action: DiscardAny) -> list[str]:
    # A jester alone means to play it; with single_discard=any_card it can also be discarded.
    return [action.card, PILE] if action.card == "jester" else [action.card]


HANDLES: Final[Mapping[type[Any], Callable[[Any], list[str]]]] = {
    PlayKing: lambda action: ["king", f"slot-{action.slot}"],
    PlayJester: lambda action: ["jester"],
    PlayKnight: lambda action: ["knight", f"queen-{action.queen}"],
    PlayPotion: _potion,
    DiscardNumbers: _numbers,
    DiscardAny: _any,
    Defend: lambda action: [action.card],
    LetHappen: lambda action: ["let_happen"],
    WakeQueen: lambda action: [f"slot-{action.slot}"],
    DeclineWake: lambda action: ["decline_wake"],
}


class Selection(Value, frozen=True):
    """The selected pieces by kind; at most one of each except cards."""

    faces: tuple[str, ...] = ()
    slot: int | None = None
    queen: str | None = None
    sum_: int | None = None
    pile: bool = False


def action_from_selection(
    rules: Rules, state: State, seat: Seat, selection: tuple[str, ...]
) -> SleepingQueensAction | None:
    """Return the action that a selection stands for, legal or not; None if there is none."""
    if len(selection) == 1 and selection[0] in BUTTONS:
        return BUTTONS[selection[0]]
    pieces = _sort_out(selection)
    if pieces is None:
        return None
    if not pieces.faces:
        return _without_cards(state, seat, pieces)
    if len(pieces.faces) > 1:
        return _several_cards(pieces)
    return _one_card(rules, state, seat, pieces)


def _sort_out(handles: tuple[str, ...]) -> Selection | None:
    faces = tuple(handle for handle in handles if handle in FACE_NAMED)
    targets = [handle for handle in handles if handle not in FACE_NAMED]
    found: dict[str, Any] = {}
    for handle in targets:
        kind, _, rest = handle.partition("-")
        match kind:
            case "slot" | "sum" if rest.isascii() and rest.isdecimal() and len(rest) <= 3:
                found["slot" if kind == "slot" else "sum_"] = int(rest)
            case "queen" if rest in QUEEN_NAMED:
                found["queen"] = rest
            case "discard" if handle == PILE:
                found["pile"] = True
            case _:
                return None
    if len(found) < len(targets):
        return None  # two slots or two queens: there is no such action
    return Selection(faces=faces, **found)


def _without_cards(state: State, seat: Seat, selection: Selection) -> SleepingQueensAction | None:
    slot, queen = selection.slot, selection.queen
    if slot is not None and selection == Selection(slot=slot):
        return WakeQueen(slot)
    # A queen alone waits for its card. Without one, the knight's reason says what is missing.
    if queen is not None and selection == Selection(queen=queen):
        victim = _owner(state, queen)
        return None if _has_card_for(state, seat, victim, queen) else PlayKnight(victim, queen)
    return None


def _has_card_for(state: State, seat: Seat, victim: Seat, queen: str) -> bool:
    hand, clash = state.hands[seat], clashing(QUEEN_NAMED[queen], state.awake[seat])
    return victim != seat and (POTION in hand or (KNIGHT in hand and clash is None))


def _several_cards(selection: Selection) -> SleepingQueensAction | None:
    if selection != Selection(faces=selection.faces, sum_=selection.sum_):
        return None
    return DiscardNumbers(_values(selection.faces), selection.sum_)


def _values(faces: tuple[str, ...]) -> tuple[int, ...]:
    cards = [FACE_NAMED[face] for face in faces]
    return tuple(sorted(value_of(card) if is_number(card) else NO_NUMBER for card in cards))


def _one_card(
    rules: Rules, state: State, seat: Seat, selection: Selection
) -> SleepingQueensAction | None:
    (face,) = selection.faces
    alone = selection == Selection(faces=(face,))
    if selection == Selection(faces=(face,), pile=True):
        return DiscardAny(face)
    if alone and state.phase is Phase.DEFENSE:
        return Defend(face)
    if is_number(FACE_NAMED[face]):
        return _several_cards(selection)
    if alone and face != "jester" and any_card.may_go(rules, state, seat):
        return DiscardAny(face)
    slot, queen = selection.slot, selection.queen
    match face:
        case "king" if selection == Selection(faces=(face,), slot=slot):
            return PlayKing(NOWHERE if slot is None else slot)
        case "jester" if alone:
            return PlayJester()
        case "knight" if selection == Selection(faces=(face,), queen=queen):
            return PlayKnight(_owner(state, queen), queen or "")
        case "potion" if selection == Selection(faces=(face,), queen=queen, slot=slot):
            return PlayPotion(_owner(state, queen), queen or "", slot)
        case "dragon" | "wand" if alone:
            return Defend(face)
        case _:
            return None


def _owner(state: State, queen: str | None) -> Seat:
    """Return the seat that has this queen; she is open, so her name is enough to find the seat."""
    if queen is not None:
        for seat, queens in enumerate(state.awake):
            if QUEEN_NAMED[queen] in queens:
                return seat
    return NOWHERE
