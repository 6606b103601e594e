"""The sessions of browsers: Django's, in the database, where two requests at once undo nothing of each other.

Django writes a session as a whole, as the request knew it that began with it. Here a save writes what
the request has changed, and keeps the rest as it stands in the database by then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.models import Session
from django.db import transaction


# Its name is part of what signs a session: by another one nobody would stay signed in.
class SessionStore(db.SessionStore[Session]):
    """A session that is written value by value, under a lock of its row."""

    _known = ""
    """The values as this request read or wrote them last, encoded; "": it has not yet."""

    def load(self) -> dict[str, Any]:
        """The values in the database; none, and no session any more, if it is not there."""
        row = self._get_session_from_db()  # type: ignore[attr-defined]  # the stubs lack it
        self._known = row.session_data if row else ""
        return self.decode(self._known) if row else {}

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row that is written."""
        row = super().create_model_instance(data)
        self._known = row.session_data
        return row

    def save(self, must_create: bool = False) -> None:
        """Write what this request has changed.

        Raises:
            UpdateError: the session has ended meanwhile.
        """
        if must_create or self.session_key is None:
            super().save(must_create)
            return
        with transaction.atomic():
            if not self.catch_up():
                raise UpdateError
            super().save()

    def change(self, key: str, change: Callable[[Any], Any]) -> None:
        """Let `change` make a new value of the one in the database (None: there is none), and write it.

        Inside a transaction it is written with the rest, or not at all; what else this request has
        changed waits for its end. A session that is not saved yet is by then, as ever.

        Raises:
            SessionInterrupted: the session has ended meanwhile.
        """
        with transaction.atomic():
            is_there = self.catch_up()
            if self.session_key is not None and not is_there:
                raise SessionInterrupted("the session ended while something was added to it")
            self[key] = change(self.get(key))
            if is_there:
                # Whatever else were written with it would be undone with it, and taken for written.
                stored = self.decode(self._known) | {key: self[key]}
                self.create_model_instance(stored).save(force_update=True)

    def cycle_key(self) -> None:
        """Go on under another key, with what others have written under this one."""
        with transaction.atomic():
            self.catch_up()
            super().cycle_key()

    def clear(self) -> None:
        """Forget all values."""
        self.keys()  # what was there is known then, so that saving takes it away
        super().clear()

    def catch_up(self) -> bool:
        """Take over what others have written; False if the session is not in the database.

        Its row stays locked until the transaction ends. What this request has changed itself stays, too.
        """
        mine = dict(self.items())
        rows = self.model.objects.select_for_update()
        row = rows.filter(session_key=self.session_key).first()
        if row is None:
            return False
        before = self.decode(self._known) if self._known else {}
        changed = {
            key: value for key, value in mine.items() if key not in before or before[key] != value
        }
        gone = before.keys() - mine.keys()
        now = self.decode(row.session_data)
        self._session_cache = {key: now[key] for key in now if key not in gone} | changed
        self._known = row.session_data
        return True
