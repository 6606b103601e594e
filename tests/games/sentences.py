"""The sentences about a game's events, from its own template."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.kernel.contract import Event, Viewer
from games.kernel.registry import AnyGame
from matches.present.reader import Reader

NAMES = ("Anna", "Bo", "Cleo", "Dan", "Eve", "Fynn", "Gül", "Hedi")


def sentence(
    game: AnyGame, event: Event, names: Sequence[str] = NAMES, you: Viewer = None
) -> SafeString:
    """Return the log's line for an event as the holder of this seat reads it, with its markup."""
    told = {"kind": event.kind, "data": event.data}
    given = {"event": told, "names": names, "holder": "", "you": Reader(you)}
    return render_to_string(f"games/{game.meta.slug}/event.html", given)


def words(game: AnyGame, event: Event, names: Sequence[str] = NAMES, you: Viewer = None) -> str:
    """Return the line as a person reads it: no markup, no double spaces."""
    bare = re.sub(r"<[^>]*>", "", sentence(game, event, names, you))
    return " ".join(html.unescape(bare).split())


def text(page: str) -> str:
    """Return HTML as a person reads it: no markup, no double spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())
