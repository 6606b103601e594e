"""Backups of test matches, and commands on another database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
from django.core.management import call_command

from games.kernel import registry
from matches.actors import Bot, Person
from matches.engine import live_round
from matches.engine.stored_values import to_json
from matches.models import Match
from matches.services.rounds import start
from matches.services.rounds.play import play
from matches.services.seating import tables
from matches.store.load_match import load_table
from tests.platform.matches.cast import fresh_key, let_pass, person, request_for

ROOT = Path(__file__).resolve().parents[3]
MOVES = 6


def settings_for(url: str) -> dict[str, str]:
    """Return the environment of a process on this database; Valkey is unavailable."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    return bare | {
        "DATABASE_URL": url,
        "REDIS_URL": "unix:///nowhere/valkey.sock",
        "NIGHTCAP_DB_POOL": "10",  # as for the web processes with the same `.env`
        "NIGHTCAP_SITE": "http://localhost",
        "NIGHTCAP_SECRET_KEY": "only-this-test-is-signed-with-it" * 2,
    }


def in_database(url: str, *argv: str, told: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of `manage.py` on this database."""
    return subprocess.run(
        [sys.executable, "manage.py", *argv],
        cwd=ROOT,
        env=settings_for(url),
        input=told,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def begun(slug: str) -> Match:
    """Return a match of this game after some moves by a person and by bots."""
    game = registry.games()[slug]
    bots = [game.meta.levels[0].slug] * max(game.meta.seats[0] - 1, 1)
    host = person(f"Host of {slug}")
    match = tables.open_match(host, slug, seats=len(bots) + 1, bots=bots)
    start.get_ready(match.pk, host)
    for _ in range(10 * MOVES):
        table = load_table(match.pk)
        live = table.live
        assert live is not None
        if live.version >= MOVES or live.over:
            break
        if not live.awaited.seats:
            let_pass(live)
            continue
        seat = live.awaited.seats[0]
        best = live_round.ask_bot(live, seat, bots[0], table.events(), fresh_key())
        actor = Bot(seat) if seat else Person(host.pk, host.epoch)
        if best is None:
            let_pass(live)
        else:
            play(match.pk, actor, request_for(match, seat, action=to_json(best)))
    return match


def back_up(folder: Path) -> dict[str, Any]:
    """Make a backup now, and return the output of `backup`."""
    out = StringIO()
    call_command("backup", folder, "--json", stdout=out, stderr=StringIO())
    told: dict[str, Any] = json.loads(out.getvalue())
    return told


def everything(url: str) -> tuple[Any, ...]:
    """Return the content of each schema of a database: relations, constraints, moves and people."""
    with psycopg.connect(url) as there:
        relations = there.execute(
            "SELECT relnamespace::regnamespace::text, relname, relkind FROM pg_class"
            " WHERE relnamespace::regnamespace::text !~ '^(pg_|information_schema)' ORDER BY 1, 2"
        ).fetchall()
        constraints = there.execute("SELECT conname FROM pg_constraint ORDER BY 1").fetchall()
        rows = [
            (schema, table, there.execute(f"SELECT t::text FROM {schema}.{table} t").fetchall())
            for schema, table, _ in relations
            if table in ("matches_move", "accounts_user")
        ]
    return relations, constraints, [(schema, table, sorted(found)) for schema, table, found in rows]
