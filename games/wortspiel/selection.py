"""The pieces on the page that stand for an action, and the action that a selection stands for.

To lay a card: its face ("eis-red"), the pile by its place ("pile-3"), the situation ("lay-17") and
the word as typed, in any order. A card and "lay-17", with or without a pile, stand for laying it
without the missing parts. A pile without a card stands for the first card on it. Both are enough to
ask why they are not allowed.

Each button has the number of the situation (`Board.seq`) or of the word (`Combination.seq`) that it
answers, here 17. For the situation: `pass-17` (cannot open), `stuck-17`, `unstuck-17`,
`colour-red-17`. For the word: `halt-17`, `join-17`, `ready-17`, `valid-17`, `invalid-17`,
`concede-17`, `object-17`, `point-2-17` (to seat 2), `accept-17`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from games.kernel.contract import Rules, Seat
from games.wortspiel.actions import (
    AcceptWord,
    ChooseColour,
    Concede,
    DeclareStuck,
    Doubt,
    JoinDoubt,
    ObjectTo,
    OpenPass,
    OpenPlay,
    PlayCard,
    PointTo,
    Ready,
    RetractStuck,
    TimeUp,
    Vote,
    WortspielAction,
)
from games.wortspiel.cards import COLOURS, NO_PILE
from games.wortspiel.lexicon import Lexicon
from games.wortspiel.state import Phase, State

_NUMBER: Final = r"(0|[1-9][0-9]{0,8})"
_PILE: Final = re.compile(rf"pile-{_NUMBER}")
_LAY: Final = re.compile(rf"lay-{_NUMBER}")
_POINT: Final = re.compile(rf"point-{_NUMBER}-{_NUMBER}")
_COLOUR: Final = re.compile(rf"colour-({'|'.join(COLOURS)})-{_NUMBER}")
_BUTTON: Final = re.compile(rf"([a-z]+)-{_NUMBER}")

BUTTONS: Final[Mapping[str, Callable[[int], WortspielAction]]] = {
    "pass": OpenPass,
    "stuck": DeclareStuck,
    "unstuck": RetractStuck,
    "halt": Doubt,
    "join": JoinDoubt,
    "ready": Ready,
    "valid": lambda seq: Vote(True, seq),
    "invalid": lambda seq: Vote(False, seq),
    "concede": Concede,
    "object": ObjectTo,
    "accept": AcceptWord,
}
_NAMES: Final[Mapping[type[Any], str]] = {
    kind: name for name, kind in BUTTONS.items() if isinstance(kind, type)
}


def selection_of(action: WortspielAction) -> tuple[str, ...]:
    """Return the pieces that stand for this action, sorted."""
    match action:
        case OpenPlay(card, pile, word, seq) | PlayCard(card, pile, word, seq):
            return tuple(sorted((card, f"pile-{pile}", f"lay-{seq}", word)))
        case Vote(valid, seq):
            return (f"valid-{seq}" if valid else f"invalid-{seq}",)
        case PointTo(seat, seq):
            return (f"point-{seat}-{seq}",)
        case ChooseColour(colour, seq):
            return (f"colour-{colour}-{seq}",)
        case TimeUp():
            return ()
        case _:
            return (f"{_NAMES[type(action)]}-{action.seq}",)


def action_from_selection(
    rules: Rules, state: State, seat: Seat, selection: tuple[str, ...]
) -> WortspielAction | None:
    """Return the action that a selection stands for, legal or not; None if there is none."""
    if len(selection) == 1:
        return _button(selection[0])
    lexicon: Lexicon = rules.data
    rest = list(selection)
    card = next((pick for pick in rest if pick in lexicon.card_named), None)
    lay = next((found for pick in rest if (found := _LAY.fullmatch(pick))), None)
    pile = next((found for pick in rest if (found := _PILE.fullmatch(pick))), None)
    for known in (card, lay and lay.group(), pile and pile.group()):
        if known is not None:
            rest.remove(known)
    if card is None and pile is not None and state.hands[seat]:
        card = lexicon.handles[state.hands[seat][0]]
    if card is None or lay is None or len(rest) > 1:
        return None
    kind = OpenPlay if state.phase is Phase.OPENING else PlayCard
    place = NO_PILE if pile is None else int(pile[1])
    return kind(card, place, "".join(rest), int(lay[1]))


def _button(handle: str) -> WortspielAction | None:
    if found := _POINT.fullmatch(handle):
        return PointTo(int(found[1]), int(found[2]))
    if found := _COLOUR.fullmatch(handle):
        return ChooseColour(found[1], int(found[2]))
    found = _BUTTON.fullmatch(handle)
    if found and found[1] in BUTTONS:
        return BUTTONS[found[1]](int(found[2]))
    return None
