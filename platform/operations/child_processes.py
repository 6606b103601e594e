"""Processes that cannot outlive the one that started them."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PR_SET_PDEATHSIG = 1
ENDINGS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that ask a process to end."""


class Unusable(Exception):
    """Something about this machine or its files stops us; the text says what, in one sentence."""


@dataclass(frozen=True)
class Owner:
    """As whom a server runs. PostgreSQL refuses to be root."""

    uid: int
    gid: int


def die_with_parent(sig: signal.Signals = signal.SIGKILL) -> None:
    """Ask the kernel to send us this signal when our parent dies, however it dies.

    Linux only; elsewhere nothing happens, and `kill -9` of the parent would leave orphans.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(sig))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Let no signal that ends this process come between the start of a child and the note of it.

    A child that is not noted is ended by nobody: it outlives its parent for a while. The signal comes
    when the block is left. It does so where the process has one thread, as the supervisor has.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDINGS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def spawn(
    argv: Sequence[str | Path],
    *,
    on_parents_death: signal.Signals,
    owner: Owner | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | str | None = None,
    log: Path | None = None,
    keep: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own: the terminal's Ctrl-C reaches only us.

    Call it from the main thread: the kernel ties the child to the thread that started it. Where a signal
    may raise, start and note it `undisturbed`.
    """
    parent = os.getpid()

    def before_exec() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)
        os.setsid()
        die_with_parent(on_parents_death)
        if os.getppid() != parent:  # it died before the line above could take effect
            os._exit(1)

    as_owner = owner is not None and owner.uid != os.geteuid()
    out = None if log is None else os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    try:
        return subprocess.Popen(
            argv,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            env=env,
            cwd=cwd,
            user=owner.uid if owner and as_owner else None,
            group=owner.gid if owner and as_owner else None,
            extra_groups=[] if as_owner else None,
            pass_fds=keep,
            preexec_fn=before_exec,
        )
    finally:
        if out is not None:
            os.close(out)


def stop(children: Sequence[subprocess.Popen[bytes]], sig: signal.Signals, patience: float) -> None:
    """Ask them to end, wait so long for all of them, and then end them and whatever they started."""
    for child in children:
        if child.poll() is None:
            child.send_signal(sig)
    end = time.monotonic() + patience
    for child in children:
        try:
            child.wait(max(0.0, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        end_group(child.pid)


def end_group(leader: int) -> None:
    """End what a child of ours has left behind in its own group."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
