"""A match as a whole: it is locked, it changes, and its pages are told."""

from __future__ import annotations

import uuid

from core.commit import after_commit
from core.refusals import refuse
from matches.models import Match, Pause
from matches.table import store
from matches.table.topics import announce_table


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
    store.lock_round(match_id)
    return lock_match(match_id)


def count_change(match: Match, *left: int) -> None:
    """Count that the table changed for everyone, and tell its pages after the commit.

    `left`: the ids of users who have no seat here any more.
    """
    match.changes += 1
    match.save(update_fields=["changes"])
    refresh_pages(match, *left)


def refresh_pages(match: Match, *left: int) -> None:
    """Let the pages of a table and the lists in which it stands look again after the commit.

    `left`: the ids of users who have no seat here any more.
    """
    seated = match.seats.values_list("user_id", "kept_for_id")
    players = {user_id for ids in seated for user_id in ids if user_id}
    after_commit(announce_table, match.pk, {*players, *left}, public=match.public)


def pause_of(match: Match) -> Pause | None:
    """The pause that this match has now; None if it is not paused."""
    return match.pauses.filter(begins_ms__isnull=False, ends_ms__isnull=True).first()
