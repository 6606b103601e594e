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
from django.utils.translation import ngettext

from core import clock
from core.refusals import sentence
from games.kernel.contract import Event, Outcome, Refusal, Seat, Standing, Viewer
from matches import engine, waiting
from matches.company import Company
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
    company: Company | None = None,
    refusal: Refusal | None = None,
) -> dict[str, Any]:
    """What the templates get.

    `origin`: how this viewer's browser calls the site ("https://…"), for the invitation.
    `company`: who has the page open, if that is known.
    `since`: the version that a spectator's page shows now; only newer moments are shown to it.
    """
    view = None if table.desk is None else engine.view(table.desk, viewer)
    awaited = () if view is None else view.observation.awaited
    outcomes = _outcomes(table, view)
    standing = engine.standing(table.rules_id, table.target, outcomes) if outcomes else None
    places = _places(view, standing if table.target.rounds != 1 else None)
    now = clock.now_ms()
    names = [name_of(table, seat) for seat in table.seats]
    url = reverse("matches:table", args=[table.match_id])
    return {
        "table": {
            "slug": table.meta.slug,
            "title": table.meta.title,
            "match_id": str(table.match_id),
            "url": url,
            "socket_url": f"/ws/{translation.get_language()}{url}",
            "status": table.status,
            "you": viewer,
            "round_number": table.round_number,
            "commitment": table.commitment,
            "version": table.shown(viewer),
            "levels": table.meta.levels,
            "watching": watching(company),
            "seats": [
                {
                    "number": seat.number,
                    "name": names[seat.number],
                    "kind": _kind(seat),
                    "level": seat.bot,
                    "ready": seat.ready,
                    "is_you": seat.number == viewer,
                    "here": None if company is None else seat.number in company.seats,
                    "awaited": seat.number in awaited,
                    "place": places[seat.number] if places else None,
                }
                | ({} if view else waiting.chair(table, seat, viewer, user_id, origin))
                for seat in table.seats
            ],
            "public": table.public,
            "rematch_id": table.rematch_id,
        }
        | waiting.room(table, viewer, user_id, origin),
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
        "rounds": _rounds(table, outcomes, standing),
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
    company: Company | None = None,
    refusal: Refusal | None = None,
) -> str:
    """The board as HTML, in this language."""
    with translation.override(language):
        return render_to_string(
            "matches/_board.html",
            context(
                table,
                viewer,
                user_id=user_id,
                origin=origin,
                since=since,
                company=company,
                refusal=refusal,
            ),
        )


def watching(company: Company | None) -> str:
    """How many people watch, in words; nothing if nobody does or nobody can tell."""
    if company is None or not company.watching:
        return ""
    count = company.watching
    return ngettext("%(count)d person watches", "%(count)d people watch", count) % {"count": count}


def _outcomes(table: Table, view: engine.View | None) -> list[Outcome]:
    """How the rounds that are over ended."""
    if view is None or view.outcome is None:
        return table.earlier
    return [*table.earlier, view.outcome]


def _places(view: engine.View | None, standing: Standing | None) -> tuple[int, ...]:
    """By seat: in the match, or in its only round; nothing before one is over."""
    if standing is not None:
        return standing.places
    return () if view is None or view.outcome is None else view.outcome.places


def _rounds(
    table: Table, outcomes: list[Outcome], standing: Standing | None
) -> dict[str, Any] | None:
    """Where a match of several rounds stands; None for one of a single round."""
    if table.target.rounds == 1:
        return None
    return {
        "number": table.round_number,
        "of": table.target.rounds,
        "last": outcomes[-1].scores if outcomes else None,
        "totals": None if standing is None else standing.totals,
        "decided": standing is not None and standing.decided,
    }


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
