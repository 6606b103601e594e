"""Sign up for a season, withdraw, drop out of it, take a place over."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.db.models import Max
from django.utils import translation

from accounts.bot_accounts import check_is_no_bot
from accounts.models import User
from core import clock, rate_limits
from core.line_fields import tidy_line
from core.refusals import Refused, refuse
from leagues import access, labels, limits, settings, tables
from leagues.models import Division, Entry, Fixture, Member, News, Season, TableChange
from leagues.services import arrange, history, invite, locks, notify, staff
from matches.engine import catalogue
from matches.services.absence import departure

State = Season.State
Kind = News.Kind


@transaction.atomic
def sign_up(season_id: int, user: User) -> Entry:
    """Let a user take part in a season; once it has begun, they wait for a place that becomes free.

    Raises:
        Refused: `for_people`, `not_found`, `needs_account`, `already_entered`, `sign_up_closed`,
            `rate_limited`.
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
    rate_limits.check_attempts(limits.ENTRIES.of(str(user.pk), str(season.pk)))
    if season.league.invite_only:
        invite.note_member(season.league, user.pk, Member.State.JOINED)
    entry = _enter(season, user=user)
    _fill(season, entry)
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
    own, reason = entry.user_id == by.pk, tidy_line(reason)
    if not own:
        access.check_organises(by, season.league)
    if entry.dropped_at is not None:
        raise refuse("dropped_already")
    if season.is_over:
        raise refuse("season_over")
    if not own:
        staff.report_staff_action(by, "drop_out", entry, reason=reason)
        facts = {"by": by.name} | ({"reason": reason} if reason else {})
        notify.notify_person(entry, Kind.TAKEN_OUT, str(entry.pk), None, **facts)
    if season.state in (State.PLANNED, State.SIGN_UP):
        _withdraw(entry, season)
        return
    _drop(entry, Entry.Why.SELF if own else Entry.Why.ORGANISER, None if own else by, reason)
    _fill(season)
    _tell_organisers(entry, season, by)


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
    for entry in gone:
        _tell_organisers(entry, season, None)
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


def _withdraw(entry: Entry, season: Season) -> None:
    """Take an entry out before the draw; the first who waits for room has it now, and is told."""
    had_room = set(_with_room(season))
    entry.delete()
    for one in season.entries.filter(
        pk__in=[pk for pk in _with_room(season) if pk not in had_room]
    ):
        notify.notify_person(one, Kind.PLACE, str(one.pk))


def _with_room(season: Season) -> list[int]:
    """The entries that there is room for, as the draw takes them."""
    coming = season.entries.filter(dropped_at=None).order_by("signed_up_at", "pk")
    return list(coming.values_list("pk", flat=True)[: season.league.most])


def _tell_organisers(entry: Entry, season: Season, by: User | None) -> None:
    """Tell the organisers who dropped out of a season that was drawn, and who follows."""
    if entry.division_id is None:
        return
    name = _name(entry)
    follower = Entry.objects.filter(replaces=entry).select_related("user").first()
    if follower is None:
        notify.notify_organisers(season, Kind.VACATED, str(entry.pk), but=by, name=name)
    else:
        follows = _name(follower)
        notify.notify_organisers(
            season, Kind.FOLLOWED, str(entry.pk), but=by, name=name, follows=follows
        )


def _drop(entry: Entry, why: Entry.Why, by: User | None = None, reason: str = "") -> None:
    division = None if entry.division_id is None else locks.lock_division(entry.division_id)
    if division is not None:
        _forget_appointments(division, entry)
    entry.dropped_at, entry.dropped_why = clock.now(), why
    entry.save(update_fields=["dropped_at", "dropped_why"])
    if division is None:
        return
    _leave_matches(division, entry)
    with translation.override(
        None
    ):  # translated where it is read, like all reasons of the platform
        said = reason or str(Entry.Why(why).label)
    history.record_table_change(division, TableChange.Kind.DROPPED, said, entry=entry, by=by)


def _name(entry: Entry) -> str:
    """The name by which people know who holds an entry, though the account may have gone by now."""
    return labels.entry_name(entry) if entry.user is None else entry.user.name


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


def _forget_appointments(division: Division, entry: Entry) -> None:
    """What was agreed on with somebody else does not bind who follows; the others are told."""
    drawn = tables.drawn_entry(entry)
    for fixture in _to_arrange(division, drawn):
        arrange.drop_appointment(fixture, entry.user, _name(entry))
        fixture.seats.filter(entry=drawn).update(answered=False)


def _to_arrange(division: Division, drawn: Entry) -> list[Fixture]:
    found = division.fixtures.filter(state=Fixture.State.ARRANGING, seats__entry=drawn)
    return [locks.lock_fixture(pk) for pk in found.values_list("pk", flat=True)]


def _vacant(season: Season) -> list[Entry]:
    """The entries that dropped out of a place that nobody has taken over, the first first."""
    gone = season.entries.filter(dropped_at__isnull=False, division__isnull=False, replaced_by=None)
    return list(gone.select_related("division").order_by("dropped_at", "pk"))


def _fill(season: Season, comes: Entry | None = None) -> None:
    """Let those who wait take the places that are free, first come, first served.

    `comes`: who signs up just now, and reads on the page that answers whether there was a place.
    """
    if season.state not in (State.DRAWN, State.RUNNING):
        return
    if not settings.of_season(season).substitutes:
        return
    waiting = season.entries.filter(division=None, dropped_at=None).order_by("signed_up_at", "pk")
    for gone, substitute in zip(_vacant(season), waiting, strict=False):
        _take_over(gone, substitute, is_told=substitute == comes)


def _take_over(
    gone: Entry, substitute: Entry, by: User | None = None, *, is_told: bool = False
) -> None:
    assert gone.division_id is not None
    division = locks.lock_division(gone.division_id)
    substitute.division, substitute.replaces = division, gone
    substitute.save(update_fields=["division", "replaces"])
    history.record_table_change(division, TableChange.Kind.REPLACED, entry=substitute, by=by)
    if not is_told:
        notify.notify_person(substitute, Kind.PLACE, str(substitute.pk))
    facts = {"name": _name(substitute), "gone": _name(gone)}
    for fixture in _to_arrange(division, tables.drawn_entry(substitute)):
        notify.notify_person(substitute, Kind.ARRANGE, fixture=fixture)
        notify.notify_players(
            fixture, Kind.REPLACED, str(substitute.pk), but=substitute.user, **facts
        )
