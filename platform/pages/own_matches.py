"""A user's own matches, for a page and its socket."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from accounts.models import User
from core.paging import page_links
from games.kernel.contract import Refusal
from leagues.present.appointments_to_make import appointments_to_make
from matches.present import listings, shown_refusal
from matches.present.listings import EVERYTHING
from matches.store.snapshot import Table
from pages.own_matches_form import parse_asked

SHORT = 5
"""Matches on the landing page."""
ALL_SEEN = 999_999_999
"""A version above that of any match: a user who opens a result has seen everything before it."""


@dataclass(frozen=True, slots=True)
class RefusedAnswer:
    """The refusal of an answer in a list, and whether its match has a line there."""

    match_id: uuid.UUID
    said: shown_refusal.ShownRefusal
    has_line: bool


def matches_context(user: User, query: Mapping[str, Any]) -> dict[str, Any]:
    """Return the context of the user's matches page: running and finished matches."""
    asked = parse_asked(query)
    is_filtered = asked.wanted != EVERYTHING
    running = listings.mine(user, asked.page, wanted=asked.wanted)
    finished = listings.finished(user, asked.finished, asked.wanted)
    shown = replace(asked, page=running.number, finished=finished.number).query
    return {
        "filter": asked.form,
        "is_filtered": is_filtered,
        "shown": shown,
        "shown_query": urlencode(shown),
        "appointments": [] if is_filtered else appointments_to_make(user.pk),
        "running": running.lines,
        "yours": [line for line in running.lines if line.need not in ("", listings.RESULT)],
        "ended": [line for line in running.lines if line.need == listings.RESULT],
        "theirs": [line for line in running.lines if not line.need],
        "running_links": page_links(running, "page", shown),
        "finished": finished.lines,
        "finished_links": page_links(finished, "finished", shown),
        "all_seen": ALL_SEEN,
    }


def short_context(user: User) -> dict[str, Any]:
    """Return the user's matches for the landing page: the first few, and their number.

    `over`: the number of unread results.
    """
    short = listings.mine_in_short(user, SHORT)
    return {"running": short.lines, "over": short.unread, "total": short.total}


def refused_context(table: Table, refusal: Refusal, context: Mapping[str, Any]) -> dict[str, Any]:
    """Return a list of matches with the refusal, beside its match if the page shows it."""
    has_line = any(line.match.pk == table.match_id for line in context["running"])
    said = shown_refusal.show_refusal(table, refusal)
    return {**context, "refused": RefusedAnswer(table.match_id, said, has_line)}
