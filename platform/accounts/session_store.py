"""The sessions of browsers: Django's, in the database, made safe for concurrent requests.

Django writes a session as a whole, as the request read it at its beginning. This store writes only
the request's changes, and keeps the other values as they are in the database by then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.models import Session
from django.db import connection, transaction

# Every request of a browser asks it, and Django's own query takes ten times as long to build.
_LOAD = f"""
SELECT session_data FROM {Session._meta.db_table}
WHERE session_key = %s AND expire_date > statement_timestamp()
"""


# Do not rename it: the name is part of a session's signature, and another name would sign all users out.
class SessionStore(db.SessionStore[Session]):
    """A session that is written value by value, under a lock of its row."""

    _known = ""
    """The encoded values as this request last read or wrote them; "" if it has not yet."""

    def load(self) -> dict[str, Any]:
        """Return the values in the database; none, and no session any more, if the row is missing."""
        with connection.cursor() as cursor:
            cursor.execute(_LOAD, [self.session_key])
            row = cursor.fetchone()
        if row is None:
            self._known, self._session_key = "", None
            return {}
        (self._known,) = row
        return self.decode(self._known)

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row to write."""
        row = super().create_model_instance(data)
        self._known = row.session_data
        return row

    def save(self, must_create: bool = False) -> None:
        """Write the changes of this request.

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
        """Call `change` with the value in the database (None: there is none), and write the result.

        Inside a transaction it is written with the rest, or not at all; the request's other changes
        are written at its end. A session that is not saved yet is saved then, as usual.

        Raises:
            SessionInterrupted: the session has ended meanwhile.
        """
        with transaction.atomic():
            is_there = self.catch_up()
            if self.session_key is not None and not is_there:
                raise SessionInterrupted("the session ended while a value was added to it")
            self[key] = change(self.get(key))
            if is_there:
                # Other changes must not be written here: a rollback would undo them, and they would
                # count as written.
                stored = self.decode(self._known) | {key: self[key]}
                self.create_model_instance(stored).save(force_update=True)

    def cycle_key(self) -> None:
        """Continue under another key, with the values that other requests have written under this
        one.
        """
        with transaction.atomic():
            self.catch_up()
            super().cycle_key()

    def clear(self) -> None:
        """Delete all values."""
        self.keys()  # loads the values, so that saving removes them
        super().clear()

    def catch_up(self) -> bool:
        """Take over the values that other requests have written; return False if the row is
        missing.

        The row stays locked until the transaction ends. The changes of this request stay, too.
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
