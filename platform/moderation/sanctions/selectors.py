"""Reading decisions: those about one person, and the ledger of all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from accounts.models import User
from core import clock
from moderation.models import Report, Sanction, SanctionAppeal


@dataclass(frozen=True, slots=True)
class Decision:
    """A sanction as its person sees it."""

    sanction: Sanction
    appeal: SanctionAppeal | None
    holds: bool

    @property
    def may_appeal(self) -> bool:
        return self.holds and self.appeal is None


def appeal_of(sanction: Sanction) -> SanctionAppeal | None:
    """The appeal against a sanction, if there was one."""
    try:
        return sanction.appeal
    except SanctionAppeal.DoesNotExist:
        return None


def decisions_about(user: User) -> list[Decision]:
    """Newest first."""
    now = clock.now()
    rows = Sanction.objects.filter(user=user).select_related("appeal")
    return [Decision(row, appeal_of(row), row.holds(now)) for row in rows]


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A decision without whoever it is about: the day, and no hour that could tell."""

    on: date
    kind: str
    cause: str
    length: timedelta | None
    came_by: str
    """`told`: somebody told; `list`: the word list noticed it; `seen`: the staff saw it."""
    outcome: str
    """`lifted`, `upheld`, `appealed`: undecided; "" where nothing came after it."""


def ledger_line(sanction: Sanction) -> LedgerLine:
    """What everybody may know of a sanction."""
    found = appeal_of(sanction)
    if sanction.lifted_at is not None:
        outcome = "lifted"
    elif found is not None:
        outcome = found.outcome or "appealed"
    else:
        outcome = ""
    return LedgerLine(
        on=sanction.at.date(),
        kind=sanction.get_kind_display(),
        cause=sanction.get_cause_display(),
        length=None if sanction.ends_at is None else sanction.ends_at - sanction.at,
        came_by=_came_by(sanction.report),
        outcome=outcome,
    )


def _came_by(report: Report | None) -> str:
    if report is None:
        return "seen"
    return "list" if report.kind == Report.Kind.FLAG else "told"
