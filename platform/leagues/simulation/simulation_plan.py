"""A simulation as it is asked for, and a season of it in numbers."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """A simulation that is wanted. `kills`: one step of this number is killed; 0 is none.

    `keep`: what was played stays, to be looked at, with its people, who have no passwords.
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
    """A season in numbers, and what was wrong with it, in words."""

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
    """The answer of `rebuild_ratings --check`."""
    wrong: list[str] = field(default_factory=list)


def slug_of(plan: SimulationPlan) -> str:
    """Where the league is: its address on the site."""
    return f"simulated-{plan.seed}"
