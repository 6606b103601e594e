"""The playing statistics on a person's page: ratings, results, streaks, feats, and the
head-to-head.

Everything counts for the user to whom the cards were dealt, and uses the results after all
corrections. A seat where a substitute sat counts for nobody. A private match is named only to
its players.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from django.db.models import F, Prefetch, QuerySet, Sum

from core import times
from core.charts import Chart, ChartFrame, Plot, round_levels
from core.person_links import person_link
from games.kernel.contract import Meta
from matches.engine import catalogue
from matches.models import Match, Seat, played_by_others
from matches.present.seat_names import bot_at
from matches.store import results
from ratings.leaderboard import LeaderboardRank, rank_of
from ratings.models import Feat, RatingChange
from ratings.rating_model import Strength

MEDALS = {"copper": 1, "silver": 10, "gold": 50}
"""The metals of medals, with the least number of times."""
LATEST = 10
"""Results shown on the page."""
HISTORY = 100
"""Rated matches in the chart, the latest."""
FEWEST = 5
"""Rated matches that a chart needs."""
COUNTED = 100
"""The longest run of won matches that a result tells."""
FRAME = ChartFrame(width=640, height=280, left=64, right=14, top=14, bottom=38)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A finished match that counts, and the person's place in it."""

    game: str
    place: int


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result as a line: the place, the total, the number of players, and the names of the others."""

    match: Match
    meta: Meta
    place: int
    points: int
    seats: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RatedStep:
    """A rated match in the history: the rating after it, and the change."""

    at: datetime
    place: int
    strength: Strength
    change: int


@dataclass(frozen=True, slots=True)
class EarnedFeat:
    """A feat with the game's own label, and how often the person has done it."""

    label: str
    count: int

    @property
    def medal(self) -> str:
        """The metal of its medal; "none" before the first time."""
        earned = [metal for metal, least in MEDALS.items() if self.count >= least]
        return earned[-1] if earned else "none"


@dataclass(frozen=True, slots=True)
class AtGame:
    """A person's statistics at one game."""

    meta: Meta
    matches: int
    won: int
    standing: LeaderboardRank | None
    steps: Sequence[RatedStep]
    chart: Chart | None
    feats: Sequence[EarnedFeat]

    @property
    def earned(self) -> list[EarnedFeat]:
        """The feats that the person has done at least once, the most frequent first."""
        return sorted((one for one in self.feats if one.count), key=lambda one: -one.count)


@dataclass(frozen=True, slots=True)
class Duel:
    """The head-to-head of the viewer and a person: the matches where each was ahead, and the ties."""

    you: int
    them: int
    level: int

    @property
    def matches(self) -> int:
        return self.you + self.them + self.level


@dataclass(frozen=True, slots=True)
class RatedAt:
    """A person's rating at one game; `rank`: None while it is provisional, or for a guest."""

    meta: Meta
    strength: Strength
    rank: int | None


@dataclass(frozen=True, slots=True)
class Profile:
    """All statistics of a page. A streak is a run of won matches: the present one, and the longest."""

    games: Sequence[AtGame]
    latest: Sequence[ResultLine]
    matches: int
    streak: int
    longest: int
    duel: Duel | None

    @property
    def percent_won(self) -> int:
        """The share of won matches in percent; 0 without a match."""
        return round(100 * sum(one.won for one in self.games) / self.matches) if self.matches else 0


def profile_of(user_id: int, viewer_id: int | None) -> Profile:
    """Return the statistics of this user for this viewer, who may be anonymous."""
    played = _played_matches(user_id)
    now, longest = _streaks(played)
    return Profile(
        games=_games(user_id, played),
        latest=_latest(user_id, viewer_id),
        matches=len(played),
        streak=now,
        longest=longest,
        duel=duel_of(user_id, viewer_id),
    )


def ratings_of(user_id: int) -> list[RatedAt]:
    """Return this user's ratings in the order of the catalogue."""
    found = ((meta, rank_of(meta.slug, user_id)) for meta in catalogue.easiest_first())
    return [
        RatedAt(meta, stands.strength, None if stands.strength.is_provisional else stands.rank)
        for meta, stands in found
        if stands is not None
    ]


def _own_seats(user_id: int | None) -> QuerySet[Seat]:
    """Return the seats that this user was dealt and played to the end, in matches that count."""
    dealt = Seat.objects.filter(dealt_to_id=user_id, match__result__isnull=False)
    return dealt.exclude(played_by_others())


def _played_matches(user_id: int) -> list[PlayedMatch]:
    """Return all matches that count, the oldest first."""
    in_order = _own_seats(user_id).order_by("match__finished_at", "match_id")
    rows: Any = in_order.values_list("number", "match__game", "match__result")
    return [PlayedMatch(game, result["places"][number]) for number, game, result in rows]


