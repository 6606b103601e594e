"""Our side: the whole platform as `make run` starts it, durable, with one web process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.browser.server import CLOSE_PATIENCE, ROOT, Server
from tools.bench import cpu
from tools.bench.http import ENCODINGS, Response, load


class _Server(Server):
    """One that can be started again on what it has stored."""

    def restart(self, kill: int | None = None) -> None:
        """Press Ctrl-C, and start it again at the same address; `kill`: end this process of it instead."""
        assert self._process is not None
        assert self._process.stdout is not None
        self.env["PORT"] = str(self.port)
        if kill is None:
            self._process.send_signal(signal.SIGINT)
        else:
            os.kill(kill, signal.SIGKILL)
        self._process.wait(CLOSE_PATIENCE)
        self._reader.join(CLOSE_PATIENCE)
        self._process.stdout.close()
        self._told.clear()
        self.url = ""
        self.open()


class House:
    """A server that is open, its processes, and what is prepared beside it."""

    side = "nightcap"

    def __init__(self, server: _Server) -> None:
        self.server = server

    @property
    def host(self) -> str:
        """Name and port."""
        return f"127.0.0.1:{self.server.port}"

    def groups(self) -> dict[str, list[int]]:
        """Its processes."""
        words = {
            "web": "-m config.serving.web_server",
            "workers": "-m celery",
            "database": "/postgres -D ",
            "valkey": "valkey-server",
        }
        started = cpu.descendants_with("manage.py run", os.getpid())
        return {name: cpu.descendants_with(word, *started) for name, word in words.items()}

    def lay(
        self,
        tables: int,
        *,
        game: str = "sleeping_queens",
        seats: int = 4,
        groups: int = 10,
        options: tuple[str, ...] = (),
        public: bool = False,
        programs: bool = False,
    ) -> list[dict[str, Any]]:
        """Tables that are dealt and wait, as the driver takes them; see `lay_tables`."""
        laid: list[dict[str, Any]] = self.run(
            "tools.bench.lay_tables",
            {
                "game": game,
                "tables": tables,
                "seats": seats,
                "groups": groups,
                "options": options,
                "public": public,
                "programs": programs,
            },
        )
        return [table | {"host": self.host} for table in laid]

    def run(self, module: str, wanted: dict[str, Any]) -> Any:
        """What a module of ours prints as JSON, which runs beside the server and gets these words."""
        done = subprocess.run(
            [sys.executable, "-m", module, json.dumps(wanted)],
            cwd=ROOT,
            env=self.server.env | {"PYTHONPATH": str(ROOT / "platform")},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stderr)
        return json.loads(done.stdout.splitlines()[-1])

    def get(self, path: str, cookie: str = "", encodings: str = ENCODINGS) -> Response:
        """Load a page, as a browser that accepts these encodings."""
        headers = {"Accept-Encoding": encodings, "Accept-Language": "en", "Accept": "text/html"}
        if cookie:
            headers["Cookie"] = cookie
        return load(self.host, path, headers)

    @property
    def database_url(self) -> str:
        """Where its database is."""
        url: str = json.loads((self.server.var / "services.json").read_text())["DATABASE_URL"]
        return url


@contextmanager
def open_house() -> Iterator[House]:
    """The platform on a folder of its own, for as long as the block lasts."""
    server = _Server(delay_scale="1")
    try:
        server.open()
        yield House(server)
    finally:
        server.close()
