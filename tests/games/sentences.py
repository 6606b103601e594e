"""The sentences about a game's events, from its own template."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.kernel.contract import Event
from games.kernel.registry import AnyGame

NAMES = ("Anna", "Bo", "Cleo", "Dan", "Eve", "Fynn", "Gül", "Hedi")


def sentence(game: AnyGame, event: Event, names: Sequence[str] = NAMES) -> SafeString:
    """Return the log's line for an event, with its markup."""
    given = {"event": {"kind": event.kind, "data": event.data}, "names": names, "holder": ""}
    return render_to_string(f"games/{game.meta.slug}/event.html", given)


def words(game: AnyGame, event: Event, names: Sequence[str] = NAMES) -> str:
    """Return the line as a person reads it: no markup, no double spaces."""
    bare = re.sub(r"<[^>]*>", "", sentence(game, event, names))
    return " ".join(html.unescape(bare).split())


def text(page: str) -> str:
    """Return HTML as a person reads it: no markup, no double spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())
