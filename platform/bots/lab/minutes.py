"""The duration of rounds in which each player takes as long as a bot of one level.

Covers and the form for a new table show the measured durations (`Meta.minutes`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bots.lab.rounds import Hall, run_jobs

MINUTE_MS = 60_000


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """This many bots of a level, in a hall."""

    hall: Hall
    seats: int
    level: str

    def round(self, number: int) -> tuple[float, int, int]:
        """Return the minutes and moves of this round, and the moves of its players in the first
        minute.
        """
        played = self.hall.play([self.level] * self.seats, number, deal=number)
        first = sum(move.seat is not None and move.at_ms <= MINUTE_MS for move in played.moves)
        return played.took_ms / MINUTE_MS, len(played.moves), first


@dataclass(slots=True)
class Measured:
    """Measurements of the rounds at a table: minutes, moves, and players' moves in the first
    minute.
    """

    table: MeasuredTable
    minutes: list[float] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)

    @property
    def range(self) -> tuple[float, float, float]:
        """Return the 10 %, 50 % and 90 % quantiles of the duration in minutes."""
        return (
            value_at_share(self.minutes, 0.1),
            value_at_share(self.minutes, 0.5),
            value_at_share(self.minutes, 0.9),
        )


def value_at_share(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies (nearest rank)."""
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def measure_minutes(
    tables: Sequence[MeasuredTable], rounds: int, processes: int
) -> Iterator[list[Measured]]:
    """Yield the measurements after each round, all tables in turn; `processes` does not change
    them.
    """
    found = [Measured(table) for table in tables]
    jobs = [(place, number) for number in range(rounds) for place in range(len(tables))]
    played = run_jobs(lambda job: tables[job[0]].round(job[1]), jobs, processes)
    for (place, _), (minutes, moves, first) in zip(jobs, played, strict=True):
        found[place].minutes.append(minutes)
        found[place].moves.append(moves)
        found[place].first.append(first)
        yield found
