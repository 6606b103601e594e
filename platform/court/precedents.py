"""The list of words: every ruling there is, and which are in force."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from court import selectors
from court.models import Ruling
from games.kernel.contests import PRECEDENTS, Decision, Precedent, written
from matches.engine import courts
from matches.models import Release


@dataclass(frozen=True, slots=True)
class WantedRulings:
    """What of the list somebody wants to see: words like this, a decision, and as it was when this
    ruling was its newest (0: now)."""

    words: str = ""
    decision: str = ""
    version: int = 0


def in_force(version: int = 0) -> QuerySet[Ruling]:
    """The rulings of the list, each the newest on its entry; as of this version."""
    known = Ruling.objects.filter(pk__lte=version) if version else Ruling.objects.all()
    later = known.filter(
        game=OuterRef("game"), entry=OuterRef("entry"), pair=OuterRef("pair"), pk__gt=OuterRef("pk")
    )
    return known.filter(~Exists(later))


def find_rulings(wanted: WantedRulings) -> QuerySet[Ruling]:
    """The rulings that are wanted, in the order of their words, with how often each was cited.

    Of tables whose round is not over nothing is counted.
    """
    rows = in_force(wanted.version)
    if wanted.decision:
        rows = rows.filter(decision=wanted.decision)
    if wanted.words:
        rows = rows.filter(Q(word__icontains=wanted.words) | Q(pair__icontains=wanted.words))
    return with_citations(rows).order_by("entry", "pair")


def with_citations(rows: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """The same rulings with `cited`: how many tables were told of each."""
    over = selectors.of_rounds_over("citations__dispute__")
    return rows.annotate(cited=Count("citations", filter=over & Q(citations__isnull=False)))


def rulings_on_entry(ruling: Ruling) -> QuerySet[Ruling]:
    """All rulings on the same entry, the newest first."""
    same = Ruling.objects.filter(game=ruling.game, entry=ruling.entry, pair=ruling.pair)
    return with_citations(same).order_by("-id")


def newest_version() -> int:
    """The version of the list of words: the number of its newest ruling, 0 while it is empty."""
    return Ruling.objects.order_by("-id").values_list("pk", flat=True).first() or 0


def of_release(rulings: Sequence[Ruling]) -> dict[str, str]:
    """These rulings as the file of a release that games read."""
    return {
        PRECEDENTS: written(
            Precedent(
                ruling=ruling.pk,
                word=ruling.word,
                parts=tuple(ruling.parts),
                decision=Decision(ruling.decision),
                on=ruling.at.date().isoformat(),
            )
            for ruling in rulings
        )
    }


def list_releases() -> list[dict[str, Any]]:
    """The releases of the list, the newest first: which rulings new matches know since when."""
    return [
        {"game": row.game, "hash": row.hash, "base": row.base, "published": row.published}
        for row in Release.objects.order_by("-id")
        if courts.has_court(row.game)
    ]
