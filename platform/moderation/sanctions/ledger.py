"""The ledger: a public list of all decisions, without names.

A reporter learns that the staff acted, but not how. Therefore a decision is listed only when its
month is over and other decisions are beside it, in random order, without its history.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby

from core import clock
from moderation.models import Report, Sanction
from moderation.sanctions.selectors import appeal_of

FEWEST = 3
"""Smallest number of people whom the decisions of a period concern."""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A decision."""

    kind: str
    length: timedelta | None
    outcome: str
    """One of `lifted`, `upheld`, `appealed` (undecided), or "" without an appeal."""


@dataclass(frozen=True, slots=True)
class Period:
    """A period of whole past months, with its decisions.

    `causes`: the number of each. `told`, `listed`, `seen`: the number that users reported, that the
    word list found, and that the staff saw.
    """

    first: date
    last: date
    lines: list[LedgerLine]
    causes: list[tuple[str, int]]
    told: int
    listed: int
    seen: int


def periods() -> list[tuple[datetime, datetime]]:
    """Return the first and the last decision of each period, the newest first."""
    rows = Sanction.objects.order_by("at").values_list("at", "user_id", "pk")
    this = _month(clock.now())
    # Each decision about a forgotten user counts as another person, because they cannot be linked.
    over = ((at, user_id or -pk) for at, user_id, pk in rows if _month(at) < this)
    found, waiting = [], list[tuple[datetime, int]]()
    for _, decisions in groupby(over, key=lambda one: _month(one[0])):
        waiting += decisions
        if len({who for _, who in waiting}) >= FEWEST:
            found.append((waiting[0][0], waiting[-1][0]))
            waiting = []
    return found[::-1]


def period(first: datetime, last: datetime) -> Period:
    """Return the public facts of the decisions from this one to that."""
    rows = list(Sanction.objects.filter(at__range=(first, last)).select_related("appeal", "report"))
    came = Counter(map(_came_by, rows))
    return Period(
        first.date(),
        last.date(),
        lines=sorted(map(_line, rows), key=_by_what_it_says),
        causes=sorted(Counter(str(row.get_cause_display()) for row in rows).items()),
        told=came["told"],
        listed=came["list"],
        seen=came["seen"],
    )


def _month(at: datetime) -> tuple[int, int]:
    return at.year, at.month


def _line(sanction: Sanction) -> LedgerLine:
    found = appeal_of(sanction)
    if sanction.lifted_at is not None:
        outcome = "lifted"
    elif found is not None:
        outcome = found.outcome or "appealed"
    else:
        outcome = ""
    length = None if sanction.ends_at is None else sanction.ends_at - sanction.at
    return LedgerLine(str(sanction.get_kind_display()), length, outcome)


def _by_what_it_says(line: LedgerLine) -> tuple[str, timedelta, str]:
    return line.kind, line.length or timedelta.max, line.outcome


def _came_by(sanction: Sanction) -> str:
    if sanction.report is None:
        return "seen"
    return "list" if sanction.report.kind == Report.Kind.FLAG else "told"
