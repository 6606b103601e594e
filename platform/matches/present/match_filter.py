"""Filter for a user's own matches: by game, tempo, other players and result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.db.models import Case, Exists, F, Func, OuterRef, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from accounts import names
from accounts.models import User
from matches.engine.clocks import HOUR_MS, UNTIMED
from matches.models import Match, Seat
from matches.store.outbox import NEXT_ROUND

# The wait for a seat that is not ready distinguishes the two kinds of tempo. The names of limits
# differ by game (`games.kernel.tempos`).
_UNTIMED = Q(match__pace__has_key=UNTIMED)
_SLOW = Q(**{f"match__pace__{NEXT_ROUND}__gte": HOUR_MS})
_FINISHED = Q(match__status=Match.Status.FINISHED)
_FIRST = Q(place="1")

TEMPOS: Final = {
    "live": ~_UNTIMED & ~_SLOW,
    "correspondence": ~_UNTIMED & _SLOW,
    UNTIMED: _UNTIMED,
}
"""Conditions on seats, by kind of tempo."""
RESULTS: Final = {
    "won": _FINISHED & _FIRST,
    "lost": _FINISHED & Q(place__isnull=False) & ~_FIRST,
    "aborted": Q(match__status=Match.Status.ABORTED),
}
"""Conditions on seats, by the result of the match for the user."""


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Filter for matches; "" matches everything.

    It selects by game, by kind of tempo, by a part of another player's name, and by result.
    """

    game: str = ""
    tempo: str = ""
    person: str = ""
    result: str = ""

    def fitting(self, seats: QuerySet[Seat], user: User) -> QuerySet[Seat]:
        """Return those of this user's seats whose matches pass the filter."""
        if self.game:
            seats = seats.filter(match__game=self.game)
        if self.tempo:
            seats = seats.filter(TEMPOS[self.tempo])
        if self.person:
            seats = seats.filter(Exists(_called(self.person).exclude(user=user)))
        if self.result:
            # The place that a substitute got in the seat is not this user's.
            own = Case(When(user=user, then=_PLACE), output_field=TextField())
            seats = seats.annotate(place=own).filter(RESULTS[self.result])
        return seats


_PLACE = Func(
    Case(When(match__practice=True, then=F("match__standing")), default=F("match__result")),
    Value("places"),
    Cast("number", TextField()),
    function="jsonb_extract_path_text",
    output_field=TextField(),
)
"""The place of a seat in the result after all corrections; null if it has none."""


def _called(name: str) -> QuerySet[Seat]:
    """Return the seats at the same match of users with this text in their names."""
    called = {"user__name_key__contains": names.key_of(name)}
    return Seat.objects.filter(match=OuterRef("match"), **called)
