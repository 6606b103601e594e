"""A round as the database stores it; the lock and the read of a table both load it."""

from __future__ import annotations

from typing import NamedTuple

from matches.engine import live_round, replay
from matches.engine.clocks import ClockPauses
from matches.store import shared_sql
from matches.store.rows import columns


class StoredRound(NamedTuple):
    """A round as the database stores it.

    `dealt`: true once its cards are dealt. `drawn`: the number of draws of chance used. `at_ms`:
    the time of the last move. `visible`: how many changes each viewer has seen; index 0 for
    spectators, then by seat. `stamp`: `shared_sql.ROUND_STAMP`. `state`, `undo`: None if the stamp
    is the queried one.
    """

    round_id: int
    number: int
    dealt: bool
    seed: bytes
    nonces: list[str]
    version: int
    drawn: int
    visible: list[int]
    at_ms: int
    stamp: str
    state: str | None
    undo: str | None

    def load(
        self,
        rules_id: int,
        pace: dict[str, int],
        pauses: ClockPauses,
        known: live_round.LiveRound | None,
    ) -> live_round.LiveRound | None:
        """Return the round, ready to work on; None before its cards are dealt.

        `known`: the cached round with the queried stamp.
        """
        if not self.dealt:
            return None
        return live_round.load_round(
            rules_id,
            self.state,
            replay.key_of(self.seed, self.nonces),
            self.drawn,
            pace,
            self.version,
            self.at_ms,
            pauses,
            self.undo,
            known=known,
        )


def _unless_known(column: str) -> str:
    return f"CASE WHEN {shared_sql.ROUND_STAMP} IS DISTINCT FROM %(stamp)s THEN r.{column} END"


STORED_ROUND = columns(
    StoredRound,
    "r",
    round_id="r.id",
    dealt="r.start IS NOT NULL",
    stamp=shared_sql.ROUND_STAMP,
    state=_unless_known("state"),
    undo=_unless_known("undo"),
)
"""The columns of a `StoredRound`. The parameter `stamp` is the stamp of the cached round, or NULL.
"""
