"""The processor time of processes and all their descendants."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
Groups = Mapping[str, Sequence[int]]
"""The root processes of each group, by the group's name."""


class Meter:
    """Measures the processor time of each group since its creation."""

    def __init__(self, groups: Groups) -> None:
        self._groups = groups
        self._before = {name: seconds_of(*roots) for name, roots in groups.items()}
        self._began = time.perf_counter()

    def read(self) -> dict[str, float]:
        """Return the processor time of each group, in seconds."""
        return {
            name: seconds_of(*roots) - self._before[name] for name, roots in self._groups.items()
        }

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self._began


def seconds_of(*roots: int) -> float:
    """Return the seconds used by these processes and all their descendants, ended ones included."""
    stats = _stats()
    total = 0
    for pid in family(*roots):
        if pid in stats:
            _, own, ended = stats[pid]
            total += own + ended
    return total / TICKS


def family(*roots: int) -> set[int]:
    """Return these processes and all their running descendants."""
    stats = _stats()
    found, wanted = set[int](), set(roots) & stats.keys()
    while wanted:
        found |= wanted
        wanted = {pid for pid, (parent, _, _) in stats.items() if parent in wanted} - found
    return found


def descendants_with(words: str, *roots: int) -> list[int]:
    """Return the topmost descendants whose command line contains these words."""
    stats = _stats()
    matching = {pid for pid in family(*roots) if words in command_of(pid)}
    return sorted(pid for pid in matching if stats[pid][0] not in matching)


def command_of(pid: int) -> str:
    """Return the command line of a process; "" if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def _stats() -> dict[int, tuple[int, int, int]]:
    """Return, for each process, its parent, its own ticks and the ticks of its ended children."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parent, user, system, gone_user, gone_system = (int(fields[i]) for i in (1, 11, 12, 13, 14))
        found[int(stat.parent.name)] = (parent, user + system, gone_user + gone_system)
    return found
