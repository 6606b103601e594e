"""What is said of a game's events, by its own template."""

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
    """The line that the log has for an event, with its markup."""
    given = {"event": {"kind": event.kind, "data": event.data}, "names": names, "holder": ""}
    return render_to_string(f"games/{game.meta.slug}/event.html", given)


def words(game: AnyGame, event: Event, names: Sequence[str] = NAMES) -> str:
    """What a person reads of it: no markup, no double spaces."""
    bare = re.sub(r"<[^>]*>", "", sentence(game, event, names))
    return " ".join(html.unescape(bare).split())


def text(page: str) -> str:
    """What a person reads of some HTML: no markup, no double spaces."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())
