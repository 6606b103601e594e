"""The pieces on the page that stand for an action, and the action that a selection stands for.

The pieces, with n as the `seq` of the board (of the placement for the last two):

* `reveal-n`: the seat's own draw pile, or the discard pile that becomes one;
* `keep-n`, `undo-n`: buttons, or the seat's own discard pile;
* `discard-n`, `turned-n`: the card to lay, together with its target: `middle-0` to `middle-4`,
  `seat-0` to `seat-7`. One piece may contain both: `turned-n-middle-0`;
* `call-n`, `accept-n`: buttons.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.kernel.contract import Rules, Seat
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
from games.schlafmuetzen.state import State

BUTTONS: Final[Mapping[str, Callable[[int], SchlafmuetzenAction]]] = {
    "reveal": Reveal,
    "keep": KeepRevealed,
    "undo": UndoFlip,
    "call": CallSchlafmuetze,
    "accept": AcceptPlacement,
}
# Each of the callables is a class.
NAMES: Final[Mapping[type[Any], str]] = {kind: name for name, kind in BUTTONS.items()}  # type: ignore[misc]
SOURCES: Final[Mapping[str, Callable[[int, str], SchlafmuetzenAction]]] = {
    "discard": PlaceDiscardTop,
    "turned": PlaceRevealed,
}
BUTTON: Final = re.compile(rf"({'|'.join(BUTTONS)})-(\d{{1,9}})", re.ASCII)
SOURCE: Final = re.compile(r"(discard|turned)-(\d{1,9})", re.ASCII)
TARGET: Final = re.compile(r"(?:middle|seat)-\d", re.ASCII)
BOTH: Final = re.compile(rf"({SOURCE.pattern})-({TARGET.pattern})", re.ASCII)


def selection_of(action: SchlafmuetzenAction) -> tuple[str, ...]:
    """Return the pieces that stand for this action."""
    match action:
        case PlaceDiscardTop(seq, target):
            return tuple(sorted((f"discard-{seq}", target)))
        case PlaceRevealed(seq, target):
            return tuple(sorted((f"turned-{seq}", target)))
        case (
            Reveal(seq) | KeepRevealed(seq) | UndoFlip(seq) | CallSchlafmuetze(seq)
            | AcceptPlacement(seq)
        ):  # fmt: skip
            return (f"{NAMES[type(action)]}-{seq}",)
        case _:
            return ()


def action_from_selection(
    rules: Rules, state: State, seat: Seat, selection: tuple[str, ...]
) -> SchlafmuetzenAction | None:
    """Return the action that a selection stands for, legal or not; None if there is none."""
    match selection:
        case (one,) if found := BUTTON.fullmatch(one):
            return BUTTONS[found[1]](int(found[2]))
        case (one,) if found := BOTH.fullmatch(one):
            return _place(found[1], found[4])
        case (one, other) if TARGET.fullmatch(one):
            return _place(other, one)
        case (one, other) if TARGET.fullmatch(other):
            return _place(one, other)
        case _:
            return None


def _place(source: str, target: str) -> SchlafmuetzenAction | None:
    found = SOURCE.fullmatch(source)
    return None if found is None else SOURCES[found[1]](int(found[2]), target)
