"""The list of words: all rulings, and those in force."""

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
    """The filter of the list: matching words, a decision, and the list at the version of this
    ruling (0: now).
    """

    words: str = ""
    decision: str = ""
    version: int = 0


def in_force(version: int = 0) -> QuerySet[Ruling]:
    """Return the rulings of the list at this version, the newest on each entry."""
    known = Ruling.objects.filter(pk__lte=version) if version else Ruling.objects.all()
    later = known.filter(
        game=OuterRef("game"), entry=OuterRef("entry"), pair=OuterRef("pair"), pk__gt=OuterRef("pk")
    )
    return known.filter(~Exists(later))


def find_rulings(wanted: WantedRulings) -> QuerySet[Ruling]:
    """Return the matching rulings in the order of their words, with their numbers of citations.

    Tables with a running round do not count.
    """
    rows = in_force(wanted.version)
    if wanted.decision:
        rows = rows.filter(decision=wanted.decision)
    if wanted.words:
        rows = rows.filter(Q(word__icontains=wanted.words) | Q(pair__icontains=wanted.words))
    return with_citations(rows).order_by("entry", "pair")


def with_citations(rows: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """Add `cited` to these rulings: the number of tables that were shown each."""
    over = selectors.of_rounds_over("citations__dispute__")
    return rows.annotate(cited=Count("citations", filter=over & Q(citations__isnull=False)))


def rulings_on_entry(ruling: Ruling) -> QuerySet[Ruling]:
    """Return all rulings on the same entry, the newest first."""
    same = Ruling.objects.filter(game=ruling.game, entry=ruling.entry, pair=ruling.pair)
    return with_citations(same).order_by("-id")


def newest_version() -> int:
    """Return the version of the list of words: the number of its newest ruling, or 0."""
    return Ruling.objects.order_by("-id").values_list("pk", flat=True).first() or 0


def of_release(rulings: Sequence[Ruling]) -> dict[str, str]:
    """Return these rulings in the file format of a data release, which games read."""
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
    """Return the releases of the list, newest first: their rulings, and the date of each."""
    return [
        {"game": row.game, "hash": row.hash, "base": row.base, "published": row.published}
        for row in Release.objects.order_by("-id")
        if courts.has_court(row.game)
    ]
