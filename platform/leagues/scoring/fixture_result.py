"""The result of a fixture, from which the table is computed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FixtureResult:
    """The result of a fixture by seat.

    `places` as in `games.kernel.contract.Outcome`. In `totals` more is better; None is a seat
    without a score. `absent`: the seats that get no points.
    """

    players: tuple[int, ...]
    places: tuple[int, ...]
    totals: tuple[int | None, ...] = ()
    absent: frozenset[int] = frozenset()
