"""What one viewer gets to see of a table: the context of the page and of every push.

Both are rendered from here, so that a reload shows what a push has shown. Everything comes from
`engine.view` and from events whose audience this viewer belongs to.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString

from core import clock
from core.refusals import sentence
from games.kernel.contract import Event, Refusal, Seat, Viewer
from matches import engine
from matches.models import Match
from matches.selectors import Sitting, Table

LINES = 40
"""How many lines of the log a board carries."""
BOT_NAMES = ("Nox", "Momo", "Pim", "Sela", "Tilo", "Lulu", "Zeno", "Ylva")


class Facts(dict[str, Any]):
    """An event's data for a template: a fact that this kind does not have is None."""

    def __missing__(self, key: str) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Line:
    """An event as a template gets it, and the sentence that the game has for it."""

    kind: str
    data: Facts
    words: SafeString


@lru_cache(maxsize=20_000)
def _words(
    slug: str, kind: str, data: str, names: tuple[str, ...], you: Viewer, language: str
) -> SafeString:
    """The sentence of an event. Kept: each board repeats those of the boards before it."""
    event = {"kind": kind, "data": Facts(json.loads(data))}
    context = {"event": event, "names": names, "you": you}
    return render_to_string(f"games/{slug}/event.html", context)


def words(slug: str, event: Event, names: Sequence[str], you: Viewer) -> SafeString:
    """The sentence that this game has for an event, in the language that is active."""
    language = translation.get_language() or ""
    return _words(slug, event.kind, json.dumps(event.data), tuple(names), you, language)


def _told(table: Table, events: Iterable[Event], names: list[str], you: Viewer) -> list[Line]:
    """These events for a template, in the language that is active."""
    return [
        Line(event.kind, Facts(event.data), words(table.meta.slug, event, names, you))
        for event in events
    ]


def name_of(table: Table, seat: Sitting) -> str:
    """What the holder of this seat is called."""
    return bot_name(table.match_id, seat.number) if seat.bot else seat.name


def bot_name(match_id: uuid.UUID, number: Seat) -> str:
    """What a bot is called, by where it sits."""
    # Neighbouring tables should not all have the same bots.
    return BOT_NAMES[(number + match_id.int) % len(BOT_NAMES)]


def context(
    table: Table,
    viewer: Viewer,
    *,
    user_id: int | None,
    origin: str = "",
    since: int | None = None,
    refusal: Refusal | None = None,
) -> dict[str, Any]:
    """What the templates get.

    `origin`: how this viewer's browser calls the site ("https://…"), for the invitation.
    `since`: the version that a spectator's page shows now; only newer moments are shown to it.
    """
    view = None if table.desk is None else engine.view(table.desk, viewer)
    awaited = () if view is None else view.observation.awaited
    places = () if view is None or view.outcome is None else view.outcome.places
    now = clock.now_ms()
    names = [name_of(table, seat) for seat in table.seats]
    is_host = user_id is not None and user_id == table.host_id
    url = reverse("matches:table", args=[table.match_id])
    is_open = table.status == Match.Status.OPEN
    return {
        "table": {
            "slug": table.meta.slug,
            "title": table.meta.title,
            "match_id": str(table.match_id),
            "url": url,
            "socket_url": f"/ws/{translation.get_language()}{url}",
            "status": table.status,
            "invite_url": origin + _invitation(table) if viewer is not None or is_host else "",
            "you": viewer,
            "is_host": is_host,
            "round_number": table.round_number,
            "commitment": table.commitment,
            "version": table.shown(viewer),
            "levels": table.meta.levels,
            "seats": [
                {
                    "number": seat.number,
                    "name": names[seat.number],
                    "kind": _kind(seat),
                    "level": seat.bot,
                    "ready": seat.ready,
                    "is_you": seat.number == viewer,
                    "awaited": seat.number in awaited,
                    "place": places[seat.number] if places else None,
                }
                for seat in table.seats
            ],
            "may_sit": is_open and viewer is None and any(_is_empty(s) for s in table.seats),
        },
        "observation": None if view is None else view.observation,
        "offers": json.dumps([] if view is None else view.offers, separators=(",", ":")),
        "lines": _told(table, _lines(table, viewer), names, viewer),
        "moments": _told(table, _moments(table, viewer, since), names, viewer),
        "deadlines": []
        if view is None
        else [
            {
                "kind": deadline.kind,
                "seat": deadline.seat,
                "due_ms": due,
                "left_ms": max(0, due - now),
                "total_ms": total,
            }
            for due, total, deadline in view.deadlines
        ],
        "outcome": None if view is None else view.outcome,
        "names": names,
        "you": viewer,
        "refusal": None
        if refusal is None
        else {"code": refusal.code, "sentence": sentence(refusal)},
    }


def render(
    table: Table,
    viewer: Viewer,
    *,
    user_id: int | None,
    language: str,
    origin: str = "",
    since: int | None = None,
    refusal: Refusal | None = None,
) -> str:
    """The board as HTML, in this language."""
    with translation.override(language):
        return render_to_string(
            "matches/_board.html",
            context(table, viewer, user_id=user_id, origin=origin, since=since, refusal=refusal),
        )


def _invitation(table: Table) -> str:
    return reverse("lobby:join", args=[table.invite])


def _is_empty(seat: Sitting) -> bool:
    return seat.user_id is None and not seat.bot


def _kind(seat: Sitting) -> str:
    if seat.bot:
        return "bot"
    if seat.user_id is None:
        return "empty"
    return "guest" if seat.is_guest else "person"


def _lines(table: Table, viewer: Viewer) -> list[Event]:
    """The last lines of the log: what lasts of what this viewer could see."""
    seen = (event for event in table.events() if event.visible_to(viewer))
    logged = [line for event in seen if (line := event.logged()) is not None]
    return logged[-LINES:]


def _moments(table: Table, viewer: Viewer, since: int | None) -> list[Event]:
    """What is shown once: to a seat until it has acknowledged it, to spectators as it happens."""
    if viewer is not None:
        shown = table.seats[viewer].acknowledged
    elif since is not None:
        shown = since - table.changes
    else:
        return []
    return [event for event in table.seen_since(viewer, shown) if event.moment]
