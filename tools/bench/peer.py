"""The peer's side: boardgame.io with its PostgreSQL storage, on our database server, in Node.

Its packages are installed once from npm into `var/bench`, by the lock file beside its server. Node
is the one on PATH, or else the one that `make setup-dev` installs.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

import psycopg

from config.local.embedded.services import Services
from operations.child_processes import die_with_parent
from tests.node import NODE, NPM
from tests.ports import free_port
from tools.bench.child import child

HERE = Path(__file__).with_name("peer")
FILES = ("package.json", "package-lock.json", "server.js", "eights.js")
NAME = "peer"
"""The name of its database."""
SEATS = 4
DIRECTLY = build_opener(ProxyHandler({}))
"""No proxy from the environment: the server is on this machine."""


class Unavailable(Exception):
    """The peer cannot run here; the message gives the reason."""


class Peer:
    """Node, and the peer's packages."""

    def __init__(self, folder: Path) -> None:
        """Find Node and install the packages, or raise `Unavailable`."""
        self.folder = folder / "peer"
        self.folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            shutil.copy(HERE / name, self.folder / name)
        self.node, npm = _node()
        if not (self.folder / "node_modules" / "boardgame.io").exists():
            _run([*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], self.folder)

    @contextmanager
    def open(self) -> Iterator[PeerServer]:
        """Open its server, and a database server for it with the same settings as ours."""
        with _postgres() as (database_url, postgres):
            port = free_port()
            user, host = _login(database_url)
            argv = [*self.node, "server.js", str(port), host, NAME, user]
            with child(argv, self.folder, os.environ | {"NODE_ENV": "production"}) as server:
                assert server.stdout is not None
                while (line := server.stdout.readline()) and "ready" not in line:
                    pass
                if not line:
                    raise Unavailable(
                        "The peer's server did not start; the lines above give the reason."
                    )
                yield PeerServer(f"127.0.0.1:{port}", server.pid, postgres)


class PeerServer:
    """The peer, open."""

    side = "boardgame.io"

    def __init__(self, host: str, server: int, postgres: int) -> None:
        self.host = host
        self._server, self._postgres = server, postgres

    def groups(self) -> dict[str, list[int]]:
        """Return its processes."""
        return {"web": [self._server], "database": [self._postgres]}

    def lay(self, tables: int) -> list[dict[str, Any]]:
        """Make matches that wait for their players, in the form that the driver takes.

        When a player joins or connects, the peer reads, changes and rewrites a match without a lock
        (0.50.2). A player who joins meanwhile is lost, and the match stops. So all players join
        before the first one connects.
        """
        return [self._lay() for _ in range(tables)]

    def _lay(self) -> dict[str, Any]:
        match = self._post("create", {"numPlayers": SEATS})["matchID"]
        seats = [{"playerID": str(seat), "playerName": f"p{seat}"} for seat in range(SEATS)]
        joined = [self._post(f"{match}/join", seat) for seat in seats]
        keys = [answer["playerCredentials"] for answer in joined]
        return {"host": self.host, "match": match, "keys": keys}

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        request = Request(
            f"http://{self.host}/games/eights/{path}",
            json.dumps(body).encode(),
            {"Content-Type": "application/json"},
        )
        with DIRECTLY.open(request, timeout=30) as answer:
            return json.load(answer)


@contextmanager
def _postgres() -> Iterator[tuple[str, int]]:
    """Start a database server like ours in its own folder; yield its address and its process."""
    var = Path(tempfile.mkdtemp(prefix="nightcap-peer-"))
    var.chmod(0o755)
    services = Services(var)
    try:
        services.claim()
        url = services.start(("DATABASE_URL",))["DATABASE_URL"]
        (postgres,) = services.running
        assert postgres.process is not None
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {NAME}")
        yield url, postgres.process.pid
    finally:
        services.stop()
        shutil.rmtree(var, ignore_errors=True)


def _node() -> tuple[list[str], list[str]]:
    """Return the paths of node and npm."""
    if (node := shutil.which("node")) and (npm := shutil.which("npm")):
        return [node], [npm]
    return [str(NODE)], [*map(str, NPM)]


def _run(argv: Sequence[str], folder: Path) -> None:
    done = subprocess.run(
        argv, cwd=folder, stdout=sys.stderr, preexec_fn=die_with_parent, check=False
    )
    if done.returncode:
        raise Unavailable(f"`{' '.join(argv)}` failed; the lines above give the reason.")


def _login(database_url: str) -> tuple[str, str]:
    """Return the user and the folder of the socket (or the host)."""
    parts = urlsplit(database_url)
    return unquote(parts.username or "postgres"), unquote(parts.netloc.rpartition("@")[2])
