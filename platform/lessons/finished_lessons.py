"""The lessons that a visitor has finished. The session knows them, because a lesson needs no account."""

from __future__ import annotations

from typing import Any

from accounts.sessions import change_session

FINISHED = "finished_lessons"
"""The session's list of games whose lesson was finished."""


def finish_lesson(session: Any, game: str) -> None:
    """Remember that this visitor has finished the lesson of a game."""
    if not has_finished(session, game):
        change_session(session, FINISHED, lambda known: [*(known or ()), game])


def has_finished(session: Any, game: str) -> bool:
    """Return whether this visitor has finished the lesson of a game."""
    return game in session.get(FINISHED, ())
