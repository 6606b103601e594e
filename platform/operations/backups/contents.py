"""A summary of a database, from which a host recognises its state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import connection
from django.db.models import Model

from accounts.models import User
from matches.models import Match, Move


@dataclass(frozen=True, slots=True)
class Contents:
    """Row counts of a schema, and the time of its last move."""

    matches: int = 0
    moves: int = 0
    users: int = 0
    last: datetime | None = None

    def __bool__(self) -> bool:
        return bool(self.matches or self.users)

    def __str__(self) -> str:
        if not self:
            return "nothing"
        last = self.last.isoformat(" ", "minutes") if self.last else ""
        last = last and f", the last move of {last}"
        return f"{self.matches:,} matches, {self.moves:,} moves and {self.users:,} users{last}"


def contents(schema: str = "public") -> Contents:
    """Return the summary of this schema; after a partial restore any table may be missing."""
    last_ms = _ask("max(at_ms)", schema, Move)
    return Contents(
        matches=_ask("count(*)", schema, Match),
        moves=_ask("count(*)", schema, Move),
        users=_ask("count(*)", schema, User),
        last=datetime.fromtimestamp(last_ms / 1000, UTC) if last_ms else None,
    )


def _ask(what: str, schema: str, model: type[Model]) -> int:
    table = f"{schema}.{connection.ops.quote_name(model._meta.db_table)}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [table])
        if cursor.fetchone() == (False,):
            return 0
        cursor.execute(f"SELECT coalesce({what}, 0) FROM {table}")
        return int(cursor.fetchone()[0])
