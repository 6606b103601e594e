"""When beat sends a task: every so many seconds, but only where there is something for it to do."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from celery.schedules import schedstate, schedule
from django.db import Error, connection
from django.utils.module_loading import import_string


class WhileOwed(schedule):  # type: ignore[misc]  # no types
    """Ask every so many seconds whether something is owed, and send the task if it is.

    A task costs several processes some ten times what the question does; in a quiet house there
    is none. `is_owed` names a function of ours; where the database does not answer it, the task
    is sent: it finds out.
    """

    def __init__(self, seconds: float, is_owed: str) -> None:
        super().__init__(float(seconds))
        self.is_owed = is_owed

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Whether to send the task now, and after how many seconds to ask again."""
        state = super().is_due(last_run_at)
        if not state.is_due or self._asked():
            return state
        return schedstate(is_due=False, next=self.seconds)

    def _asked(self) -> bool:
        try:
            return bool(import_string(self.is_owed)())
        except Error:
            connection.close()
            return True


def _every(seconds: float, task: str, expires: float) -> dict[str, Any]:
    """A task that is asked for again and again; asked for `expires` seconds ago it is not run."""
    return {"task": task, "schedule": float(seconds), "options": {"expires": expires}}


def _while_owed(seconds: float, is_owed: str, task: str, expires: float) -> dict[str, Any]:
    """A task that is asked for only where this function of ours says that there is something to do."""
    return {**_every(seconds, task, expires), "schedule": WhileOwed(seconds, is_owed)}


HOUR = 3600
BEAT: dict[str, dict[str, Any]] = {
    # Whatever is due in any round is done within a second, whoever slept.
    "sweep": _while_owed(1, "matches.services.clock.sweep.is_owed", "matches.tasks.sweep", 2),
    "forget-guests": _every(HOUR, "matches.tasks.forget_guests", HOUR),
    # Also those who are shut out while the worker was away: nobody waits for them.
    "clear-seats": _every(30, "matches.tasks.clear_seats", 30),
    "decisions": _every(30, "moderation.tasks.readmit_suspended", 30),
    "exports": _every(60, "accounts.tasks.maintain_exports", 60),
    "forget-devices": _every(24 * HOUR, "accounts.tasks.forget_devices", HOUR),
    "clear-sessions": _every(HOUR, "accounts.tasks.clear_sessions", HOUR),
    # Notices whose time has come: those that were tried in vain, that waited for the morning.
    "deliver": _while_owed(
        5, "notifications.services.deliver.is_any_due", "notifications.tasks.sweep", 10
    ),
    "forget-notices": _every(24 * HOUR, "notifications.tasks.forget", HOUR),
    # Leagues go by days; their matches by the sweep above.
    "leagues": _every(60, "leagues.tasks.advance", 60),
    # Ratings whose task was lost on the way.
    "ratings": _every(60, "ratings.tasks.sweep", 60),
    # Cases of the word court whose evidence was lost on the way.
    "gather": _every(60, "court.tasks.sweep", 60),
    # Void after a while: a worker that comes to it later is too late for people, too.
    "heartbeat": _every(5, "config.celery.heartbeat", 10),
}
