"""The button of an answer: a pick that is a whole action, on a board or in a list of matches.

A game's `answers.html` says `{{ answer("draw_two", _("Draw two")) }}` for each of them. Whoever
renders it says what `answer` is: `on_board`, or a `Listed`, which notes the picks, too.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from core.pictures import icon as picture

_BOARD = format_html('form="{}"', "play")


def on_board(pick: str, words: str = "", **looks: Any) -> SafeString:
    """The button that plays this pick on a board."""
    return _button(SafeString(""), pick, words, _BOARD, **looks)


@dataclass(slots=True)
class Listed:
    """Draws answers for a list of matches, where each sends itself to its own match."""

    match_id: uuid.UUID
    seen: int
    """The version of the match that these buttons answer to."""
    picks: set[str] = field(default_factory=set)
    """What can be answered so far."""

    def __call__(self, pick: str, words: str = "", **looks: Any) -> SafeString:
        """The button that sends this pick to its match.

        Another situation makes other elements of them, so that no press ever means something else.
        """
        self.picks.add(pick)
        element = format_html('id="answer-{}-{}-{}" ', self.match_id, self.seen, pick)
        address = reverse("pages:answer_from_list", args=[self.match_id])
        door = format_html('form="answer" formaction="{}?seen={}"', address, self.seen)
        return _button(element, pick, words, door, **looks | {"element_id": ""})


def _button(
    element: SafeString,
    pick: str,
    words: str,
    door: SafeString,
    *,
    primary: bool = False,
    key: str | int = "",
    shows_key: bool = False,
    icon: str = "",
    kind: str = "",
    element_id: str = "",
    caller: Callable[[], SafeString] | None = None,
) -> SafeString:
    """A button, with what stands in it as `words` or between `{% call %}` and `{% endcall %}`.

    `primary`: the one action that is meant; `key`: what presses it, which `shows_key` writes on it;
    `icon`: a picture before the words; `kind`: further classes; `element_id`: its id on a board.
    """
    classes = " ".join(
        part for part in ("button", "button--primary" if primary else "", kind, "piece") if part
    )
    return format_html(
        '<button {}class="{}" name="pick" value="{}" {}{}>{}{}{}</button>',
        format_html('id="{}" ', element_id) if element_id else element,
        classes,
        pick,
        door,
        format_html(' data-key="{}"', key) if key else "",
        picture(icon) if icon else "",
        words if caller is None else caller(),
        format_html(' <kbd class="key" aria-hidden="true">{}</kbd>', key) if shows_key else "",
    )
