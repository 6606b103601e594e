"""A separate web process on the database of the tests; its memory is read from Linux."""

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
        """Return the address on which it listens."""
        where = urlsplit(self.home)
        return str(where.hostname), int(where.port or 0)

    async def page(self, path: str = "tables", **how: Any) -> ClientConnection:
        """Open the socket of a page."""
        address = f"{self.home.replace('http', 'ws', 1)}/ws/en/{path}/"
        origin = Origin(self.home)
        return await connect(address, origin=origin, open_timeout=60, **how)

    def highest_mb(self) -> float:
        """Return its highest memory so far, in megabytes."""
        return self._status("VmHWM") / 1024

    def threads(self) -> int:
        """Return the number of its threads."""
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
    """Run a web process; it is stopped in any case. `arguments`: more for daphne."""
    database = urlsplit(os.environ["DATABASE_URL"])
    database = database._replace(path=f"/{settings.DATABASES['default']['NAME']}")
    env = os.environ | {
        "PYTHONPATH": os.pathsep.join((str(ROOT / "platform"), str(ROOT))),
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        "DATABASE_URL": database.geturl(),
        BEGUN: "",  # the services are those of this test, also in a parallel run
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
    """Return the code by which this page is closed, after reading all messages before it."""
    try:
        while True:
            await page.recv()
    except ConnectionClosed:
        return page.close_code
