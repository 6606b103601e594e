"""The result of a fixture as pages show it: each seat with the league points that it gained."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import ngettext

from leagues.models import Fixture
from leagues.present.fixture_view import FixtureSeatView, FixtureView
from leagues.present.labels import points_text
from leagues.scoring.standings import Scoring, points_by_player
from leagues.season.division_results import result_of_seats


@dataclass(frozen=True, slots=True)
class SeatResult:
    """A seat of a settled fixture, and its points in the table."""

    sitting: FixtureSeatView
    points: Fraction

    @property
    def points_in_words(self) -> str:
        """The points with their noun."""
        number = math.ceil(abs(self.points))
        said = ngettext("%(points)s point", "%(points)s points", number)
        return said % {"points": points_text(self.points)}


def seat_results(one: FixtureView, scoring: Scoring) -> list[SeatResult]:
    """Return the seats in the order of places; none before the result, or if it is void."""
    if one.fixture.state != Fixture.State.SETTLED or one.fixture.how == Fixture.How.VOID:
        return []
    seats = [sitting.seat for sitting in one.seats]
    result = result_of_seats((at.entry_id, at.place, at.total, at.absent) for at in seats)
    earned = points_by_player(scoring, result)
    return [SeatResult(sitting, earned[sitting.seat.entry_id]) for sitting in one.seats]
