"""A round as the database stores it; the lock and the read of a table both load it."""

from __future__ import annotations

from typing import NamedTuple

from matches.engine import live_round, replay
from matches.engine.clocks import ClockPauses
from matches.store.rows import columns


class StoredRound(NamedTuple):
    """A round as the database stores it.

    `dealt`: true once its cards are dealt. `drawn`: the number of draws of chance used. `at_ms`:
    the time of the last move. `visible`: how many changes each viewer has seen; index 0 for
    spectators, then by seat. `rev`: `models.Round.rev`. `state`, `undo`: None if the round is the
    queried one.
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
    rev: int
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

        `known`: the cached round that was queried.
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
    known = "(r.id, r.version, r.rev) IS DISTINCT FROM (%(known)s, %(version)s, %(rev)s)"
    return f"CASE WHEN {known} THEN r.{column} END"


STORED_ROUND = columns(
    StoredRound,
    "r",
    round_id="r.id",
    dealt="r.start IS NOT NULL",
    state=_unless_known("state"),
    undo=_unless_known("undo"),
)
"""The columns of a `StoredRound`, with the parameters of `recent_looks.queried`."""
