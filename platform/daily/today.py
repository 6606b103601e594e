"""A day's deal as its page shows it to a viewer."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext

from accounts.models import User
from core.numbers import signed
from daily import days, standings
from daily.models import Attempt, Day
from daily.standings import DailyResult
from friends.friend_lists import friend_ids
from games.kernel.contract import Level, Meta
from matches.models import Match


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """A day's deal for one viewer.

    `match`: of the viewer's own try, or None. `line`: the result that counts. `table`: None until
    the viewer may see it, so that the results of others are unknown before playing.
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
        """The number of bots at the table."""
        return self.day.seats - 1

    @property
    def is_running(self) -> bool:
        """Whether the viewer's own try is in progress."""
        return self.match is not None and self.match.status not in Match.OVER


def deal_for(day: Day, viewer: User | None, *, is_past: bool) -> DailyDeal:
    """Return the deal of this day for this viewer; None is a visitor without an account."""
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
    """Return a result as one line to share, which reveals nothing about the cards."""
    facts = {
        "date": seen.day.date.isoformat(),
        "game": gettext(seen.meta.title),
        "place": line.place,
        "of": line.of,
        "points_label": gettext(seen.meta.pad.points),
        "points": signed(line.points),
    }
    words = gettext(
        "Nightcap daily deal %(date)s · %(game)s · place %(place)s of %(of)s · %(points_label)s: %(points)s"
    )
    return f"{words % facts} · {address}"


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of the calendar: its deal if it has one, and whether the viewer has tried it."""

    date: datetime.date
    game: str
    played: bool


@dataclass(frozen=True, slots=True)
class Month:
    """A month of past deals: one cell a day, after `lead` empty ones (weeks begin on Monday).

    `before`, `after`: the first days of the nearest months with deals, or None.
    """

    first: datetime.date
    lead: range
    cells: Sequence[Cell]
    before: datetime.date | None
    after: datetime.date | None
    has_past: bool
    """Whether there is a deal of an earlier day than today's, in any month."""

    @property
    def weekdays(self) -> Sequence[str]:
        """Return the names of the columns, from Monday on."""
        return [str(name) for _, name in sorted(WEEKDAYS_ABBR.items())]


def month_of(date: datetime.date, viewer: User | None) -> Month:
    """Return the calendar of the month of this day, up to today."""
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
        has_past=before is not None or any(at < days.today().date for at in by_date),
    )
