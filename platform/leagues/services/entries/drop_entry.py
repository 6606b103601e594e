"""Drop out of a season, or withdraw before its draw."""

from __future__ import annotations

from contextlib import suppress

from django.db import transaction
from django.utils import translation

from accounts.models import User
from core import clock
from core.line_fields import tidy_line
from core.refusals import Refused, refused
from leagues.models import Division, Entry, Fixture, News, Season, TableChange
from leagues.season import access, table_places
from leagues.season.entry_names import known_name
from leagues.services import history, locks, notify
from leagues.services.entries.fill_places import fill_places
from leagues.services.fixtures.arrange_appointment import (
    drop_appointment,
    lock_fixtures_to_arrange,
)
from leagues.services.report_staff_action import report_staff_action
from matches.services.absence import departure

State = Season.State
Kind = News.Kind


@transaction.atomic
def drop_entry(entry_id: int, by: User, reason: str = "") -> None:
    """Drop an entry: the user's own, or any for an organiser. A waiting substitute takes the place.

    Before the draw the entry is deleted. Later, a bot finishes running matches; without a
    substitute, a bot also plays future ones, out of competition.

    Raises:
        Refused: `not_found`, `not_yours`, `dropped_already`, `season_over`.
    """
    entry, season = locks.lock_entry(entry_id)
    own, reason = entry.user_id == by.pk, tidy_line(reason)
    if not own:
        access.check_organises(by, season.league)
    check_still_in(entry, season)
    if not own:
        report_staff_action(by, "drop_out", entry, reason=reason)
        facts = {"by": by.name} | ({"reason": reason} if reason else {})
        notify.notify_person(entry, Kind.TAKEN_OUT, str(entry.pk), None, **facts)
    if season.state in (State.PLANNED, State.SIGN_UP):
        _withdraw(entry, season)
        return
    _drop(entry, Entry.Why.SELF if own else Entry.Why.ORGANISER, None if own else by, reason)
    fill_places(season)
    _tell_organisers(entry, season, by)


def check_still_in(entry: Entry, season: Season) -> None:
    """Check that this entry can still drop out of its season.

    Raises:
        Refused: `dropped_already`, `season_over`.
    """
    if entry.dropped_at is not None:
        raise refused("dropped_already")
    if season.is_over:
        raise refused("season_over")


@transaction.atomic
def drop_deleted_users(season_id: int) -> int:
    """Drop the entries of deleted accounts; return their number. The sweep calls it."""
    season = locks.lock_season(season_id)
    gone = season.entries.filter(dropped_at=None, bot="").exclude(user__is_active=True)
    for entry in gone:
        _drop(entry, Entry.Why.ACCOUNT)
    dropped = len(gone)
    if season.state in (State.DRAWN, State.RUNNING):
        fill_places(season)
    for entry in gone:
        _tell_organisers(entry, season, None)
    return dropped


def _withdraw(entry: Entry, season: Season) -> None:
    """Withdraw an entry before the draw; the next waiting player gets the room and a notice."""
    had_room = set(_with_room(season))
    entry.delete()
    for one in season.entries.filter(
        pk__in=[pk for pk in _with_room(season) if pk not in had_room]
    ):
        notify.notify_person(one, Kind.PLACE, str(one.pk))


def _with_room(season: Season) -> list[int]:
    """Return the entries that fit, in the order of the draw."""
    coming = season.entries.filter(dropped_at=None).order_by("signed_up_at", "pk")
    return list(coming.values_list("pk", flat=True)[: season.league.most])


def _tell_organisers(entry: Entry, season: Season, by: User | None) -> None:
    """Notify the organisers of a drop-out after the draw, and of the substitute."""
    if entry.division_id is None:
        return
    name = known_name(entry)
    follower = Entry.objects.filter(replaces=entry).select_related("user").first()
    if follower is None:
        notify.notify_organisers(season, Kind.VACATED, str(entry.pk), but=by, name=name)
    else:
        follows = known_name(follower)
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
    with translation.override(None):  # translated when it is read, like all reasons of the platform
        said = reason or str(Entry.Why(why).label)
    history.record_table_change(division, TableChange.Kind.DROPPED, said, entry=entry, by=by)


def _leave_matches(division: Division, entry: Entry) -> None:
    running = division.fixtures.filter(
        state=Fixture.State.RUNNING,
        seats__entry=table_places.drawn_entry(entry),
        match__seats__user=entry.user_id,
    )
    for match_id in running.values_list("match_id", flat=True):
        # If it ended a moment ago, there is nothing to leave.
        if entry.user is not None and match_id is not None:
            with suppress(Refused):
                departure.leave_match(match_id, entry.user)


def _forget_appointments(division: Division, entry: Entry) -> None:
    """Cancel the appointments of a place, which do not bind its next holder; the others get a
    notice.
    """
    drawn = table_places.drawn_entry(entry)
    for fixture in lock_fixtures_to_arrange(division, drawn):
        drop_appointment(fixture, entry.user, known_name(entry))
        fixture.seats.filter(entry=drawn).update(answered=False)
