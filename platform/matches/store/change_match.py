"""A change of a match for everybody: it is counted, and pages and lists look again."""

from __future__ import annotations

import uuid

from django.db import connection

from core.after_commit import after_commit
from matches.models import Match
from matches.store.shared_sql import FOLLOWED
from matches.store.topics import announce_lists, announce_table

# As `present.listings` fills them.
_LISTED = f"""
SELECT user_id FROM matches_seat WHERE match_id = %(match)s AND user_id IS NOT NULL
UNION SELECT kept_for_id FROM matches_seat WHERE match_id = %(match)s AND kept_for_id IS NOT NULL
UNION SELECT d.user_id FROM matches_departure d JOIN matches_seat s ON {FOLLOWED}
  WHERE d.match_id = %(match)s
"""


def count_change(match: Match) -> None:
    """Count that the table changed for everyone, and tell its pages after the commit."""
    match.changes += 1
    match.save(update_fields=["changes"])
    refresh_pages(match)


def refresh_pages(match: Match) -> None:
    """Let the pages of a table and the lists in which it stands look again after the commit.

    The lists in which it stood before are for `refresh_lists`, where a seat loses its holder.
    """
    with connection.cursor() as cursor:
        cursor.execute(_LISTED, {"match": match.pk})
        players = {user_id for (user_id,) in cursor.fetchall()}
    after_commit(announce_table, match.pk, players, public=match.public)


def refresh_lists(match_id: uuid.UUID, *user_ids: int | None) -> None:
    """Let the lists of these users look again after the commit: this match may stand in them no more."""
    if players := {user_id for user_id in user_ids if user_id is not None}:
        after_commit(announce_lists, match_id, players)
