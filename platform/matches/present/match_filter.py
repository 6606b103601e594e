"""Which of somebody's own matches they want to see: by game, tempo, who sits there, how it ended."""

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

# What a round waits for who is not ready tells the two kinds of tempo apart, whatever the game calls
# its limits (`games.kernel.tempos`).
_UNTIMED = Q(match__pace__has_key=UNTIMED)
_SLOW = Q(**{f"match__pace__{NEXT_ROUND}__gte": HOUR_MS})
_FINISHED = Q(match__status=Match.Status.FINISHED)
_FIRST = Q(place="1")

TEMPOS: Final = {
    "live": ~_UNTIMED & ~_SLOW,
    "correspondence": ~_UNTIMED & _SLOW,
    UNTIMED: _UNTIMED,
}
"""The kinds of tempo, and which seats are at a match of each."""
RESULTS: Final = {
    "won": _FINISHED & _FIRST,
    "lost": _FINISHED & Q(place__isnull=False) & ~_FIRST,
    "aborted": Q(match__status=Match.Status.ABORTED),
}
"""How a match can have ended for somebody, and for which seats it did."""


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """What somebody wants to see, "" for everything: matches of this game, of this kind of tempo, with
    somebody else whose name has this in it, with this result."""

    game: str = ""
    tempo: str = ""
    person: str = ""
    result: str = ""

    def fitting(self, seats: QuerySet[Seat], user: User) -> QuerySet[Seat]:
        """Those of this user's seats that are at a match to be seen."""
        if self.game:
            seats = seats.filter(match__game=self.game)
        if self.tempo:
            seats = seats.filter(TEMPOS[self.tempo])
        if self.person:
            seats = seats.filter(Exists(_called(self.person).exclude(user=user)))
        if self.result:
            # The place that somebody else got in the seat is not this user's.
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
"""The place that a seat got, as the match counts after all corrections; null where it has none."""


def _called(name: str) -> QuerySet[Seat]:
    """The seats at the same match of users who are called like this."""
    called = {"user__name_key__contains": names.key_of(name)}
    return Seat.objects.filter(match=OuterRef("match"), **called)
