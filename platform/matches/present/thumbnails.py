"""Small boards for lists: the open cards of a table, the same for everyone who sees the list.

They contain no hand, so others may read the list over a shoulder or on a shared device.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.db import connection
from django.utils.safestring import SafeString

from core.rendering import cache
from games.kernel.contract import Observation
from matches.engine import live_round
from matches.store.rows import decode

KEPT = 1_000
"""Number of public views that a process caches."""

# The present round of each of these matches.
_ROUNDS = """
SELECT m.id, m.game, m.rules_id, m.pace, r.state
FROM jsonb_to_recordset(%(wanted)s) AS w(match uuid)
JOIN matches_match m ON m.id = w.match
CROSS JOIN LATERAL (
  SELECT state FROM matches_round n WHERE n.match_id = m.id AND n.start IS NOT NULL
  ORDER BY n.number DESC LIMIT 1
) r
"""


def draw(tables: Mapping[uuid.UUID, Sequence[str]]) -> dict[uuid.UUID, SafeString]:
    """Return small boards of those of these matches whose cards are dealt, with one query.

    `tables`: the names of the holders of each match's seats.
    """
    if not tables:
        return {}
    wanted = json.dumps([{"match": str(match_id)} for match_id in tables])
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, {"wanted": wanted})
        rows = cursor.fetchall()
    return {
        match_id: cache.rendered(
            f"games/{slug}/thumbnail.html",
            ("observation", "names"),
            (_open_to_all(rules_id, state, pace), tuple(tables[match_id])),
        )
        for match_id, slug, rules_id, pace, state in rows
    }


@lru_cache(maxsize=KEPT)
def _open_to_all(rules_id: int, state: str, pace: str) -> Observation:
    # The view draws no chance and no time passes, so it needs neither the round's key nor its
    # clock.
    live = live_round.load_round(rules_id, state, b"", 0, decode(pace, dict[str, int]), 0, 0)
    return live.observe(None)
