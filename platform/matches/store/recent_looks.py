"""Cache of the tables that this process read last.

A cached table saves the next read the state and the log. It is as it was while its round has the
same version and the same `rev` (`models.Round.rev`): the database raises `rev` when anything else
changes that a move or `snapshot.MatchFacts` depend on. A move makes the next table from the cached
one (`load_match.table_after`). Three facts do not raise `rev`:

* the names of people who play no seat: if `MatchFacts` contain a name, no table is made from the
  cache;
* the next round, its due time and the outcomes of earlier rounds: an announced round is the one
  that is locked then, and no cached table exists for it;
* the rematch: no seat acts in a match that is over.

`tests/platform/matches/test_rev.py` asks PostgreSQL which columns a move and a table read. It
changes each of them, and fails for a column that it does not list.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from matches.store.snapshot import Table
from matches.store.stored_round import StoredRound


@dataclass(frozen=True, slots=True)
class Look:
    """A table, and `models.Round.rev` when it was read."""

    table: Table
    rev: int

    def is_of(self, round_: StoredRound) -> bool:
        """Return whether nothing has changed since."""
        table = self.table
        known = (table.round_id, table.version, self.rev)
        return known == (round_.round_id, round_.version, round_.rev)


MOST = 500
_looks: OrderedDict[uuid.UUID, Look] = OrderedDict()
_lock = Lock()


def newest_look(match_id: uuid.UUID) -> Look | None:
    """Return the newest cached table of this match, if any."""
    return _looks.get(match_id)


def queried(known: Look | None) -> dict[str, int | None]:
    """Return the parameters for `stored_round.STORED_ROUND`: what this process has cached."""
    if known is None:
        return {"known": None, "version": None, "rev": None}
    return {"known": known.table.round_id, "version": known.table.version, "rev": known.rev}


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
