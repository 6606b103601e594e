"""The tables of a club that are open or running."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import Q

from core import clock
from matches.models import Match
from matches.present.public_tables import LISTED

RUNNING = timedelta(days=90)
"""Time for which a running table stays on the page."""


def is_current(match: str = "") -> Q:
    """Return the condition of a match that the page of its club lists.

    `match`: the path to the match in the query, with its underscores.
    """
    now = clock.now()
    return Q(
        **{f"{match}status": Match.Status.RUNNING, f"{match}created_at__gt": now - RUNNING}
    ) | Q(**{f"{match}status": Match.Status.OPEN, f"{match}created_at__gt": now - LISTED})
