"""Sign up for a season, withdraw, drop out of it, take a place over."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import Max
from django.utils import translation

from accounts.models import User
from accounts.people import check_is_no_bot
from core import clock
from core.refusals import Refused, refuse
from leagues import access, settings, tables
from leagues.models import Division, Entry, Fixture, Member, Season, TableChange
from leagues.services import history, invite, locks, staff
from matches.services.absence import departure
from matches.table import catalogue

State = Season.State


@transaction.atomic
def sign_up(season_id: int, user: User) -> Entry:
    """Let a user take part in a season; once it has begun, they wait for a place that becomes free.

    Raises:
        Refused: `for_people`, `not_found`, `needs_account`, `already_entered`, `sign_up_closed`.
    """
    check_is_no_bot(user)
    season = locks.lock_season(season_id)
    if user.is_guest:
        raise refuse("needs_account")
    if season.entries.filter(user=user, dropped_at=None).exists():
        raise refuse("already_entered")
    if not access.may_see(user, season.league):
        raise refuse("not_found")
    _check_may_come(season)
    if season.league.invite_only:
        invite.note_member(season.league, user.pk, Member.State.JOINED)
    entry = _enter(season, user=user)
    _fill(season)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def add_bot(season_id: int, by: User, level: str) -> Entry:
    """Let a bot of this level take part, which every game of the league must have.

    Raises:
        Refused: `not_found`, `not_yours`, `unknown_level`, `sign_up_closed`.
    """
    season = locks.lock_season(season_id)
    access.check_organises(by, season.league)
    for game in season.league.games.filter(dropped=False).select_related("rules"):
        catalogue.check_level(catalogue.game_of(game.rules.game).meta, level)
    _check_may_come(season)
    last = season.entries.aggregate(last=Max("bot_number"))["last"]
    entry = _enter(season, bot=level, bot_number=last + 1 if last else 1)
    staff.report_staff_action(by, "add_bot", entry)
    _fill(season)
    entry.refresh_from_db()
    return entry


@transaction.atomic
def drop_entry(entry_id: int, by: User, reason: str = "") -> None:
    """Leave a season, or be taken out of it by an organiser; a substitute follows if one waits.

    Before the draw nothing is left of the entry. Matches that run go on with a bot; those to come
    are played by a bot, too, out of competition, if nobody follows.

    Raises:
        Refused: `not_found`, `not_yours`, `dropped_already`, `season_over`.
    """
    entry, season = _locked(entry_id)
    own = entry.user_id == by.pk
    if not own:
        access.check_organises(by, season.league)
    if entry.dropped_at is not None:
        raise refuse("dropped_already")
    if season.is_over:
        raise refuse("season_over")
    if not own:
        staff.report_staff_action(by, "drop_out", entry, reason=reason)
    if season.state in (State.PLANNED, State.SIGN_UP):
        entry.delete()
        return
    _drop(entry, Entry.Why.SELF if own else Entry.Why.ORGANISER, None if own else by, reason)
    _fill(season)


@transaction.atomic
def appoint_substitute(entry_id: int, by: User, substitute_id: int) -> None:
    """Let a certain one of those who wait take the place of somebody who dropped out.

    Raises:
        Refused: `not_found`, `not_yours`, `not_vacant`, `nobody_waits`, `season_not_running`.
    """
    entry, season = _locked(entry_id)
    access.check_organises(by, season.league)
    if season.state not in (State.DRAWN, State.RUNNING):
        raise refuse("season_not_running")
    substitute = season.entries.filter(pk=substitute_id).first()
    if substitute is None or not substitute.is_waiting:
        raise refuse("nobody_waits")
    if entry.division is None or entry.pk not in {one.pk for one in _vacant(season)}:
        raise refuse("not_vacant")
    staff.report_staff_action(by, "replace", entry, substitute=substitute.pk)
    _take_over(entry, substitute, by)


@transaction.atomic
def drop_deleted_users(season_id: int) -> int:
    """Take out who has no account any more; how many that were. The sweep calls it."""
    season = locks.lock_season(season_id)
    gone = season.entries.filter(dropped_at=None, bot="").exclude(user__is_active=True)
    for entry in gone:
        _drop(entry, Entry.Why.ACCOUNT)
    dropped = len(gone)
    if season.state in (State.DRAWN, State.RUNNING):
        _fill(season)
    return dropped


def _check_may_come(season: Season) -> None:
    comes_late = season.state in (State.DRAWN, State.RUNNING)
    if season.state != State.SIGN_UP and not (
        comes_late and settings.of_season(season).substitutes
    ):
        raise refuse("sign_up_closed")


def _enter(season: Season, **who: object) -> Entry:
    return Entry.objects.create(
        season=season,
        signed_up_at=clock.now(),
        late=season.state != State.SIGN_UP,
        **who,
    )


def _locked(entry_id: int) -> tuple[Entry, Season]:
    """The entry, as it is under its season's lock.

    Raises:
        Refused: `not_found`.
    """
    found = Entry.objects.filter(pk=entry_id).values_list("season", flat=True).first()
    if found is None:
        raise refuse("not_found")
    season = locks.lock_season(found)
    entry = Entry.objects.filter(pk=entry_id).select_related("user", "division").first()
    if entry is None:
        raise refuse("not_found")
    return entry, season


def _drop(entry: Entry, why: Entry.Why, by: User | None = None, reason: str = "") -> None:
    entry.dropped_at, entry.dropped_why = clock.now(), why
    entry.save(update_fields=["dropped_at", "dropped_why"])
    if entry.division_id is None:
        return
    division = locks.lock_division(entry.division_id)
    _leave_matches(division, entry)
    _forget_appointments(division, tables.drawn_entry(entry))
    with translation.override(
        None
    ):  # translated where it is read, like all reasons of the platform
        said = reason or str(Entry.Why(why).label)
    history.record_table_change(division, TableChange.Kind.DROPPED, said, entry=entry, by=by)


def _leave_matches(division: Division, entry: Entry) -> None:
    running = division.fixtures.filter(
        state=Fixture.State.RUNNING,
        seats__entry=tables.drawn_entry(entry),
        match__seats__user=entry.user_id,
    )
    for match_id in running.values_list("match_id", flat=True):
        # Over a moment ago: then there is nothing to leave.
        if entry.user is not None and match_id is not None:
            with suppress(Refused):
                departure.leave_match(match_id, entry.user)


def _forget_appointments(division: Division, drawn: Entry) -> None:
    """What was agreed on with somebody else does not bind who follows."""
    for fixture in division.fixtures.filter(state=Fixture.State.ARRANGING, seats__entry=drawn):
        fixture.appointment = None
        fixture.save(update_fields=["appointment"])
        fixture.seats.update(agreed=False)
        fixture.seats.filter(entry=drawn).update(answered=False)


def _vacant(season: Season) -> list[Entry]:
    """The entries that dropped out of a place that nobody has taken over, the first first."""
    gone = season.entries.filter(dropped_at__isnull=False, division__isnull=False, replaced_by=None)
    return list(gone.select_related("division").order_by("dropped_at", "pk"))


def _fill(season: Season) -> None:
    """Let those who wait take the places that are free, first come, first served."""
    if season.state not in (State.DRAWN, State.RUNNING):
        return
    if not settings.of_season(season).substitutes:
        return
    waiting = season.entries.filter(division=None, dropped_at=None).order_by("signed_up_at", "pk")
    for gone, substitute in zip(_vacant(season), waiting, strict=False):
        _take_over(gone, substitute)


def _take_over(gone: Entry, substitute: Entry, by: User | None = None) -> None:
    assert gone.division_id is not None
    division = locks.lock_division(gone.division_id)
    substitute.division, substitute.replaces = division, gone
    substitute.save(update_fields=["division", "replaces"])
    history.record_table_change(division, TableChange.Kind.REPLACED, entry=substitute, by=by)
