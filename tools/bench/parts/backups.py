"""The time to back up, restore and replay the data of many finished matches."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import psycopg

from config.local.installation import relaxed_settings
from tests.browser.server import ROOT
from tools.bench import text
from tools.bench.bench import Bench
from tools.bench.parts.pages import finished_match
from tools.bench.stored import Store
from tools.goals import Found, Goal

STORED, QUICK_STORED = 10_000, 1_000
ELSEWHERE = "restored"


def measure(bench: Bench) -> Found:
    """Measure the seconds of each command, with a number of matches and all their moves."""
    house, store = bench.house, Store(bench.house.database_url)
    stored = QUICK_STORED if bench.quick else STORED
    store.copy(finished_match(bench, store), stored, with_logs=True)
    folder = Path(tempfile.mkdtemp(prefix="nightcap-backups-"))
    try:
        with psycopg.connect(house.database_url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {ELSEWHERE}")
        elsewhere = house.server.env | {
            **relaxed_settings(house.server.var),
            "DATABASE_URL": f"{house.database_url.rpartition('/')[0]}/{ELSEWHERE}",
            "REDIS_URL": "unix:///none",  # the server's own database must not be emptied
        }
        seconds, made = _timed(house.server.env, "backup", str(folder))
        moves = made["moves"]
        bench.say(
            f"{made['matches']:,} matches, {moves:,} moves, {made['dump_bytes'] / 1e6:,.1f} MB."
        )
        restoring, restored = _timed(elsewhere, "restore", made["folder"], "--yes")
        replaying, replayed = _timed(elsewhere, "check_upgrade")
    finally:
        shutil.rmtree(folder)
    found = {
        "backup": seconds,
        "restore: all": restoring,
        "restore: loading": restored["loading"],
        "restore: comparing": restored["proving"],
        "check_upgrade": replaying,
    }
    bench.say(text.header(["s", "moves/s"]))
    for name, spent in found.items():
        bench.say(text.line(name, [spent, moves / spent if spent else 0.0]))
    differing = len(replayed["differing"]) + len(replayed["unknown"])
    same = restored["matches_sha256"] == made["matches_sha256"]
    return Found(
        found | {"matches": made["matches"], "moves": moves, "bytes": made["dump_bytes"]},
        [
            Goal("restored rounds with a different replay", differing, 0, ""),
            Goal("restored logs that differ from the backup", int(not same), 0, ""),
        ],
    )


def _timed(env: dict[str, str], *argv: str) -> tuple[float, Any]:
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "manage.py", *argv, "--json"],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return time.monotonic() - began, json.loads(done.stdout)
