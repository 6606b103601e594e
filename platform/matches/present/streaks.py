"""Runs of won matches, for the result of a match; the app that has statistics provides them."""

from __future__ import annotations

import uuid
from collections.abc import Callable

from games.kernel.contract import Viewer
from matches.models import Match
from matches.store.snapshot import Table

LEAST = 2
"""The shortest run of won matches."""

Read = Callable[[int, uuid.UUID], int]
_readers: list[Read] = []


def register_reader(read: Read) -> None:
    """Register the function that returns the length of a user's run up to their newest match.

    It gets the user's id and the match's id, and returns 0 if that match is not the newest.
    """
    if read not in _readers:
        _readers.append(read)


def streak_of(table: Table, viewer: Viewer) -> int:
    """Return the number of matches that this viewer has won in a row up to this one; 0 for no run."""
    held = None if viewer is None else table.seats[viewer]
    over = table.match.status == Match.Status.FINISHED and not table.is_sealed
    if not over or held is None or held.user_id is None:
        return 0
    longest = max((read(held.user_id, table.match_id) for read in _readers), default=0)
    return longest if longest >= LEAST else 0
