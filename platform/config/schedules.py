"""The schedule of beat: tasks at intervals, some only if there is work for them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from celery.schedules import schedstate, schedule
from django.db import Error, connection
from django.utils.module_loading import import_string


class WhileOwed(schedule):  # type: ignore[misc]  # no types
    """Check at an interval whether there is work, and send the task if there is.

    A task costs several processes together about ten times as much as the check. An idle server
    sends no task.
    `is_owed` names one of our functions. If the database does not answer it, the task is sent, and
    reports the error.
    """

    def __init__(self, seconds: float, is_owed: str) -> None:
        super().__init__(float(seconds))
        self.is_owed = is_owed

    def is_due(self, last_run_at: datetime) -> schedstate:
        """Return whether to send the task now, and the seconds until the next check."""
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
    """Return a repeated task; it is dropped if it is not run within `expires` seconds."""
    return {"task": task, "schedule": float(seconds), "options": {"expires": expires}}


def _while_owed(seconds: float, is_owed: str, task: str, expires: float) -> dict[str, Any]:
    """Return a repeated task that is sent only while the function `is_owed` returns true."""
    return {**_every(seconds, task, expires), "schedule": WhileOwed(seconds, is_owed)}


HOUR = 3600
BEAT: dict[str, dict[str, Any]] = {
    # Acts on due deadlines within a second, even after a downtime.
    "sweep": _while_owed(1, "matches.services.clock.sweep.is_owed", "matches.tasks.sweep", 2),
    "forget-guests": _every(HOUR, "matches.tasks.forget_guests", HOUR),
    # Also removes users who were banned while the worker was down, so that no match waits for them.
    "clear-seats": _every(30, "matches.tasks.clear_seats", 30),
    "expire-challenges": _every(30, "friends.tasks.expire_challenges", 30),
    "decisions": _every(30, "moderation.tasks.readmit_suspended", 30),
    "forget-pictures": _every(24 * HOUR, "moderation.tasks.forget_pictures", HOUR),
    "exports": _every(60, "accounts.tasks.maintain_exports", 60),
    "forget-devices": _every(24 * HOUR, "accounts.tasks.forget_devices", HOUR),
    "clear-sessions": _every(HOUR, "accounts.tasks.clear_sessions", HOUR),
    # Sends due notices: failed ones to retry, and those that waited for the morning.
    "deliver": _while_owed(
        5, "notifications.services.deliver.is_any_due", "notifications.tasks.sweep", 10
    ),
    "forget-notices": _every(24 * HOUR, "notifications.tasks.forget", HOUR),
    # Leagues advance by days; their matches use the sweep above.
    "leagues": _every(60, "leagues.tasks.advance", 60),
    # Sends the notices of announcements in clubs whose task was lost.
    "clubs": _every(60, "clubs.tasks.tell_announcements", 60),
    # Updates ratings whose task was lost.
    "ratings": _every(60, "ratings.tasks.sweep", 60),
    # Gathers evidence for cases of the word court whose task was lost.
    "gather": _every(60, "court.tasks.sweep", 60),
    # It expires: a worker that runs it later is too late for people, too.
    "heartbeat": _every(5, "config.celery.heartbeat", 10),
}
