"""Events in words: the sentence that a game has for each, and its line in the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from core.rendering import cache
from games.kernel.contract import NOBODY, Event, Viewer
from games.kernel.session import UNDONE
from matches.store.history import ViewerLog
from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event as a template gets it, the sentence that the game has for it, and its line."""

    kind: str
    raw: str
    words: SafeString
    html: SafeString = field(compare=False)
    public: bool
    """Whether everybody was told."""

    @property
    def data(self) -> dict[str, Any]:
        """The event's facts."""
        facts: dict[str, Any] = json.loads(self.raw)
        return facts


def sentence_of(
    slug: str, event: Event, names: Sequence[str], *, to_others: bool = False
) -> SafeString:
    """The sentence that a game has for an event, in the language that is active.

    It is the same for all who are told: what concerns one alone is an event for that seat, and says `you`.
    `to_others`: it names that seat instead, for who reads what all were told.
    """
    return line_of(slug, event, tuple(names), to_others=to_others).words


def line_of(
    slug: str, event: Event, names: tuple[str, ...], *, to_others: bool = False
) -> EventLine:
    """The event's line in the log, in the language that is active; `to_others`: see `sentence_of`."""
    facts = json.dumps(event.data, sort_keys=True)
    told = event.audience
    holder = names[told[0]] if to_others and told is not None and len(told) == 1 else ""
    return _line(slug, event.kind, facts, told is None, names, holder, cache.language())


@lru_cache(maxsize=20_000)
def _line(
    slug: str,
    kind: str,
    facts: str,
    public: bool,
    names: tuple[str, ...],
    holder: str,
    language: str,
) -> EventLine:
    """The same, kept: all who are told get it, and each board repeats the lines of the boards before it."""
    common = kind == UNDONE
    template = "board/undone.html" if common else f"games/{slug}/event.html"
    event = {"kind": kind, "data": json.loads(facts)}
    known = {"event": event, "names": names, "holder": holder}
    said = mark_safe(cache.render(template, known).strip())
    row = format_html('<li data-kind="{}">{}</li>', kind, said)
    return EventLine(kind, facts, said, row, public)


def told_to(
    table: Table,
    names: tuple[str, ...],
    you: Viewer,
    lines: int | None = None,
    since: int | None = None,
) -> ViewerLog:
    """Tell this viewer of the round, as `EventLine`s in the language that is active.

    `names`: what the holders of the seats are called. `lines`: so many lines are enough, and the
    moments that a seat has not acknowledged, or those since the version that a spectator's page
    shows (`since`; None: none).
    """

    def line(event: Event) -> EventLine:
        return line_of(table.meta.slug, event, names)

    changes = None if lines is None else _unseen(table, you, since)
    return table.history.log_for(you, (names, cache.language()), line, lines, changes)


def _unseen(table: Table, you: Viewer, since: int | None) -> int:
    """How many changes this viewer was not shown yet."""
    if you is not None:
        return table.visible[you + 1] - table.seats[you].acknowledged
    return 0 if since is None else table.shown_version(None) - since


def revealed(table: Table, names: tuple[str, ...]) -> tuple[EventLine, ...]:
    """Reveal what nobody was to know before the round was over, for whom everybody may know it now."""
    return tuple(
        line_of(table.meta.slug, event, names)
        for event in table.events()
        if event.audience == NOBODY
    )
