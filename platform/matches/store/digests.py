"""A digest of every match's log, which proves that a restored database equals its backup."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

from django.db import connection

# Whole rows as PostgreSQL writes them, so that no column of a round or a move is missing.
LOGS = """
SELECT match_id::text, encode(sha256(convert_to(
    string_agg(line, E'\\n' ORDER BY round, move), 'UTF8')), 'hex')
FROM (
    SELECT r.match_id, r.number AS round, 0 AS move, r::text AS line FROM matches_round r
    UNION ALL
    SELECT r.match_id, r.number, m.number, m::text
    FROM matches_move m JOIN matches_round r ON r.id = m.round_id
) AS log
GROUP BY match_id ORDER BY match_id
"""


def match_digests(progress: Callable[[int], None] = lambda done: None) -> Iterator[tuple[str, str]]:
    """Iterate over the id and the SHA-256 of each match's rounds and moves, ordered by id."""
    with connection.cursor() as cursor:
        # The text form of a row must not depend on the settings of a connection.
        cursor.execute("SET LOCAL bytea_output = 'hex'")
        cursor.execute("SET LOCAL TimeZone = 'UTC'")
        cursor.execute("SET LOCAL DateStyle = 'ISO'")
    with connection.chunked_cursor() as cursor:
        cursor.execute(LOGS)
        done = 0
        while rows := cursor.fetchmany(500):
            yield from rows
            done += len(rows)
            progress(done)


def digest_of(digests: Iterator[tuple[str, str]]) -> tuple[int, str]:
    """Return the number of matches and one SHA-256 over all their digests."""
    whole, count = hashlib.sha256(), 0
    for match_id, digest in digests:
        whole.update(f"{match_id} {digest}\n".encode())
        count += 1
    return count, whole.hexdigest()
