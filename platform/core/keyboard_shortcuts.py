"""The keyboard shortcuts of the site, without the games' own, for the page that lists them.

Each place has its own keys. Those of the site work on every page, except while the table has the
focus; those of the table only then (`core/js/focus.js`). A game's own keys are in
`templates/games/<slug>/keys.html`. A test compares all of it with pages and scripts.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from games.kernel.contract import N_


@dataclass(frozen=True, slots=True)
class Key:
    """The effect of some keys. `keys`: by a browser's names; `shown`: by people's names."""

    keys: tuple[str, ...]
    shown: tuple[str | Promise, ...]
    does: str


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the site, and the keys that work there. `name`: in the address of the list."""

    name: str
    title: str
    keys: tuple[Key, ...]


def _plain(keys: str, does: str) -> Key:
    return Key(tuple(keys), tuple(keys.upper()), does)


_ESCAPE: Final = pgettext_lazy("a key", "Esc")
_ENTER: Final = pgettext_lazy("a key", "Enter")
ARROWS: Final = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")

EVERYWHERE: Final = (_plain("?", N_("Show all keys.")),)
SITE: Final = (_plain("n", N_("Go to the next match where it is your turn.")),)
TABLE: Final = (
    Key(
        ARROWS,
        ("←", "→", "↑", "↓"),
        N_("Go to the next card; with Shift, move a card in your hand."),
    ),
    Key(
        ("Enter",),
        (_ENTER,),
        N_("Choose a card; if it is already chosen, play it. In a text field: play the word."),
    ),
    Key(("Escape",), (_ESCAPE,), N_("Clear your choice. Press again to leave the table.")),
    _plain("i", N_("Ask what the card does, or the open cards of the table.")),
    _plain("z", N_("Take back the move.")),
)
READING: Final = (
    Key(("ArrowLeft", "ArrowRight"), ("←", "→"), N_("Previous move, next move.")),
    Key(
        ("Home", "End"),
        (pgettext_lazy("a key", "Home"), pgettext_lazy("a key", "End")),
        N_("Go to the start or the end of the round."),
    ),
    Key(
        ("PageUp", "PageDown"),
        (pgettext_lazy("a key", "Page up"), pgettext_lazy("a key", "Page down")),
        N_("Previous highlight, next highlight."),
    ),
    _plain("i", N_("Ask what the open cards do.")),
)
COURT: Final = (
    _plain("jk", N_("Next case or word, previous case or word.")),
    _plain("/", N_("Search.")),
    _plain("c", N_("Claim the case.")),
    _plain("1234", N_("Choose a decision.")),
    _plain("q", N_("Go back to the queue.")),
)

PLACES: Final = (
    Place("everywhere", N_("Everywhere"), EVERYWHERE),
    Place("pages", N_("Everywhere except at the table"), SITE),
    Place("table", N_("At the table, after a click or Tab into it"), TABLE),
    Place("replay", N_("In a replay"), READING),
    Place("court", N_("In the word court"), COURT),
)
