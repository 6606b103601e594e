"""A fixture has a result: that of its match, or a decision; and may get another one later.

Everything here goes by the lock of the division, works from what the database says and writes
down what changed with its reason; done twice it changes nothing more.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

import msgspec
from django.db import transaction
from django.db.models import Max

from accounts.models import User
from core import clock
from games.kernel.contract import N_, Standing, Target
from leagues import labels, settings, tables
from leagues.models import Fixture, FixtureSeat, League, News, Season, TableChange
from leagues.services import final, history, locks, notify
from matches.engine import catalogue, stored_values
from matches.engine import replay as rounds
from matches.models import Correction, Match
from matches.store import results

How = Fixture.How
Kind = TableChange.Kind

KINDS = {
    How.PLAYED: Kind.RESULT,
    How.CORRECTED: Kind.CORRECTION,
    How.ADJUDICATED: Kind.DECISION,
    How.WALKOVER: Kind.DECISION,
    How.VOID: Kind.VOID,
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a fixture ends. `places` and `totals` by seat, none where it is void."""

    how: Fixture.How
    reason: str = ""
    places: tuple[int, ...] = ()
    totals: tuple[int | None, ...] = ()
    absent: frozenset[int] = frozenset()
    """Seats that get no points."""


def match_over(*, match_id: uuid.UUID, **_: object) -> None:
    """Take note that a match is over, or counts otherwise; nothing happens if no league plays it."""
    found = Fixture.objects.filter(match_id=match_id).values_list("pk", flat=True).first()
    if found is not None:
        take_result(found)


@transaction.atomic
def take_result(fixture_id: int) -> None:
    """Let a fixture end as its match did, if that is over and nobody has decided otherwise."""
    fixture = locks.lock_fixture(fixture_id)
    if fixture.match is None or fixture.by_hand:
        return
    verdict = _of_match(fixture, fixture.match)
    if verdict is not None and not _is_replayed(fixture, verdict):
        settle_fixture(fixture, verdict, by=_decided_by(fixture.match))


def _decided_by(match: Match) -> User | None:
    """Who has decided last what the match counts for; None: nobody, or the word court."""
    said = max(
        match.corrections.select_related("by", "undone_by"),
        key=lambda one: (one.undone_at or one.at, one.pk),
        default=None,
    )
    if said is None or said.kind == Correction.Kind.POINTS:
        return None
    return said.by if said.undone_at is None else said.undone_by


def _of_match(fixture: Fixture, match: Match) -> Verdict | None:
    """What came of the match; None: it is not over."""
    if match.status == Match.Status.ABORTED:
        # What the clock has decided stays so; here nobody was left at the table.
        return None if fixture.how else unfinished_verdict(fixture, LEFT)
    if match.status != Match.Status.FINISHED:
        return None
    corrections = list(match.corrections.order_by("pk"))
    if settings.of_division(fixture.division).corrections == League.Corrections.NONE:
        corrections = [one for one in corrections if one.kind != Correction.Kind.POINTS]
    standing = results.counted(match, corrections)
    valid = [one for one in corrections if one.undone_at is None]
    if standing is None:
        return Verdict(How.VOID, valid[-1].reason if valid else "")
    if valid:
        return _ranked(fixture, How.CORRECTED, standing, valid[-1].reason)
    undone = corrections[-1].undone_reason if corrections else ""
    return _ranked(fixture, How.PLAYED, standing, undone)


LEFT = N_("Nobody was left at the table.")


def unfinished_verdict(fixture: Fixture, reason: str) -> Verdict:
    """A match that is not played out counts as it stands after its last finished round.

    Where none is finished, all who are there share the first place; who is away is last and gets
    no points.
    """
    match = fixture.match
    assert match is not None
    raw = match.rounds.filter(outcome__isnull=False).order_by("number")
    outcomes = [stored_values.outcome_of(one) for one in raw.values_list("outcome", flat=True)]
    if outcomes:
        target = msgspec.convert(match.target, Target)
        standing = rounds.standing(match.rules_id, target, outcomes)
        return _ranked(fixture, How.ADJUDICATED, standing, reason)
    here = {
        seat.number
        for seat in match.seats.all()
        if seat.bot or (seat.user_id is not None and not seat.stand_in)
    }
    return walkover_verdict(fixture, here - _vacant(fixture), reason)


def walkover_verdict(fixture: Fixture, here: set[int], reason: str) -> Verdict:
    """The verdict where nothing was played: who was there shares the first place.

    The others are last without points.
    """
    seats = [seat.seat for seat in fixture.seats.all()]
    absent = frozenset(seats) - here
    return Verdict(
        How.WALKOVER,
        reason,
        places=tuple(1 if seat in here or not here else 1 + len(here) for seat in seats),
        totals=(None,) * len(seats),
        absent=absent,
    )


def _vacant(fixture: Fixture) -> frozenset[int]:
    """The seats on which a bot plays out of competition."""
    return frozenset(seat.seat for seat in fixture.seats.all() if seat.vacant)