def streak_up_to(user_id: int, match_id: uuid.UUID) -> int:
    """Return the run of won matches that ends with this match; 0 if it is not the user's newest."""
    newest = _own_seats(user_id).order_by("-match__finished_at", "-match_id")
    rows: Any = newest.values_list("match_id", "number", "match__result")[:COUNTED]
    if not rows or rows[0][0] != match_id:
        return 0
    won = takewhile(lambda row: row[2]["places"][row[1]] == 1, rows)
    return sum(1 for _ in won)


def _streaks(played: Sequence[PlayedMatch]) -> tuple[int, int]:
    """Return the present run of won matches and the longest one."""
    now = longest = 0
    for one in played:
        now = now + 1 if one.place == 1 else 0
        longest = max(longest, now)
    return now, longest


def _games(user_id: int, played: Sequence[PlayedMatch]) -> list[AtGame]:
    """Return the statistics by game, the favourite first."""
    matches = Counter(one.game for one in played)
    won = Counter(one.game for one in played if one.place == 1)
    feats = _feats(user_id)
    found = []
    for slug, count in sorted(matches.items(), key=lambda item: (-item[1], item[0])):
        meta = catalogue.game_of(slug).meta
        stands = rank_of(slug, user_id)
        steps = () if stands is None else _steps(stands.rating.pk)
        counted = [EarnedFeat(feat.label, feats.get((slug, feat.name), 0)) for feat in meta.feats]
        found.append(
            AtGame(meta, count, won[slug], stands, steps, draw_rating_chart(steps), counted)
        )
    return found


def _feats(user_id: int) -> dict[tuple[str, str], int]:
    """Return the number of feats by game and name, in all matches that count."""
    own = Feat.objects.filter(
        match__seats__in=_own_seats(user_id),
        match__seats__number=F("seat"),
    )
    sums = own.values("match__game", "name").annotate(sum=Sum("count")).order_by()
    return {
        (game, name): total for game, name, total in sums.values_list("match__game", "name", "sum")
    }


def _steps(rating_id: int) -> list[RatedStep]:
    """Return the latest rated matches, the oldest of them first."""
    changes = RatingChange.objects.filter(rating_id=rating_id).order_by("-at", "-match")[:HISTORY]
    found = []
    for change in reversed(changes):
        after = Strength(change.mu, change.sigma)
        before = Strength(change.mu_before, change.sigma_before)
        found.append(RatedStep(change.at, change.place, after, after.shown - before.shown))
    return found


def draw_rating_chart(steps: Sequence[RatedStep]) -> Chart | None:
    """Return the chart of these steps, or None while they are few."""
    if len(steps) < FEWEST:
        return None
    shown = [step.strength.shown for step in steps]
    lows = [step.strength.floor for step in steps]
    highs = [step.strength.shown + step.strength.margin for step in steps]
    values = round_levels(min(lows), max(highs))
    plot = Plot(FRAME, last=len(steps) - 1, low=values[0], high=values[-1])
    # A single day is named once, at the last step.
    days = {times.day(steps[step].at): step for step in (0, plot.last)}
    marks = plot.marks([(step, day) for day, step in days.items()])
    band = plot.band(lows, highs)
    return Chart(FRAME, plot.curve(shown), plot.levels(values), marks, band)


def _latest(user_id: int, viewer_id: int | None) -> list[ResultLine]:
    """Return the latest results that this viewer may see."""
    own = Match.objects.filter(seats__in=_own_seats(user_id))
    told = own.filter(public=True)
    if viewer_id is not None:
        told |= own.filter(pk__in=Seat.objects.filter(dealt_to_id=viewer_id).values("match"))
    seats = Prefetch("seats", Seat.objects.select_related("dealt_to").order_by("number"))
    latest = told.distinct().order_by("-finished_at", "-pk").prefetch_related(seats)[:LATEST]
    return [_result_line(match, user_id) for match in latest]


def _result_line(match: Match, user_id: int) -> ResultLine:
    places = list(match.seats.all())
    own = next(place for place in places if place.dealt_to_id == user_id)
    result = results.result_of(match)
    assert result is not None
    others = tuple(_name(match, place) for place in places if place is not own)
    return ResultLine(
        match,
        catalogue.game_of(match.game).meta,
        place=result.parties[own.number].place,
        points=result.parties[own.number].total,
        seats=len(places),
        others=others,
    )


def _name(match: Match, place: Seat) -> str:
    if place.dealt_to is not None:
        return person_link(place.dealt_to.name) if place.dealt_to.is_active else place.dealt_to.name
    return bot_at(place)


def duel_of(user_id: int, viewer_id: int | None) -> Duel | None:
    """Return how often each of the two was ahead; None if they never met, or are the same person."""
    if viewer_id in (None, user_id):
        return None
    ours = _own_seats(user_id).filter(match__seats__in=_own_seats(viewer_id))
    counts: Counter[int] = Counter()
    rows: Any = ours.values_list("match__result", "number", "match__seats__number")
    for result, theirs_at, yours_at in rows:
        them, you = result["places"][theirs_at], result["places"][yours_at]
        counts[(you < them) - (them < you)] += 1
    return Duel(counts[1], counts[-1], counts[0]) if counts else None
