"""Rows that would take long to play: many finished matches and long logs, copied by SQL.

No platform code makes them, so any number is ready in seconds. The copied rows come from real
play.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import psycopg

CROWD = 20
"""Finished matches of each user who has a seat in the copies."""
PATIENCE = 60.0

_CROWD = """
INSERT INTO accounts_user SELECT (jsonb_populate_record(u, jsonb_build_object(
  'id', nextval(pg_get_serial_sequence('accounts_user', 'id')),
  'name', 'Bench ' || i, 'name_key', 'bench' || i))).*
FROM accounts_user u, generate_series(%(first)s::int, %(last)s) i WHERE u.id = %(like)s
RETURNING id
"""

_MATCHES = """
INSERT INTO matches_match SELECT (jsonb_populate_record(m, jsonb_build_object(
  'id', md5('bench match ' || i)::uuid, 'invite', 'bench ' || i,
  'finished_at', now() - i * interval '5 minutes'))).*
FROM matches_match m, generate_series(%(first)s::int, %(last)s) i WHERE m.id = %(match)s
"""

_ROUNDS = """
INSERT INTO matches_round SELECT (jsonb_populate_record(r, jsonb_build_object(
  'id', nextval(pg_get_serial_sequence('matches_round', 'id')),
  'match_id', md5('bench match ' || i)::uuid))).*
FROM matches_round r, generate_series(%(first)s::int, %(last)s) i WHERE r.match_id = %(match)s
"""

_SEATS = """
INSERT INTO matches_seat SELECT (jsonb_populate_record(s, jsonb_build_object(
  'id', nextval(pg_get_serial_sequence('matches_seat', 'id')),
  'match_id', md5('bench match ' || i)::uuid, 'acknowledged', 1000000,
  'dealt_to_id', who.id, 'user_id', who.id))).*
FROM generate_series(%(first)s::int, %(last)s) i
CROSS JOIN matches_seat s
CROSS JOIN LATERAL (SELECT CASE
    WHEN s.number = 0 AND %(owner)s::bigint IS NOT NULL THEN %(owner)s
    ELSE (%(people)s::bigint[])[1 + (i * 4 + s.number) %% cardinality(%(people)s::bigint[])]
  END AS id) who
WHERE s.match_id = %(match)s
"""

_MOVES = """
INSERT INTO matches_move (round_id, number, seat, action, events, key, body, at_ms)
SELECT made.id, m.number, m.seat, m.action, m.events, m.key, m.body, m.at_ms
FROM generate_series(%(first)s::int, %(last)s) i
JOIN matches_round made ON made.match_id = md5('bench match ' || i)::uuid
JOIN matches_round r ON r.match_id = %(match)s AND r.number = made.number
JOIN matches_move m ON m.round_id = r.id
ORDER BY made.id, m.number
"""

_LOG = """
INSERT INTO matches_move (round_id, number, seat, action, events, key, body, at_ms)
SELECT %(to)s, i, m.seat, m.action, m.events, '', '', r.at_ms
FROM generate_series(1, %(moves)s) i
JOIN matches_round r ON r.id = %(to)s
JOIN matches_move m ON m.round_id = %(from)s
  AND m.number = 1 + (i - 1) %% (SELECT max(number) FROM matches_move WHERE round_id = %(from)s)
"""

_LONGER = """
UPDATE matches_round SET version = %(moves)s, undo = '',
  visible = (SELECT jsonb_agg(seen::int + %(moves)s) FROM jsonb_array_elements_text(visible) seen)
WHERE id = %(to)s
"""

_SEEN = """
UPDATE matches_seat s SET acknowledged = (r.visible ->> (s.number + 1))::int
FROM matches_round r WHERE r.id = %(to)s AND s.match_id = r.match_id
"""
"""The players have viewed every move."""


class Store:
    """The copies in one database."""

    def __init__(self, database_url: str) -> None:
        self._url = database_url
        self.copies = 0
        self._people = 0

    def finished_match(self) -> str:
        """Return the id of a finished match, and wait for it if its last move was just made.

        Raises:
            RuntimeError: there is none.
        """
        end = time.monotonic() + PATIENCE
        with psycopg.connect(self._url, autocommit=True) as connection:
            while time.monotonic() < end:
                found = connection.execute(
                    "SELECT id FROM matches_match WHERE status = 'finished' LIMIT 1"
                ).fetchone()
                if found is not None:
                    return str(found[0])
                time.sleep(0.2)
        raise RuntimeError("no match has finished")

    def copy(
        self, match: str, count: int, *, of: int | None = None, with_logs: bool = False
    ) -> None:
        """Copy a finished match this many times, usually without its log.

        `of`: the id of a user who gets a seat in each copy; many other users share the remaining
        seats.
        """
        with psycopg.connect(self._url) as connection:
            numbers = {"first": self.copies + 1, "last": self.copies + count}
            people = self._crowd(connection, match, max(4, 4 * count // CROWD))
            self.copies += count
            values = numbers | {"match": match, "owner": of, "people": people}
            for statement in (_MATCHES, _ROUNDS, _SEATS, *([_MOVES] if with_logs else [])):
                connection.execute(statement, values)
        self._settle()

    def write_logs(self, paths: Sequence[str], moves: int, *, like: str) -> None:
        """Fill the empty logs of matches with this many moves, repeated from another match's log."""
        with psycopg.connect(self._url) as connection:
            played = self._round(connection, like)
            for path in paths:
                rounds = {"to": self._round(connection, path), "from": played}
                for statement in (_LOG, _LONGER, _SEEN):
                    connection.execute(statement, rounds | {"moves": moves})
        self._settle()

    def _settle(self) -> None:
        """Vacuum now, so that PostgreSQL does not do it during a measurement."""
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute("VACUUM ANALYZE")

    def _crowd(self, connection: psycopg.Connection, match: str, count: int) -> list[int]:
        numbers = {"first": self._people + 1, "last": self._people + count}
        self._people += count
        found = connection.execute(
            "SELECT user_id FROM matches_seat WHERE match_id = %s AND number = 0", [match]
        ).fetchone()
        assert found is not None
        made = connection.execute(_CROWD, numbers | {"like": found[0]})
        return [row[0] for row in made]

    def _round(self, connection: psycopg.Connection, path: str) -> int:
        found = connection.execute(
            "SELECT id FROM matches_round WHERE match_id = %s ORDER BY number DESC",
            [path.split("/")[2]],
        ).fetchone()
        assert found is not None
        round_id: int = found[0]
        return round_id
