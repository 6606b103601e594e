"""What organisers decide about a fixture: a walkover, a result, that it is void, and back again.

What is about a match that was played goes through `matches.services.correct`, so that ratings and
the match's own page say the same; the rest is the league's alone.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.models import User
from core.line_fields import tidy_line
from core.refusals import refuse
from leagues import access
from leagues.models import Fixture, News, Season
from leagues.services import begin, history, locks, notify, settle, staff
from leagues.services.settle import How, Verdict
from matches.models import Match
from matches.services import correct


@transaction.atomic
def award_walkover(fixture_id: int, by: User, here: set[int], *, reason: str, seen: int) -> None:
    """Decide a match that was not played: the seats `here` share the first place.

    `seen`: `Fixture.changes` as the page had it on which this was decided.

    Raises:
        Refused: `not_found`, `not_yours`, `reason_missing`, `changed_meanwhile`,
            `already_settled` (it was played).
    """
    fixture, reason = _undecided(fixture_id, by, reason, seen)
    _check_not_played(fixture)
    begin.stop_match(fixture)
    verdict = settle.walkover_verdict(fixture, here, reason)
    _write(fixture, verdict, by, "walkover")


@transaction.atomic
def void_fixture(fixture_id: int, by: User, *, reason: str, seen: int) -> None:
    """Let a fixture count for nobody; it is played once more where the league has it so.

    Raises:
        Refused: `not_found`, `not_yours`, `reason_missing`, `changed_meanwhile`, and those of
            `correct.void_result`.
    """
    fixture, reason = _undecided(fixture_id, by, reason, seen)
    if _is_played(fixture):
        assert fixture.match_id is not None
        correct.void_result(
            fixture.match_id, by=by, reason=reason, source=f"{_source(fixture)}{fixture.changes}"
        )
        settle.take_result(fixture.pk)
        staff.report_staff_action(by, "void", fixture, reason=reason)
    else:
        begin.stop_match(fixture)
        _write(fixture, Verdict(How.VOID, reason), by, "void")


@transaction.atomic
def correct_result(
    fixture_id: int,
    by: User,
    places: Sequence[int],
    totals: Sequence[int],
    *,
    reason: str,
    seen: int,
) -> None:
    """Give a match that was played another result, by seat.

    Raises:
        Refused: `not_found`, `not_yours`, `reason_missing`, `changed_meanwhile`, `no_result`, and
            those of `correct.correct_result`.
    """
    fixture, reason = _undecided(fixture_id, by, reason, seen)
    if not _is_played(fixture) or fixture.match_id is None:
        raise refuse("no_result")
    correct.correct_result(
        fixture.match_id,
        totals,
        places,
        by=by,
        reason=reason,
        source=f"{_source(fixture)}{fixture.changes}",
    )
    settle.take_result(fixture.pk)
    staff.report_staff_action(by, "result", fixture, reason=reason)


@transaction.atomic
def revoke_decision(fixture_id: int, by: User, *, reason: str, seen: int) -> None:
    """Take back what an organiser decided: the match counts as played, or is still to be played.

    Raises:
        Refused: `not_found`, `not_yours`, `reason_missing`, `changed_meanwhile`,
            `season_not_running` (there is no time left to play it), `already_settled` (the
            league's rules decided it, or its replay has begun).
    """
    fixture, reason = _undecided(fixture_id, by, reason, seen)
    if _is_played(fixture):
        assert fixture.match is not None
        for said in fixture.match.corrections.filter(
            undone_at__isnull=True, source__startswith=_source(fixture)
        ).order_by("-pk"):
            correct.undo_correction(said.pk, by=by, reason=reason)
        settle.take_result(fixture.pk)
    else:
        _check_may_reopen(fixture)
        before = history.result_of(fixture, list(fixture.seats.all()))
        begin.reopen_fixture(fixture)
        history.record_table_change(
            fixture.division, settle.Kind.CORRECTION, reason, fixture=fixture, by=by, before=before
        )
        notify.notify_players(
            fixture,
            News.Kind.REOPENED,
            str(fixture.changes),
            but=by,
            reason=reason,
            by=by.name,
        )
    staff.report_staff_action(by, "restore", fixture, reason=reason)


def _check_may_reopen(fixture: Fixture) -> None:
    if not fixture.by_hand or Fixture.objects.filter(replay_of=fixture).exclude(
        state=Fixture.State.WAITING
    ):
        raise refuse("already_settled")
    if fixture.division.season.state != Season.State.RUNNING:
        raise refuse("season_not_running")


def _undecided(fixture_id: int, by: User, reason: str, seen: int) -> tuple[Fixture, str]:
    """The fixture under its lock, if nobody has decided about it since the page was made; and the
    reason, tidied."""
    fixture = locks.lock_fixture(fixture_id)
    access.check_organises(by, fixture.division.season.league)
    if fixture.changes != seen:
        raise refuse("changed_meanwhile")
    tidy = tidy_line(reason)
    if not tidy:
        raise refuse("reason_missing")
    if len(tidy) > history.LONGEST:
        raise refuse("reason_too_long", most=history.LONGEST)
    return fixture, tidy


def _is_played(fixture: Fixture) -> bool:
    return fixture.match is not None and fixture.match.status == Match.Status.FINISHED


def _check_not_played(fixture: Fixture) -> None:
    if _is_played(fixture):
        raise refuse("already_settled")


def _source(fixture: Fixture) -> str:
    """What the league calls its corrections, but for the number of the decision."""
    return f"leagues.fixture:{fixture.pk}:"


def _write(fixture: Fixture, verdict: Verdict, by: User, verb: str) -> None:
    settle.settle_fixture(fixture, verdict, by=by, by_hand=True)
    staff.report_staff_action(by, verb, fixture, reason=verdict.reason)
