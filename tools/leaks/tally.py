"""The counts of compared answers; imports nothing of Django, so that other programs can add them
up.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tools.leaks.timing import Times

TOLD = 20
"""Differences of a round that are kept in full."""


@dataclass(slots=True)
class Count:
    """The comparisons on one channel."""

    pairs: int = 0
    bytes: int = 0
    differences: int = 0


@dataclass
class Tally:
    """The results of some rounds of one game; `told`: positions where every action reveals the
    difference to its viewer.
    """

    game: str = ""
    positions: int = 0
    different: int = 0
    """The positions with a twin whose state differs from the real one."""
    told: int = 0
    seconds: float = 0.0
    counts: dict[str, Count] = field(default_factory=dict)
    times: dict[str, Times] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)

    def count(self, channel: str, what: str, here: bytes, there: bytes) -> None:
        """Compare an answer with its twin's; `what`: the request, its user and its time."""
        count = self.counts.setdefault(channel, Count())
        count.pairs += 1
        count.bytes += len(here)
        if here != there:
            count.differences += 1
            if len(self.found) < TOLD:
                self.found.append(f"{what}: {_apart(here, there)}")

    def add(self, other: Tally) -> None:
        """Add the results of other rounds."""
        for name in ("positions", "different", "told", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for channel, count in other.counts.items():
            ours = self.counts.setdefault(channel, Count())
            for name in Count.__slots__:
                setattr(ours, name, getattr(ours, name) + getattr(count, name))
        for channel, times in other.times.items():
            self.times.setdefault(channel, Times()).add(times)
        self.found += other.found
        self.stuck += other.stuck


def _apart(here: bytes, there: bytes) -> str:
    """Return the first lines that differ, from a little before the difference."""
    lines = zip(here.splitlines(), there.splitlines(), strict=False)
    differing = [(a, b) for a, b in lines if a != b and not a.startswith(b"Content-Length")]
    if not differing:
        return f"{len(here)} and {len(there)} bytes"
    a, b = differing[0]
    at = max(0, next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0) - 60)
    return f"{a[at : at + 240]!r} and {b[at : at + 240]!r}"
