"""The result of a fixture, as the table is made from it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FixtureResult:
    """How a fixture ended, by seat.

    `places` as in `games.kernel.contract.Outcome`. `totals` are such that more is better; None is a
    seat for which nothing was written down. `absent` holds those who get no points.
    """

    players: tuple[int, ...]
    places: tuple[int, ...]
    totals: tuple[int | None, ...] = ()
    absent: frozenset[int] = frozenset()
