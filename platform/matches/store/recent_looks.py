"""Cache of the tables that this process read last, each with the stamps of its rows.

PostgreSQL stamps each row with the transaction that wrote it. If the stamps are the same as before,
the rows are unchanged and are not read again. A cached table saves the next read the state and the
log. A move makes the next table from it (`load_match.table_after`): seats, clocks and counts are
read under the lock, and `snapshot.MatchFacts` are reused.

This depends on one rule: **a transaction that changes a source of `MatchFacts` also writes the
match's own row**, as `change_match.count_change` does. Three facts need no stamp:

* the names of people: if `MatchFacts` contain a name, no table is made from the cache;
* the next round, its due time and the outcomes of earlier rounds: an announced round is the one
  that is locked then, and no cached table exists for it;
* the rematch: no seat acts in a match that is over.

`tests/platform/matches/test_match_facts.py` asks PostgreSQL which columns the statement reads. It
changes each of them through the services that do, and fails for a column that it does not list.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class Look:
    """A table with its stamps: see `shared_sql.ROUND_STAMP`, `shared_sql.MATCH_STAMP`."""

    table: Table
    round_stamp: str
    match_stamp: str


MOST = 500
_looks: OrderedDict[uuid.UUID, Look] = OrderedDict()
_lock = Lock()


def newest_look(match_id: uuid.UUID) -> Look | None:
    """Return the newest cached table of this match, if any."""
    return _looks.get(match_id)


def remember_look(look: Look) -> None:
    """Cache this table; it replaces the oldest one if the cache is full."""
    match_id = look.table.match_id
    with _lock:
        before = _looks.get(match_id)
        if before is not None and before.table.is_later_than(look.table):
            return
        _looks[match_id] = look
        _looks.move_to_end(match_id)
        if len(_looks) > MOST:
            _looks.popitem(last=False)


def forget_all() -> None:
    """Clear the cache, as in a process that has just started."""
    with _lock:
        _looks.clear()
