"""Correct the result of a match, with a reason, or undo a correction. The moves stay as they were.

Each correction and the new result are one transaction under the match's lock. If it stops before the end,
nothing has changed. Of two corrections at once, the second sees the first. The caller must check
the permission to correct.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from accounts.models import User
from core import clock
from core.line_fields import tidy_text
from core.refusals import refused
from games.kernel.contract import Seat
from matches.engine import catalogue, stored_values
from matches.models import Correction, Match, Outbox
from matches.store import outbox, results
from matches.store.change_match import count_change
from matches.store.lock_match import lock_match_and_round

LONGEST_REASON = 1_000
MOST_POINTS = 10_000
"""Limit of points: more than any game gives, and small enough for every column."""


@transaction.atomic
def void_result(
    match_id: uuid.UUID, *, by: User | None, reason: str, source: str = ""
) -> Correction:
    """Void the result of a match that is over, until this is undone.

    Raises:
        Refused: `not_found`, `no_result`, `is_void`, `reason_missing`, `reason_too_long`.
    """
    match = _finished(match_id)
    return _correct(match, Correction.Kind.VOID, {}, by=by, reason=reason, source=source)


@transaction.atomic
def correct_result(
    match_id: uuid.UUID,
    totals: Sequence[int],
    places: Sequence[int],
    *,
    by: User | None,
    reason: str,
    source: str = "",
) -> Correction:
    """Set the result of a match that is over by seat, regardless of the sum of its rounds.

    Raises:
        Refused: `not_found`, `no_result`, `is_void`, `wrong_places`, `places_against_totals`,
            `reason_missing`, `reason_too_long`.
    """
    match = _finished(match_id)
    seats = match.seats.count()
    possible = len(places) == seats and all(
        place == 1 + sum(other < place for other in places) for place in places
    )
    if not possible or len(totals) != seats or not all(map(_fits, totals)):
        raise refused("wrong_places")
    if not _fit_together(match, totals, places):
        raise refused("places_against_totals")
    facts = {"totals": list(totals), "places": list(places)}
    return _correct(match, Correction.Kind.RESULT, facts, by=by, reason=reason, source=source)


@transaction.atomic
def correct_points(
    match_id: uuid.UUID,
    round_number: int,
    changes: Mapping[Seat, int],
    *,
    by: User | None,
    reason: str,
    source: str = "",
) -> Correction:
    """Add these points by seat to a finished round, or subtract them.

    The places of the round then follow its points, and those of the match the game's own rules. A
    match that still runs continues as before; the correction counts at its end.

    Raises:
        Refused: `not_found`, `no_round`, `round_running`, `stopped`, `wrong_points`,
            `reason_missing`, `reason_too_long`.
    """
    match = lock_match_and_round(match_id)
    if match.status == Match.Status.ABORTED:
        raise refused("stopped")
    round_ = match.rounds.filter(number=round_number).first()
    if round_ is None:
        raise refused("no_round", number=round_number)
    if round_.outcome is None:
        raise refused("round_running")
    added = [changes.get(seat, 0) for seat in range(match.seats.count())]
    if not any(added) or not set(changes) <= set(range(len(added))) or not all(map(_fits, added)):
        raise refused("wrong_points")
    return _correct(
        match,
        Correction.Kind.POINTS,
        {"changes": added},
        round_number,
        by=by,
        reason=reason,
        source=source,
    )


@transaction.atomic
def undo_correction(correction_id: int, *, by: User | None, reason: str) -> Correction:
    """Undo a correction: the match counts as if the correction had never existed.

    Raises:
        Refused: `not_found`, `undone_already`, `reason_missing`, `reason_too_long`.
    """
    said = Correction.objects.filter(pk=correction_id).first()
    if said is None:
        raise refused("not_found")
    match = lock_match_and_round(said.match_id)
    said.refresh_from_db()
    if said.undone_at is not None:
        raise refused("undone_already")
    said.undone_at, said.undone_by = clock.now(), by
    said.undone_reason = _tidy(reason)
    said.save(update_fields=["undone_at", "undone_by", "undone_reason"])
    _count(match, said)
    return said


def _finished(match_id: uuid.UUID) -> Match:
    """Return the match, locked, if it is finished and so has a result to correct."""
    match = lock_match_and_round(match_id)
    if match.status != Match.Status.FINISHED:
        raise refused("no_result")
    return match


def _correct(
    match: Match,
    kind: Correction.Kind,
    facts: Mapping[str, Any],
    round_number: int | None = None,
    *,
    by: User | None,
    reason: str,
    source: str,
) -> Correction:
    """Store a correction and recompute the result.

    If the same `source` has a valid correction of the kind already, return that one.
    """
    valid = match.corrections.filter(undone_at__isnull=True)
    asked = valid.filter(kind=kind, round=round_number, source=source) if source else valid.none()
    before = asked.first()
    if before is not None:
        return before
    if kind != Correction.Kind.POINTS and valid.filter(kind=Correction.Kind.VOID).exists():
        raise refused("is_void")
    said = Correction.objects.create(
        match=match,
        kind=kind,
        round=round_number,
        facts=dict(facts),
        reason=_tidy(reason),
        by=by,
        source=source,
        at=clock.now(),
    )
    _count(match, said)
    return said


def _fit_together(match: Match, totals: Sequence[int], places: Sequence[int]) -> bool:
    """Return whether a better total has a better place; equal totals may have different places."""
    lowest = catalogue.game_of(match.game).meta.pad.lowest_wins
    better = [-total if lowest else total for total in totals]
    seats = range(len(totals))
    return all(
        places[one] < places[other]
        for one in seats
        for other in seats
        if better[one] > better[other]
    )


def _fits(points: int) -> bool:
    return -MOST_POINTS <= points <= MOST_POINTS


def _tidy(reason: str) -> str:
    tidy = tidy_text(reason)
    if not tidy:
        raise refused("reason_missing")
    if len(tidy) > LONGEST_REASON:
        raise refused("reason_too_long", most=LONGEST_REASON)
    return tidy


def _count(match: Match, said: Correction) -> None:
    """Recompute the result from the beginning, and notify pages and the other apps."""
    counts = results.counted(match, match.corrections.all())
    match.result = None if counts is None else stored_values.to_json(counts)
    match.save(update_fields=["result"])
    count_change(match)
    newest = match.rounds.latest("number")
    owed, is_new = Outbox.objects.select_for_update().get_or_create(
        kind=outbox.CORRECTED,
        round=newest,
        seat=None,
        defaults={"version": 0, "due_ms": clock.now_ms(), "facts": [said.pk]},
    )
    if not is_new:
        # A worker that has claimed the row has not read this correction, so the new version keeps
        # the row.
        owed.facts, owed.version = [*owed.facts, said.pk], owed.version + 1
        owed.save(update_fields=["facts", "version"])
