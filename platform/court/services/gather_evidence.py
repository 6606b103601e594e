"""Gather the evidence of a case; a second run changes nothing."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from court.models import Case, Dispute
from matches.engine import courts, stored_values
from matches.models import Match, Message, Move

BEFORE_MOVES = 60
"""Moves before the word to which the search for talk about it goes back."""
MOST_LINES = 200


def gather_evidence(case_id: int) -> None:
    """Store a case's evidence once: the game's facts about the word, and the talk at the table."""
    case = Case.objects.select_related("dispute__match").filter(pk=case_id).first()
    if case is None or case.evidence is not None:
        return
    dispute = case.dispute
    exhibits = courts.evidence(dispute.rules_id, dispute.word, dispute.parts)
    found = {"exhibits": stored_values.to_json(exhibits), "talk": _talk(dispute)}
    with transaction.atomic():
        Case.objects.filter(pk=case_id, evidence__isnull=True).update(evidence=found)


def _talk(dispute: Dispute) -> list[dict[str, Any]]:
    """Return the talk at the table from the doubted word to the end of the vote, with the speakers."""
    match: Match = dispute.match
    moves = Move.objects.filter(
        round__match=match, round__number=dispute.round, number__lte=dispute.move
    )
    times = moves.order_by("-number").values_list("at_ms", "events")[:BEFORE_MOVES]
    began = next((at for at, events in times if _is_about(events, dispute)), None)
    lines = Message.objects.filter(match=match, round=dispute.round, at__lte=dispute.at)
    return [
        {
            "seat": line.seat,
            "author": line.author_id,
            "text": line.text,
            "preset": line.preset,
            "at": line.at.isoformat(),
        }
        for line in lines.order_by("-id")[:MOST_LINES][::-1]
        if began is None or line.at.timestamp() * 1000 >= began
    ]


def _is_about(events: Any, dispute: Dispute) -> bool:
    """Return whether this move announced the word: a seat says it outside of its dispute."""
    told = (event.get("data", {}) for event in events)
    return any(
        data.get("word") == dispute.word and "seat" in data and "author" not in data
        for data in told
    )


def cases_without_evidence() -> list[int]:
    """Return the ids of the cases without evidence, the oldest first."""
    rows = Case.objects.filter(evidence__isnull=True).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:100])
