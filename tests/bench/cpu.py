"""How much processor time a process and its children have used."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def seconds_of(*roots: int) -> float:
    """Seconds used by these processes and all their children, those that ended included."""
    stats = _stats()
    wanted, found = set(roots), set[int]()
    while wanted:
        found |= wanted
        wanted = {pid for pid, (parent, _, _) in stats.items() if parent in wanted} - found
    total = 0.0
    for pid in found & stats.keys():
        _, own, ended = stats[pid]
        total += own + ended
    return total / TICKS


def children_with(parent: int, words: str) -> list[int]:
    """The descendants of a process whose command line contains these words, the eldest first."""
    stats = _stats()
    family = {parent}
    while more := {pid for pid, (up, _, _) in stats.items() if up in family} - family:
        family |= more
    return sorted(pid for pid in family if words in _command(pid))


def _stats() -> dict[int, tuple[int, int, int]]:
    """Parent, own ticks, and ticks of ended children, by process."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parent, user, system, gone_user, gone_system = (int(fields[i]) for i in (1, 11, 12, 13, 14))
        found[int(stat.parent.name)] = (parent, user + system, gone_user + gone_system)
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
