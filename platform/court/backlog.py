"""The moderators' queue: its lines, its counts, and the history of the backlog."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from core import clock
from court import selectors
from court.models import Case, Challenge

DAYS = 30
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 360, 140, 24, 20, 10
"""The size and the margins of the chart, in its own units."""

OPEN, MINE, OPINION, APPEALS, DECIDED, WITHDRAWN = (
    "open",
    "mine",
    "opinion",
    "appeals",
    "decided",
    "withdrawn",
)
VIEWS = (OPEN, MINE, OPINION, APPEALS, DECIDED, WITHDRAWN)


def queue_cases(user: User, view: str, origin: str = "", words: str = "") -> QuerySet[Case]:
    """Return the cases of a view of the queue: waiting ones oldest first, closed ones newest first."""
    rows = _filter_view(selectors.for_moderator(user), user, view)
    if origin:
        rows = rows.filter(origin=origin)
    if words:
        rows = rows.filter(Q(dispute__word__icontains=words) | Q(rulings__word__icontains=words))
    order = "-closed_at" if view in (DECIDED, WITHDRAWN) else "opened_at"
    known = rows.select_related("dispute__match", "claimed_by").distinct()
    return known.prefetch_related("appeals").order_by(order, "pk")


def count_cases(user: User) -> dict[str, int]:
    """Return the number of cases in each view of the queue."""
    rows = selectors.for_moderator(user)
    return {view: _filter_view(rows, user, view).count() for view in VIEWS}


def _filter_view(rows: QuerySet[Case], user: User, view: str) -> QuerySet[Case]:
    still = rows.filter(status=Case.Status.OPEN)
    match view:
        case "mine":
            return still.filter(claimed_by=user)
        case "opinion":
            return still.filter(wants_opinion=True).exclude(claimed_by=user)
        case "appeals":
            return still.filter(
                rulings__challenge__closed_at=None, rulings__challenge__isnull=False
            )
        case "decided" | "withdrawn":
            return rows.filter(status=view)
        case _:
            return still.exclude(_waits_with_another(rows))


def _waits_with_another(rows: QuerySet[Case]) -> Q:
    """Return the cases behind an older open one; a ruling settles all cases about the same word."""
    older = rows.filter(
        status=Case.Status.OPEN,
        rulings=None,
        dispute__match__game=OuterRef("dispute__match__game"),
        dispute__word=OuterRef("dispute__word"),
        dispute__parts=OuterRef("dispute__parts"),
        pk__lt=OuterRef("pk"),
    )
    return Q(Exists(older), rulings=None)


@dataclass(frozen=True, slots=True)
class BacklogDay:
    """The cases that were open at the end of a day, and those that were opened and closed on it."""

    day: date
    waiting: int
    came: int
    went: int


@dataclass(frozen=True, slots=True)
class BacklogBar:
    """A day in the chart, in its own units."""

    day: BacklogDay
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class BacklogChart:
    """The backlog by day. `marks`: values with the height of their line."""

    days: tuple[BacklogDay, ...]
    bars: tuple[BacklogBar, ...]
    marks: tuple[tuple[int, str], ...]
    width: int
    height: int
    left: int
    bottom: int


def backlog_chart(user: User) -> BacklogChart:
    """Return a chart of the backlog of the last days, with the cases that this moderator may see."""
    known = selectors.for_moderator(user)
    spans = [*known.values_list("opened_at", "closed_at")]
    appeals = Challenge.objects.filter(ruling__case__in=known)
    spans += appeals.values_list("at", "closed_at")
    today = clock.now().date()
    return draw_chart(backlog_by_day(spans, today))


def backlog_by_day(
    spans: Iterable[tuple[datetime, datetime | None]], today: date
) -> tuple[BacklogDay, ...]:
    """Return the open cases at the end of each of the last days. `spans`: the times when each was
    open.
    """
    known = [(opened.date(), closed.date() if closed else None) for opened, closed in spans]
    found = []
    for ago in reversed(range(DAYS)):
        day = today - timedelta(days=ago)
        found.append(
            BacklogDay(
                day,
                waiting=sum(came <= day and (went is None or went > day) for came, went in known),
                came=sum(came == day for came, _ in known),
                went=sum(went == day for _, went in known),
            )
        )
    return tuple(found)


def draw_chart(days: tuple[BacklogDay, ...]) -> BacklogChart:
    """Draw these days as a chart: a bar for each day, from zero to the maximum."""
    most = max(1, *(day.waiting for day in days))
    step = (WIDTH - LEFT) / len(days)
    room = HEIGHT - BOTTOM - TOP

    def high(value: int) -> float:
        return value * room / most

    bars = tuple(
        BacklogBar(
            day,
            x=str(round(LEFT + number * step + step * 0.15, 1)),
            y=str(round(TOP + room - high(day.waiting), 1)),
            width=str(round(step * 0.7, 1)),
            height=str(round(high(day.waiting), 1)),
        )
        for number, day in enumerate(days)
    )
    marks = tuple((value, str(round(TOP + room - high(value), 1))) for value in _marks(most))
    return BacklogChart(days, bars, marks, WIDTH, HEIGHT, LEFT, HEIGHT - BOTTOM)


def _marks(most: int) -> list[int]:
    return sorted({0, most // 2, most}) if most > 1 else [0, most]
