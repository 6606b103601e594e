"""The name of a person as a link to their profile; scripts open a card of the person instead
(`js/person.js`).

All templates write the names of people with it. Bots have no profile, so their names are text.
"""

from __future__ import annotations

from functools import lru_cache

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

KINDS = frozenset({"person", "guest", "stand_in"})
"""The kinds of holders of a seat (`matches.present.board_context.Chair`) that are people."""


@lru_cache(maxsize=5_000)
def person_link(name: str, *, repeated: bool = False) -> SafeString:
    """Return a person's name as a link. The Tab key skips it if it is `repeated`: the page has the
    name elsewhere.
    """
    path = reverse("pages:person", args=[name])
    skipped = mark_safe(' tabindex="-1"') if repeated else ""
    return format_html('<a class="who" href="{}" data-person{}>{}</a>', path, skipped, name)


def holder_link(name: str, kind: str) -> SafeString | str:
    """Return the name of a seat's holder of this kind: a link if it is a person."""
    return person_link(name) if kind in KINDS and name else name
