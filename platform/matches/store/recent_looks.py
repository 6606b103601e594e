"""The tables that this process looked at last, each with the stamps of what was read.

PostgreSQL stamps each row with the transaction that wrote it. Where the stamps are the same as
before, the rows are, too, and need not be read again. A look spares the next one the state and the
log, and a move makes the next table of it (`load_match.table_after`): seats, clocks and counts are
read under the lock, and `snapshot.MatchFacts` are taken as they were.

That is right as long as this holds: **whatever `MatchFacts` are read from changes only in a transaction
that writes the match's own row, too**, as `change_match.count_change` does. Three facts need no stamp:

* what people are called: where `MatchFacts` have a name, no table is made of a look;
* the next round, when it is dealt and how rounds before ended: a round that is announced is the one
  that is locked then, and no look is known of it;
* the rematch: nobody acts in a match that is over.

`tests/platform/matches/test_match_facts.py` has PostgreSQL say which columns the statement reads, changes
each of them by the services that do, and fails for one that it does not know.
"""

from __future__ import annotations

import uuid
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from matches.store.snapshot import Table


@dataclass(frozen=True, slots=True)
class Look:
    """A table, and of what it was made: see `shared_sql.ROUND_STAMP`, `shared_sql.MATCH_STAMP`."""

    table: Table
    round_stamp: str
    match_stamp: str


MOST = 500
_looks: OrderedDict[uuid.UUID, Look] = OrderedDict()
_lock = Lock()


def newest_look(match_id: uuid.UUID) -> Look | None:
    """The newest look at this match, if any."""
    return _looks.get(match_id)


def remember_look(look: Look) -> None:
    """Remember this look; the oldest one makes room."""
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
    """Know nothing, like a process that has just started."""
    with _lock:
        _looks.clear()
