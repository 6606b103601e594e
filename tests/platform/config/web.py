"""A web process of its own, on the database of the tests; its memory, read where Linux tells."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from config.local import listening
from config.local.embedded.testing import BEGUN
from config.local.installation import ROOT


@dataclass
class Web:
    """A web process on the database of the tests."""

    process: subprocess.Popen[bytes]
    home: str
    said: Path

    @property
    def address(self) -> tuple[str, int]:
        """Where it listens."""
        where = urlsplit(self.home)
        return str(where.hostname), int(where.port or 0)

    async def page(self, path: str = "tables", **how: Any) -> ClientConnection:
        """The socket of a page."""
        address = f"{self.home.replace('http', 'ws', 1)}/ws/en/{path}/"
        origin = Origin(self.home)
        return await connect(address, origin=origin, open_timeout=60, **how)

    def highest_mb(self) -> float:
        """How much memory it has had at most."""
        return self._status("VmHWM") / 1024

    def threads(self) -> int:
        """How many threads it has."""
        return self._status("Threads")

    def _status(self, name: str) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(rf"{name}:\s+(\d+)", status)
        assert found
        return int(found[1])


@contextmanager
def web_process(
    tmp_path: Path, application: str = "config.serving.asgi:application", *arguments: str
) -> Iterator[Web]:
    """It listens; whatever happens meanwhile, it does not stay. `arguments`: more for daphne."""
    database = urlsplit(os.environ["DATABASE_URL"])
    database = database._replace(path=f"/{settings.DATABASES['default']['NAME']}")
    env = os.environ | {
        "PYTHONPATH": os.pathsep.join((str(ROOT / "platform"), str(ROOT))),
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        "DATABASE_URL": database.geturl(),
        BEGUN: "",  # the services are those of this test, also where it is run beside others
    }
    said = tmp_path / "said.txt"
    with listening.listen_on("127.0.0.1", "0") as listener, said.open("w") as out:
        server = [
            sys.executable,
            "-m",
            "config.serving.web_server",
            "-v",
            "0",
            "-e",
            listener.endpoint,
        ]
        process = subprocess.Popen(
            [*server, *arguments, application],
            cwd=ROOT,
            env=env,
            pass_fds=[listener.handle],
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Web(process, listener.url, said)
    finally:
        process.kill()
        process.wait()


async def closed(page: ClientConnection) -> int | None:
    """The code by which this page is closed, once it has read all that came before."""
    try:
        while True:
            await page.recv()
    except ConnectionClosed:
        return page.close_code
