"""When beat sends a task: every so many seconds, but only where there is something for it to do."""

from __future__ import annotations

from datetime import datetime

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
