"""The people at public tables, by game and tempo: whom a quick match would meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from games.kernel.meta import Meta, Tempo
from matches.models import Match, Seat
from matches.present.public_tables import open_tables


@dataclass(frozen=True, slots=True)
class QuickTempo:
    """A tempo of a game; `waiting`, `playing`: the numbers of people at public tables."""

    tempo: Tempo
    waiting: int
    playing: int


@dataclass(frozen=True, slots=True)
class QuickGame:
    """A game of a quick match with its tempos."""

    meta: Meta
    tempos: Sequence[QuickTempo]

    @property
    def waiting(self) -> int:
        return sum(one.waiting for one in self.tempos)


def quick_games(games: Sequence[Meta]) -> list[QuickGame]:
    """Return these games with the people at each tempo, with three queries."""
    # A list of ids: as a subquery, PostgreSQL looks for a free seat once for each seat.
    waiting = _people(match__in=list(open_tables().order_by().values_list("pk", flat=True)))
    playing = _people(match__public=True, match__status=Match.Status.RUNNING)
    return [
        QuickGame(
            meta,
            [
                QuickTempo(tempo, waiting[meta.slug, tempo.slug], playing[meta.slug, tempo.slug])
                for tempo in meta.tempos
            ],
        )
        for meta in games
    ]


def _people(**where: Any) -> Counter[tuple[str, str]]:
    seats = Seat.objects.filter(user__isnull=False, **where).order_by()
    rows: Any = seats.values_list("match__game", "match__tempo").annotate(Count("pk"))
    return Counter({(game, tempo): count for game, tempo, count in rows})
