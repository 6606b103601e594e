"""Record a change of a match that everyone sees, and refresh its pages and lists."""

from __future__ import annotations

import uuid

from django.db import connection

from core.after_commit import after_commit
from matches.models import Match
from matches.store.shared_sql import FOLLOWED
from matches.store.topics import announce_lists, announce_table

# The users whose lists show the match; `present.listings` uses the same rule.
_LISTED = f"""
SELECT user_id FROM matches_seat WHERE match_id = %(match)s AND user_id IS NOT NULL
UNION SELECT kept_for_id FROM matches_seat WHERE match_id = %(match)s AND kept_for_id IS NOT NULL
UNION SELECT d.user_id FROM matches_departure d JOIN matches_seat s ON {FOLLOWED}
  WHERE d.match_id = %(match)s
"""


def count_change(match: Match) -> None:
    """Count a change of the table that everyone sees, and notify its pages after the commit."""
    match.changes += 1
    match.save(update_fields=["changes"])
    refresh_pages(match)


def refresh_pages(match: Match) -> None:
    """Refresh the pages of a table and the lists that show it, after the commit.

    If a seat loses its holder, call `refresh_lists` for the lists that showed the match before.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LISTED, {"match": match.pk})
        players = {user_id for (user_id,) in cursor.fetchall()}
    after_commit(announce_table, match.pk, players, public=match.public)


def refresh_lists(match_id: uuid.UUID, *user_ids: int | None) -> None:
    """Refresh the lists of these users after the commit, because they may no longer show this
    match.
    """
    if players := {user_id for user_id in user_ids if user_id is not None}:
        after_commit(announce_lists, match_id, players)
