"""Events in words: the game's sentence for each event, and its line in the log."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from core.person_links import person_link
from core.rendering import cache
from games.kernel.contract import NOBODY, Event, Seat, Viewer
from games.kernel.session import UNDONE
from matches.engine import catalogue
from matches.present.reader import Reader
from matches.store.history import ViewerLog
from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class EventLine:
    """An event for a template, with the game's sentence for it and its line."""

    kind: str
    raw: str
    words: SafeString
    html: SafeString = field(compare=False)
    public: bool
    """True if everyone was told."""
    concerns: frozenset[Seat] = frozenset()
    """The seats to which it happened, if everyone was told."""

    def news_for(self, viewer: Viewer) -> SafeString:
        """Return the line in the news; `data-yours`: it happened to this viewer."""
        marked = " data-yours" if viewer in self.concerns else ""
        return mark_safe(f"<li{marked}>{self.words}</li>")  # escaped where it was rendered

    @property
    def data(self) -> dict[str, Any]:
        """Return the event's facts."""
        facts: dict[str, Any] = json.loads(self.raw)
        return facts


def sentence_of(
    slug: str,
    event: Event,
    names: Sequence[str],
    *,
    you: Viewer = None,
    to_others: bool = False,
) -> SafeString:
    """Return a game's sentence for an event, in the active language.

    The sentence says "you" to the reader with the seat `you`, and names all other seats. An event
    for one seat alone always says "you". With `to_others`, the sentence names that seat instead,
    for readers with all hands open.
    """
    return line_of(slug, event, tuple(names), you=you, to_others=to_others).words


def line_of(
    slug: str,
    event: Event,
    names: tuple[str, ...],
    *,
    you: Viewer = None,
    to_others: bool = False,
    people: frozenset[Seat] = frozenset(),
) -> EventLine:
    """Return the event's line in the log, in the active language.

    `you`, `to_others`: see `sentence_of`. `people`: the seats of people, whose names are links in
    the line. The Tab key skips them, as the places have each name once.
    """
    facts = json.dumps(event.data, sort_keys=True)
    told = event.audience
    holder = names[told[0]] if to_others and told is not None and len(told) == 1 else ""
    known = (slug, event.kind, facts, told is None, names, holder, cache.language(), people)
    line, concerned = _line(*known, None)
    return _line(*known, you)[0] if you in concerned else line


@lru_cache(maxsize=20_000)
def _line(
    slug: str,
    kind: str,
    facts: str,
    public: bool,
    names: tuple[str, ...],
    holder: str,
    language: str,
    people: frozenset[Seat],
    you: Viewer,
) -> tuple[EventLine, frozenset[Seat]]:
    """Return the line for this reader, and the seats whose readers get a line of their own.

    It is cached: all other viewers who were told get the same line, and each board repeats earlier
    lines.
    """
    common = kind == UNDONE
    template = "board/undone.html" if common else f"games/{slug}/event.html"
    event = {"kind": kind, "data": json.loads(facts)}
    reader = Reader(you)
    links = {seat: person_link(names[seat], repeated=True) for seat in people}
    linked = tuple(links.get(seat, name) for seat, name in enumerate(names))
    known = {"event": event, "names": linked, "holder": holder, "you": reader}
    told = mark_safe(cache.render(template, known).strip())
    said = told
    for seat, link in links.items():
        said = mark_safe(said.replace(link, escape(names[seat])))
    concerns = catalogue.game_of(slug).concerned(Event(kind, event["data"])) if public else ()
    row = format_html('<li data-kind="{}">{}</li>', kind, told)
    line = EventLine(kind, facts, said, row, public, frozenset(concerns))
    return line, frozenset(reader.compared)


def people_of(table: Table) -> frozenset[Seat]:
    """Return the seats whose holders are people; a stand-in plays for one, too."""
    return frozenset(seat.number for seat in table.seats if seat.user_id is not None)


def told_to(
    table: Table,
    names: tuple[str, ...],
    you: Viewer,
    lines: int | None = None,
    since: int | None = None,
) -> ViewerLog:
    """Return this viewer's log of the round as `EventLine`s in the active language.

    `names`: the names of the holders of the seats. `lines`: the caller needs only this number of
    lines, and the moments that a seat has not acknowledged. For a spectator they are the moments
    since the version that the page shows (`since`; None: none).
    """

    def line(event: Event) -> EventLine:
        return line_of(table.meta.slug, event, names, you=you, people=people)

    people = people_of(table)
    changes = None if lines is None else _unseen(table, you, since)
    return table.history.log_for(you, (names, people, cache.language()), line, lines, changes)


def _unseen(table: Table, you: Viewer, since: int | None) -> int:
    """Return the number of changes that this viewer was not shown yet."""
    if you is not None:
        return table.visible[you + 1] - table.seats[you].acknowledged
    return 0 if since is None else table.shown_version(None) - since


def revealed(table: Table, names: tuple[str, ...], you: Viewer) -> tuple[EventLine, ...]:
    """Return the events that no viewer could see during the round, for this viewer; call it once
    everyone may see them.
    """
    return tuple(
        line_of(table.meta.slug, event, names, you=you, people=people_of(table))
        for event in table.events()
        if event.audience == NOBODY
    )
