"""A match as a whole: it is locked, it changes, and its pages are told."""

from __future__ import annotations

import uuid

from django.db import connection

from core.after_commit import after_commit
from core.refusals import refuse
from matches.models import Match, Pause
from matches.store import lock_round
from matches.store.shared_sql import FOLLOWED
from matches.store.topics import announce_lists, announce_table

# As `present.listings` fills them.
_LISTED = f"""
SELECT user_id FROM matches_seat WHERE match_id = %(match)s AND user_id IS NOT NULL
UNION SELECT kept_for_id FROM matches_seat WHERE match_id = %(match)s AND kept_for_id IS NOT NULL
UNION SELECT d.user_id FROM matches_departure d JOIN matches_seat s ON {FOLLOWED}
  WHERE d.match_id = %(match)s
"""


def lock_match(match_id: uuid.UUID) -> Match:
    """The match, locked until the transaction ends.

    Raises:
        Refused: `not_found`.
    """
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise refuse("not_found")
    return match


def lock_match_and_round(match_id: uuid.UUID) -> Match:
    """The match, locked, and before it its present round.

    In the order in which a move locks them, so that the two never wait for each other.

    Raises:
        Refused: `not_found`.
    """
    lock_round.lock_round(match_id)
    return lock_match(match_id)


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


def pause_of(match: Match) -> Pause | None:
    """The pause that this match has now; None if it is not paused."""
    return match.pauses.filter(begins_ms__isnull=False, ends_ms__isnull=True).first()
