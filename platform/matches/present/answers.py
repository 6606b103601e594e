"""The button of an answer: a pick that is a whole action, on a board or in a list of matches.

A game's `answers.html` has `{{ answer("draw_two", _("Draw two")) }}` for each of them. The caller
that renders it passes `answer`: an `OnBoard`, or a `Listed`, which also records the picks. Both
decide whether a button may be the main one.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from core.pictures import icon as picture
from games.kernel.contract import Meta

_BOARD = format_html('form="{}"', "play")


def quiet_picks(meta: Meta, offers: Sequence[tuple[str, ...]]) -> frozenset[str]:
    """Return the picks that give something up, if another action is offered."""
    if len(offers) < 2:
        return frozenset()
    alone = (picks[0] for picks in offers if len(picks) == 1)
    return frozenset(pick for pick in alone if pick.partition("-")[0] in meta.gives_up)


@dataclass(frozen=True, slots=True)
class OnBoard:
    """Buttons of a board; each button plays its pick."""

    quiet: frozenset[str] = frozenset()
    """The picks whose button is not the main one."""

    def __call__(self, pick: str, words: str = "", **looks: Any) -> SafeString:
        """Return the button that plays this pick."""
        return _button(SafeString(""), pick, words, _BOARD, self.quiet, **looks)


@dataclass(slots=True)
class Listed:
    """Buttons for a list of matches; each button sends its pick to its own match."""

    match_id: uuid.UUID
    seen: int
    """The version of the match that these buttons answer."""
    quiet: frozenset[str] = frozenset()
    """The picks whose button is not the main one."""
    picks: set[str] = field(default_factory=set)
    """The picks that have a button so far."""

    def __call__(self, pick: str, words: str = "", **looks: Any) -> SafeString:
        """Return the button that sends this pick to its match.

        The id of the element contains the version, so a press never answers a newer situation.
        """
        self.picks.add(pick)
        element = format_html('id="answer-{}-{}-{}" ', self.match_id, self.seen, pick)
        address = reverse("pages:answer_from_list", args=[self.match_id])
        form = format_html('form="answer" formaction="{}?seen={}"', address, self.seen)
        return _button(element, pick, words, form, self.quiet, **looks | {"element_id": ""})


def _button(
    element: SafeString,
    pick: str,
    words: str,
    form: SafeString,
    quiet: frozenset[str],
    *,
    primary: bool = False,
    key: str | int = "",
    shows_key: bool = False,
    icon: str = "",
    kind: str = "",
    element_id: str = "",
    caller: Callable[[], SafeString] | None = None,
) -> SafeString:
    """Return a button with the content `words`, or with the text between `{% call %}` and
    `{% endcall %}`.

    `primary`: the main action, unless it is a `quiet` one; `key`: its key on the keyboard, which `shows_key` prints on it;
    `icon`: a picture before the words; `kind`: further classes; `element_id`: its id on a board.
    """
    classes = " ".join(
        part
        for part in (
            "button",
            "button--primary" if primary and pick not in quiet else "",
            kind,
            "piece",
        )
        if part
    )
    return format_html(
        '<button {}class="{}" name="pick" value="{}" {}{}{}>{}{}{}</button>',
        format_html('id="{}" ', element_id) if element_id else element,
        classes,
        pick,
        form,
        format_html(' data-key="{}"', key) if key else "",
        _hint(str(key)) if key and form is _BOARD and not shows_key else "",
        picture(icon) if icon else "",
        words if caller is None else caller(),
        format_html(' <kbd class="key" aria-hidden="true">{}</kbd>', key) if shows_key else "",
    )


def _hint(key: str) -> SafeString:
    """Return the title of a button that a key presses."""
    return format_html(' title="{}"', _("Key %(key)s") % {"key": key.upper()})