def _ranked(fixture: Fixture, how: Fixture.How, standing: Standing, reason: str) -> Verdict:
    """The places of a match; who is out of competition comes last, the others move up."""
    assert fixture.match is not None
    pad = catalogue.game_of(fixture.match.game).meta.pad
    vacant = _vacant(fixture)
    totals = [-one if pad.lowest_wins else one for one in standing.totals]
    counted = [place for seat, place in enumerate(standing.places) if seat not in vacant]
    last = 1 + len(counted)
    return Verdict(
        how,
        reason,
        places=tuple(
            last if seat in vacant else 1 + sum(other < place for other in counted)
            for seat, place in enumerate(standing.places)
        ),
        totals=tuple(None if seat in vacant else total for seat, total in enumerate(totals)),
        absent=vacant,
    )


def settle_fixture(
    fixture: Fixture, verdict: Verdict, *, by: User | None = None, by_hand: bool = False
) -> bool:
    """End a fixture with this verdict, under the division's lock; whether that changed anything."""
    seats = list(fixture.seats.all())
    was_void, was_settled = fixture.how == How.VOID, fixture.state == Fixture.State.SETTLED
    never_came_up = by is None and fixture.state == Fixture.State.WAITING and not verdict.places
    before = history.result_of(fixture, seats)
    if not _decide(seats, verdict) and was_settled and fixture.how == verdict.how:
        return False
    FixtureSeat.objects.bulk_update(seats, ["place", "total", "absent"])
    fixture.state, fixture.how = Fixture.State.SETTLED, verdict.how
    fixture.reason, fixture.by_hand = verdict.reason[: history.LONGEST], by_hand
    fixture.settled_at = fixture.settled_at or clock.now()
    fixture.changes += 1
    fixture.save()
    if verdict.how == How.VOID:
        _play_again(fixture)
    elif was_void:
        Fixture.objects.filter(replay_of=fixture).delete()
    kind = Kind.CORRECTION if was_settled and verdict.how != How.VOID else KINDS[verdict.how]
    history.record_table_change(
        fixture.division, kind, fixture.reason, fixture=fixture, by=by, before=before
    )
    if not never_came_up:  # the end of the season tells all of those at once
        _tell_players(fixture, before, by, was_settled=was_settled)
    if fixture.division.season.state == Season.State.FINISHED:
        final.write_final_places(fixture.division)
    return True


def _tell_players(
    fixture: Fixture, before: history.Result | None, by: User | None, *, was_settled: bool
) -> None:
    """Tell the players what was decided about their match.

    Its own notice says that it is over, and the word court says itself what it has corrected.
    """
    if by is None and fixture.how in (How.PLAYED, How.CORRECTED):
        return
    if fixture.how == How.VOID:
        kind = News.Kind.VOIDED
    elif was_settled:
        kind = News.Kind.CORRECTED
    else:
        kind = News.Kind.DECIDED
    facts: dict[str, str | int] = {}
    if fixture.reason:
        facts["reason"] = fixture.reason
    if by is not None:
        facts["by"] = by.name
    if before:
        facts["before"] = labels.result_text(before, tables.place_holders(fixture.division))
    if Fixture.objects.filter(replay_of=fixture).exists():
        facts["again"] = 1
    notify.notify_players(fixture, kind, str(fixture.changes), but=by, **facts)


def _decide(seats: list[FixtureSeat], verdict: Verdict) -> bool:
    """Put the verdict on the seats; whether it is another one than they had."""
    changed = False
    for seat in seats:
        place = verdict.places[seat.seat] if verdict.places else None
        total = verdict.totals[seat.seat] if verdict.totals else None
        found = (place, total, seat.seat in verdict.absent)
        changed = changed or found != (seat.place, seat.total, seat.absent)
        seat.place, seat.total, seat.absent = found
    return changed


def _play_again(fixture: Fixture) -> None:
    """A void match is played once more, if the league has it so and there is a season to do it in."""
    season = fixture.division.season
    again = settings.of_season(season).void == League.Void.REPLAY
    ended = clock.now() >= season.ends_at
    if not again or season.state != Season.State.RUNNING or ended:
        return
    last = fixture.division.fixtures.aggregate(last=Max("number"))["last"]
    replay, is_new = Fixture.objects.get_or_create(
        replay_of=fixture,
        defaults={"division": fixture.division, "number": last + 1, "game": fixture.game},
    )
    if is_new:
        FixtureSeat.objects.bulk_create(
            FixtureSeat(fixture=replay, seat=seat.seat, entry_id=seat.entry_id)
            for seat in fixture.seats.all()
        )


def _is_replayed(fixture: Fixture, verdict: Verdict) -> bool:
    """Whether a void match counts no more whatever becomes of it: its replay has begun."""
    if fixture.how != How.VOID or verdict.how == How.VOID:
        return False
    again = Fixture.objects.filter(replay_of=fixture)
    return again.exclude(state=Fixture.State.WAITING).exists()
