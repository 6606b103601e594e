"""How long rounds last, if everybody at the table takes the time of a bot of one level.

The covers and the form for a new table say what was measured so (`Meta.minutes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bots.lab.rounds import Hall, run_jobs

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """So many of a level, in a hall."""

    hall: Hall
    seats: int
    level: str

    def round(self, number: int) -> tuple[float, int, int]:
        """How many minutes and moves this round takes, and how many its players make in the first
        minute."""
        played = self.hall.play([self.level] * self.seats, number, deal=number)
        first = sum(move.seat is not None and move.at_ms <= MINUTE_MS for move in played.moves)
        return played.took_ms / MINUTE_MS, len(played.moves), first


@dataclass(slots=True)
class Measured:
    """What rounds at a table took so far: of each its minutes, its moves, those that its players
    made in the first minute."""

    table: MeasuredTable
    minutes: list[float] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)

    @property
    def range(self) -> tuple[float, float, float]:
        """Minutes: of ten rounds one is shorter than the first; half are shorter than the second;
        one is longer than the third."""
        return (
            value_at_share(self.minutes, 0.1),
            value_at_share(self.minutes, 0.5),
            value_at_share(self.minutes, 0.9),
        )


def value_at_share(values: Sequence[float], share: float) -> float:
    """The value below which this share of them lies: the nearest that there is."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def measure_minutes(
    tables: Sequence[MeasuredTable], rounds: int, processes: int
) -> Iterator[list[Measured]]:
    """What is measured after each round, all tables in turn; the same for any `processes`."""
    found = [Measured(table) for table in tables]
    jobs = [(place, number) for number in range(rounds) for place in range(len(tables))]
    played = run_jobs(lambda job: tables[job[0]].round(job[1]), jobs, processes)
    for (place, _), (minutes, moves, first) in zip(jobs, played, strict=True):
        found[place].minutes.append(minutes)
        found[place].moves.append(moves)
        found[place].first.append(first)
        yield found
