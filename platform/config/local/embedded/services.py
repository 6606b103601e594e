"""The embedded services of an installation: which process runs them, and their addresses."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from config.local.embedded import place
from config.local.embedded.postgres import Postgres
from config.local.embedded.valkey import Valkey
from operations.child_processes import Unusable

URLS = ("DATABASE_URL", "REDIS_URL")
Say = Callable[[str], None]


def silent(_: str) -> None:
    """Print nothing."""


class AlreadyUp(Unusable):
    """The error if another process runs the services of this `var`."""


class Services:
    """The two servers of one `var`, and the lock that lets only one process start them."""

    def __init__(self, var: Path, *, say: Say = silent, forgetful: bool = False) -> None:
        self.var = var.absolute()
        self.say = say
        self.forgetful = forgetful
        self.sign = self.var / "services.json"
        self._lock: int | None = None
        self._where: place.Place | None = None
        self.running: list[Postgres | Valkey] = []
        """Servers that this process started, in order."""

    def claim(self) -> None:
        """Take the lock on this installation.

        Raises:
            AlreadyUp: another process has it.
            Unusable: `var` is not usable.
        """
        place.make_folder(self.var, 0o755)
        self._lock = lock(self.var / "lock")
        if self._lock is None:
            raise AlreadyUp(f"Nightcap is already running on {self.var}.")

    def start(self, wanted: tuple[str, ...] = URLS) -> dict[str, str]:
        """Start the wanted services and return their addresses."""
        if not wanted:
            return {}
        where = self._where = place.find_place(self.var)
        if where.moved:
            self.say(
                f"The servers run as `nobody`, who cannot enter {self.var}: "
                f"their data is in {where.data}."
            )
        postgres, valkey = Postgres(where, forgetful=self.forgetful), Valkey(where)
        urls = {}
        if "DATABASE_URL" in wanted:
            self.running.append(postgres)
            postgres.start()
            urls["DATABASE_URL"] = postgres.url
        if "REDIS_URL" in wanted:
            self.running.append(valkey)
            valkey.start()
            urls["REDIS_URL"] = valkey.url
        write_privately(self.sign, json.dumps(urls))
        return urls

    def stop(self) -> None:
        """Stop the servers, the last one first, and release the lock."""
        if self._lock is not None:
            self.sign.unlink(missing_ok=True)
        while self.running:
            self.running.pop().stop()
        if self._where is not None:
            self._where.tidy()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def lock(path: Path, *, shared: bool = False, wait: bool = False) -> int | None:
    """Take a lock that the kernel releases when the process ends in any way; return None if it is
    taken.

    Raises:
        Unusable: the file cannot be opened.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise Unusable(f"{path} cannot be opened: {error.strerror}.") from None
    kind = fcntl.LOCK_SH if shared else fcntl.LOCK_EX
    try:
        fcntl.flock(handle, kind if wait else kind | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    return handle


def write_privately(path: Path, text: str) -> None:
    """Write a file atomically that only we can read."""
    half = path.with_name(f"{path.name}.{os.getpid()}")
    half.unlink(missing_ok=True)
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    half.rename(path)


def running_urls(var: Path) -> dict[str, str]:
    """Return the addresses of the services that another process runs; empty if none does."""
    held = lock(var / "lock")
    if held is not None:
        os.close(held)
        return {}
    try:
        found = json.loads((var / "services.json").read_text())
    except (OSError, ValueError):
        return {}
    return {name: str(found[name]) for name in URLS if name in found}


@contextmanager
def borrow_services(
    var: Path, wanted: tuple[str, ...], say: Say = silent
) -> Iterator[dict[str, str]]:
    """Provide the services for the duration of one command: running ones, otherwise our own.

    Commands that use the services of another command hold a shared lock, and that command waits for
    them before it stops its services.

    Raises:
        Unusable: another process is starting or stopping them now.
    """
    guests = var / "guests"
    services = Services(var, say=say)
    try:
        services.claim()
    except AlreadyUp:
        guest = lock(guests, shared=True, wait=True)
        assert guest is not None
        try:
            found = running_urls(var)
            missing = [name for name in wanted if name not in found]
            if missing:
                raise Unusable(
                    f"Another process is starting or stopping on {var}, or runs without "
                    f"{' and '.join(missing)}; try again in a moment."
                ) from None
            yield {name: found[name] for name in wanted}
        finally:
            os.close(guest)
        return
    try:
        yield services.start(wanted)
    finally:
        last = lock(guests)
        if last is None:
            say("Waiting for another command that still uses the database …")
            last = lock(guests, wait=True)
        services.stop()
        if last is not None:
            os.close(last)
