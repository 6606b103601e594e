"""The ledger: what all decisions come to, without whoever they are about.

Whoever reported somebody learns that something was done, and not what. So a decision stands here when its
month is over and others stand beside it, in no order of time, and away from how it came about.
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
"""People whom the decisions of a period are about, at least."""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A decision."""

    kind: str
    length: timedelta | None
    outcome: str
    """`lifted`, `upheld`, `appealed`: undecided; "" where nothing came after it."""


@dataclass(frozen=True, slots=True)
class Period:
    """Months that are over, with what was decided in them.

    `causes`: how often each. `told`, `listed`, `seen`: how many were reported, noticed by the word list,
    seen by the staff.
    """

    first: date
    last: date
    lines: list[LedgerLine]
    causes: list[tuple[str, int]]
    told: int
    listed: int
    seen: int


def periods() -> list[tuple[datetime, datetime]]:
    """The first and the last decision of each period, the newest first."""
    rows = Sanction.objects.order_by("at").values_list("at", "user_id", "pk")
    this = _month(clock.now())
    # Whoever is forgotten was one person for each decision, as far as anybody knows.
    over = ((at, user_id or -pk) for at, user_id, pk in rows if _month(at) < this)
    found, waiting = [], list[tuple[datetime, int]]()
    for _, decisions in groupby(over, key=lambda one: _month(one[0])):
        waiting += decisions
        if len({who for _, who in waiting}) >= FEWEST:
            found.append((waiting[0][0], waiting[-1][0]))
            waiting = []
    return found[::-1]


def period(first: datetime, last: datetime) -> Period:
    """What everybody may know of the decisions from this one to that."""
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
