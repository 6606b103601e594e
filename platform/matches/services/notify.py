"""Tell whoever builds on results that a match is over, or counts otherwise than it did."""

from __future__ import annotations

from typing import Any

from django.dispatch import Signal

from core.signals import match_corrected, match_finished
from matches.models import Match, Outbox
from matches.store import outbox


def announce_result(row: Outbox) -> None:
    """Send the signals that this row of the outbox owes; twice, late or half sends the same again."""
    match_id = row.round.match_id
    if row.kind == outbox.MATCH_FINISHED:
        _send(match_finished, match_id=match_id)
    for correction_id in row.facts:
        _send(match_corrected, match_id=match_id, correction_id=correction_id)


def _send(signal: Signal, **facts: Any) -> None:
    """To all receivers, one after the other, also where one of them fails: then all are told again."""
    answers = [answer for _, answer in signal.send_robust(sender=Match, **facts)]
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
