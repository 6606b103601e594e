"""The plan of a simulation, and the numbers of a season."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The plan of a simulation. `kills`: one step in this many is killed; 0 means none.

    `keep`: the data stay for inspection, with people who have no passwords.
    """

    players: int
    seasons: int
    seed: int
    games: tuple[str, ...]
    seats: int = 3
    live: bool = False
    speedup: bool = True
    kills: int = 25
    keep: bool = False


@dataclass(slots=True)
class SeasonTally:
    """The numbers of a season, and its violations as sentences."""

    season: int
    entries: int = 0
    divisions: int = 0
    matches: int = 0
    how: dict[str, int] = field(default_factory=dict)
    replays: int = 0
    dropped: int = 0
    substitutes: int = 0
    late: int = 0
    changes: int = 0
    kills: int = 0
    uneven_meetings: int = 0
    uneven_seats: int = 0
    uneven_games: int = 0
    threes_again: int = 0
    ratings: str = ""
    """The output of `rebuild_ratings --check`."""
    wrong: list[str] = field(default_factory=list)


def slug_of(plan: SimulationPlan) -> str:
    """Return the league's slug in its address."""
    return f"simulated-{plan.seed}"
