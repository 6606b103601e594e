"""What one selects on the page to mean an action, and what a selection means.

To lay a card: its face ("eis-red"), the pile by its place ("pile-3"), the situation ("lay-17") and
the word as it was typed, in any order. A card and "lay-17" alone, or with a pile, mean to lay it
without these, and a pile without a card means the first card there: enough to ask why that cannot be
done. Buttons, each with the number of the
situation (`Board.seq`) or of the word (`Combination.seq`) that it answers to, here 17: `pass-17`
(nothing to open with), `stuck-17`, `unstuck-17`, `colour-red-17`; and of the word: `halt-17`,
`join-17`, `ready-17`, `valid-17`, `invalid-17`, `concede-17`, `object-17`, `point-2-17` (to seat
2), `accept-17`.
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
    """The handles that mean this action, sorted."""
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
    """The action that a selection means, legal or not; None if it means nothing."""
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
