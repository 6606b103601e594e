"""The SQL statements of a move: PostgreSQL logs each one while matches are played."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from tools.bench.bench import Bench
from tools.bench.parts.throughput import IN_PLAY
from tools.bench.result import drive
from tools.goals import Found

TABLES = 30
SHOWN = 0.05
"""Statements that occur less often per move are summed up."""
BEGUN = re.compile(r"LOG:  (?:statement|execute [^:]*): (.*)")
VALUE = re.compile(r"'[^']*'|\b\d+\b|\$\d+")
LONGEST = 90


def measure(bench: Bench) -> Found:
    """Count the statements by their text."""
    log = bench.house.server.var / "postgres.log"
    begins: dict[str, int] = {}
    wanted = {
        "side": bench.house.side,
        "tables": bench.house.lay(TABLES),
        "in_play": IN_PLAY,
        "think": 0,
        "warm_up": 1,
        "seconds": min(bench.seconds, 5),
    }
    with _logging(bench.house.database_url):
        result = drive(
            wanted,
            bench.house.groups(),
            lambda step: begins.update({step: log.stat().st_size}),
        )
    with log.open("rb") as file:
        file.seek(begins["measuring"])
        written = file.read(begins["measured"] - begins["measuring"]).decode(errors="replace")
    moves = result.moves + result.held
    counts = {text: count / moves for text, count in counted(written).most_common()}
    total = sum(counts.values())
    bench.say(f"{total:.2f} statements a move, all processes together, over {moves:.0f} moves:")
    for statement, count in counts.items():
        if count >= SHOWN:
            bench.say(f"{count:8.2f}  {statement}")
    rare = sum(count for count in counts.values() if count < SHOWN)
    bench.say(f"{rare:8.2f}  others, each less than {SHOWN}")
    return Found({"a move": total, "by text": counts})


def counted(log: str) -> Counter[str]:
    """Return the count of each statement in PostgreSQL's log, by the beginning of its text, without
    values.
    """
    found: Counter[str] = Counter()
    lines = log.splitlines()
    for number, line in enumerate(lines):
        if begun := BEGUN.search(line):
            # The further lines of a statement are indented.
            more = [begun[1]]
            for next_line in lines[number + 1 : number + 8]:
                if not next_line.startswith("\t"):
                    break
                more.append(next_line)
            found[VALUE.sub("?", " ".join(" ".join(more).split()))[:LONGEST]] += 1
    return found


@contextmanager
def _logging(database_url: str) -> Iterator[None]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET log_statement = 'all'")
        connection.execute("SELECT pg_reload_conf()")
        try:
            yield
        finally:
            connection.execute("ALTER SYSTEM RESET log_statement")
            connection.execute("SELECT pg_reload_conf()")
