"""Somebody's own matches, to a page and to its socket."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import User
from core.paging import number_of, page_links
from core.refusals import sentence
from games.kernel.contract import Refusal
from leagues import appointments
from matches.present import listings
from matches.table import catalogue

SHORT = 5
"""Matches on the landing page."""
TURNS = ("page", "finished")
GAME = "game"
"""What an address of the page of all says: which page of each of its lists, and of which game the
matches are that are over."""
ALL_SEEN = 999_999_999
"""More changes than any match has: whoever looks at a result has seen everything before it."""


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """Why what was answered in a list came to nothing, and whether its match has a line there."""

    match_id: uuid.UUID
    sentence: str
    has_line: bool


def matches_context(user: User, query: Mapping[str, Any]) -> dict[str, Any]:
    """What the page of one's own matches gets."""
    asked = asked_of(query)
    running = listings.mine(user, asked["page"])
    finished = listings.finished(user, asked["finished"], asked[GAME])
    return {
        GAME: asked[GAME],
        "games": catalogue.metas(),
        "appointments": appointments.appointments_to_make(user.pk),
        "running": running.lines,
        "yours": [line for line in running.lines if line.need],
        "theirs": [line for line in running.lines if not line.need],
        "running_links": page_links(running, "page", asked),
        "finished": finished.lines,
        "finished_links": page_links(finished, "finished", asked),
        "all_seen": ALL_SEEN,
    }


def asked_of(query: Mapping[str, Any]) -> dict[str, Any]:
    """What a query asks of the page of all: numbers of pages, and a game's slug, "" for all games."""
    game = str(query.get(GAME, ""))
    known = game in {meta.slug for meta in catalogue.metas()}
    pages = {name: number_of(query.get(name, "")) for name in TURNS}
    return {**pages, GAME: game if known else ""}


def short_context(user: User) -> dict[str, Any]:
    """One's own matches for the landing page: the first few, and how many there are."""
    running = listings.mine(user, most=SHORT)
    return {
        "running": running.lines,
        "total": running.total,
        "all_seen": ALL_SEEN,
    }


def refused_context(
    match_id: uuid.UUID, refusal: Refusal, context: Mapping[str, Any]
) -> dict[str, Any]:
    """A list of matches with what was refused there, beside its match if that is on the page."""
    has_line = any(line.match.pk == match_id for line in context["running"])
    return {**context, "refused": RefusedAnswer(match_id, sentence(refusal), has_line)}
