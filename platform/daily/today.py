"""A day's deal as its page shows it to somebody."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext

from accounts.models import User
from daily import days, standings
from daily.models import Attempt, Day
from daily.standings import DailyResult
from friends.friend_lists import friend_ids
from games.kernel.contract import Level, Meta
from matches.models import Match


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """A day's deal for one viewer.

    `match`: of the viewer's own try, None if there is none. `line`: the result that counts.
    `table`: None where it is not shown yet, so that nobody learns how others fared before playing.
    """

    day: Day
    meta: Meta
    level: Level
    is_past: bool
    match: Match | None
    line: DailyResult | None
    table: Sequence[DailyResult] | None

    @property
    def bots(self) -> int:
        """How many bots oppose."""
        return self.day.seats - 1

    @property
    def is_running(self) -> bool:
        """Whether the viewer's own try goes on."""
        return self.match is not None and self.match.status not in Match.OVER


def deal_for(day: Day, viewer: User | None, *, is_past: bool) -> DailyDeal:
    """The deal of this day as this viewer sees it; None: somebody without an account."""
    attempt = None
    if viewer is not None:
        attempt = Attempt.objects.select_related("match").filter(day=day, user=viewer).first()
    match = None if attempt is None else attempt.match
    is_over = match is not None and match.status in Match.OVER
    meta = days.meta_of(day)
    return DailyDeal(
        day=day,
        meta=meta,
        level=next(level for level in meta.known_levels if level.slug == day.level),
        is_past=is_past,
        match=match,
        line=standings.result_of(day, viewer) if viewer is not None and is_over else None,
        table=standings.standings_of(day, viewer, friend_ids(viewer.pk if viewer else None))
        if is_past or is_over
        else None,
    )


def share_text(seen: DailyDeal, line: DailyResult, address: str) -> str:
    """A result in a line to pass on, which tells nothing of the cards."""
    facts = {
        "date": seen.day.date.isoformat(),
        "game": gettext(seen.meta.title),
        "place": line.place,
        "of": line.of,
        "points_label": gettext(seen.meta.pad.points),
        "points": line.points,
    }
    words = gettext(
        "Nightcap daily deal %(date)s · %(game)s · place %(place)s of %(of)s · %(points_label)s: %(points)s"
    )
    return f"{words % facts} · {address}"


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of the calendar: its deal, if there was one, and whether the viewer has tried it."""

    date: datetime.date
    game: str
    played: bool


@dataclass(frozen=True, slots=True)
class Month:
    """A month of past deals: a cell a day, `lead` empty ones before (weeks begin on Mondays).

    `before`, `after`: the first days of the nearest months with deals, None: there is none.
    """

    first: datetime.date
    lead: range
    cells: Sequence[Cell]
    before: datetime.date | None
    after: datetime.date | None

    @property
    def weekdays(self) -> Sequence[str]:
        """What the columns are called, from Monday on."""
        return [str(name) for _, name in sorted(WEEKDAYS_ABBR.items())]


def month_of(date: datetime.date, viewer: User | None) -> Month:
    """The calendar of the month in which this day lies, as far as its deals have come."""
    first = date.replace(day=1)
    following = (first + datetime.timedelta(days=31)).replace(day=1)
    deals = Day.objects.select_related("rules").filter(date__gte=first, date__lt=following)
    by_date = {day.date: day for day in deals}
    mine = Attempt.objects.filter(user=viewer, day__in=by_date.values()) if viewer else ()
    played = {attempt.day_id for attempt in mine}
    before = Day.objects.filter(date__lt=first).order_by("-date").first()
    after = Day.objects.filter(date__gte=following).order_by("date").first()
    cells = []
    for number in range((following - first).days):
        at = first + datetime.timedelta(days=number)
        day = by_date.get(at)
        game = "" if day is None else days.meta_of(day).title
        cells.append(Cell(at, game, day is not None and day.pk in played))
    return Month(
        first=first,
        lead=range(first.weekday()),
        cells=cells,
        before=None if before is None else before.date.replace(day=1),
        after=None if after is None else after.date.replace(day=1),
    )
