"""Notify the apps that build on results: a match is over, or its result changed."""

from __future__ import annotations

from typing import Any

from django.dispatch import Signal

from core.signals import match_corrected, match_finished
from matches.models import Match, Outbox
from matches.store import outbox


def announce_result(row: Outbox) -> None:
    """Send the signals that this row of the outbox requires.

    A second run, a late run or a run after a partial failure sends the same signals again.
    """
    match_id = row.round.match_id
    if row.kind == outbox.MATCH_FINISHED:
        _send(match_finished, match_id=match_id)
    for correction_id in row.facts:
        _send(match_corrected, match_id=match_id, correction_id=correction_id)


def _send(signal: Signal, **facts: Any) -> None:
    """Call all receivers, even if one of them fails. A failure makes the server call all of them
    again.
    """
    answers = [answer for _, answer in signal.send_robust(sender=Match, **facts)]
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
