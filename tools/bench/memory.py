"""The memory of processes and all their descendants."""

from __future__ import annotations

import re
from pathlib import Path

from tools.bench.cpu import family

PSS = re.compile(r"^Pss:\s+(\d+) kB$", re.MULTILINE)


def megabytes_of(*roots: int) -> float:
    """Return the proportional set size of these processes and all their running descendants.

    Each of n processes that share a page counts an nth of it.
    """
    return sum(_kilobytes(pid) for pid in family(*roots)) / 1024


def _kilobytes(pid: int) -> int:
    try:
        found = PSS.search(Path(f"/proc/{pid}/smaps_rollup").read_text())
    except OSError:  # it has ended
        return 0
    return int(found[1]) if found else 0
