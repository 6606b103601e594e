"""The web process from the outside: who floods it, and pages that are open when it closes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from config import listening
from config.embedded.testing import BEGUN
from config.local import ROOT
from config.web_server import RESTARTING
from tests.platform.config.server import wait_until

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(not Path("/proc").exists(), reason="measures where Linux tells"),
]

PAGES = 12
FLOOD = 600
"""Frames from each of the pages that flood: together far more than the web process may grow."""
FRAME = json.dumps({"x": "y" * 14_000})
GROWS_MB = 16


@dataclass
class Web:
    """A web process on the database of the tests."""

    process: subprocess.Popen[bytes]
    home: str
    said: Path

    async def page(self) -> ClientConnection:
        """The socket of a page."""
        address = f"{self.home.replace('http', 'ws', 1)}/ws/en/tables/"
        return await connect(address, origin=self.home, open_timeout=60)  # type: ignore[arg-type]

    def highest_mb(self) -> float:
        """How much memory it has had at most."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1024


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """It listens; whatever the test does, it does not stay."""
    database = urlsplit(os.environ["DATABASE_URL"])
    database = database._replace(path=f"/{settings.DATABASES['default']['NAME']}")
    env = os.environ | {
        "PYTHONPATH": str(ROOT / "platform"),
        "DJANGO_SETTINGS_MODULE": "config.settings_test",
        "DATABASE_URL": database.geturl(),
        BEGUN: "",  # the services are those of this test, also where it is run beside others
    }
    said = tmp_path / "said.txt"
    with listening.listen_on("127.0.0.1", "0") as listener, said.open("w") as out:
        server = [sys.executable, "-m", "config.web_server", "-v", "0", "-e", listener.endpoint]
        process = subprocess.Popen(
            [*server, "config.asgi:application"],
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


def test_it_does_not_grow_and_closes_in_order(web: Web) -> None:
    asyncio.run(_flooded_then_closed(web))
    wait_until(lambda: web.process.poll() is not None)
    assert web.process.returncode == 0
    assert web.said.read_text() == ""


async def _flooded_then_closed(web: Web) -> None:
    for _ in range(2):  # the first is the warm-up
        before = web.highest_mb()
        await asyncio.gather(*[_flood(web) for _ in range(6)])
    assert web.highest_mb() - before < GROWS_MB

    pages = [await web.page() for _ in range(PAGES)]
    for page in pages:
        assert "#tables" in str(await page.recv())
    web.process.send_signal(signal.SIGTERM)
    codes = await asyncio.gather(*map(_closed, pages))
    assert codes == [RESTARTING] * PAGES


async def _flood(web: Web) -> None:
    page = await web.page()
    try:
        async with asyncio.timeout(3):
            for _ in range(FLOOD):
                await page.send(FRAME)
    except TimeoutError:
        pass  # it has to wait, as it should
    finally:
        page.transport.abort()


async def _closed(page: ClientConnection) -> int | None:
    try:
        while True:
            await page.recv()
    except ConnectionClosed:
        return page.close_code
