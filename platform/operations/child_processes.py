"""Child processes that cannot outlive their parent."""

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
    """The machine or its files prevent the work; the text says how, in one sentence."""


@dataclass(frozen=True)
class Owner:
    """The user and group that a server runs as. PostgreSQL refuses to run as root."""

    uid: int
    gid: int


def die_with_parent(sig: signal.Signals = signal.SIGKILL) -> None:
    """Ask the kernel to send us this signal when our parent dies, for whatever reason.

    It works on Linux only. On other systems nothing happens, and `kill -9` of the parent leaves
    orphans.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, int(sig))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay signals that end this process from the start of a child until the child is recorded.

    An unrecorded child would outlive its parent for a while. The signal is delivered at the end of
    the block. This works in a process with one thread, as the supervisor has.
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
    """Start a child in a session of its own, so that the terminal's Ctrl-C reaches only us.

    Call it from the main thread, because the kernel ties the child to the thread that started it.
    If a signal handler may raise, start and record the child inside `undisturbed`.
    """
    parent = os.getpid()

    def before_exec() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDINGS)
        os.setsid()
        die_with_parent(on_parents_death)
        if os.getppid() != parent:  # the parent died before the line above took effect
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
    """Ask these processes to end, wait for them, then kill them and all their children."""
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
    """Kill the remaining processes in the group of this child."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)
