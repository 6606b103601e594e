"""The keyboard shortcuts of the site, without the games' own, for the page that lists them.

Each place has its own keys. Those of the site work on every page, except while the table has the
focus; those of the table only then (`core/js/focus.js`). A game's own keys are in
`templates/games/<slug>/keys.html`. A test compares all of it with pages and scripts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.kernel.contract import N_


@dataclass(frozen=True, slots=True)
class Key:
    """The effect of some keys. `keys`: by a browser's names; `shown`: by people's names (`N_`)."""

    keys: tuple[str, ...]
    shown: tuple[str, ...]
    does: str


def _plain(keys: str, does: str) -> Key:
    return Key(tuple(keys), tuple(keys.upper()), does)


_ESCAPE: Final = N_("Esc")
_ENTER: Final = N_("Enter")
ARROWS: Final = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

EVERYWHERE: Final = (_plain("?", N_("Show all keys.")),)
SITE: Final = (_plain("n", N_("Go to the next match that waits for you.")),)
TABLE: Final = (
    Key(ARROWS, ("←", "→", "↑", "↓"), N_("Go to the next card.")),
    Key(
        ("Enter",), (_ENTER,), N_("Choose a card; if it is chosen, play. In a field: lay the word.")
    ),
    Key(("Escape",), (_ESCAPE,), N_("Choose nothing after all; once more: leave the table.")),
    _plain("z", N_("Take the move back.")),
)
READING: Final = (
    Key(("ArrowLeft", "ArrowRight"), ("←", "→"), N_("One move back, one move on.")),
    Key(
        ("Home", "End"),
        (N_("Home"), N_("End")),
        N_("To the beginning of the round, to its end."),
    ),
    Key(
        ("PageUp", "PageDown"),
        (N_("Page up"), N_("Page down")),
        N_("To the highlight before, to the next one."),
    ),
)
COURT: Final = (
    _plain("jk", N_("To the next case or word, to the one before.")),
    _plain("/", N_("Search.")),
    _plain("c", N_("Claim the case.")),
    _plain("1234", N_("Choose a decision.")),
    _plain("q", N_("Back to the queue.")),
)

PLACES: Final = (
    (N_("Everywhere"), EVERYWHERE),
    (N_("Everywhere, but not at the table"), SITE),
    (N_("At the table, once something on it was clicked or reached by Tab"), TABLE),
    (N_("Reading a round"), READING),
    (N_("In the word court"), COURT),
)
"""Each place, and its keys."""
