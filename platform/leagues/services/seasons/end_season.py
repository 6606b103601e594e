"""Open sign-up, and end a season: on its day, when all is played, or earlier by an organiser."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core import clock
from core.refusals import refuse
from leagues.models import Entry, Fixture, League, News, Season, TableChange
from leagues.season import access, division_results
from leagues.services import final_places, history, locks, notify, staff
from leagues.services.seasons import plan_season

State = Season.State


@transaction.atomic
def open_sign_up(season_id: int) -> None:
    """Let people sign up from the day that was planned; who played the last season, people and
    bots alike, is signed up again, and may withdraw; once."""
    season = locks.lock_season(season_id)
    now = clock.now()
    if season.state != State.PLANNED or now < season.opens_at:
        return
    season.state = State.SIGN_UP
    if now >= season.begins_at:  # the server was down all the time
        late = now - season.opens_at
        season.begins_at, season.ends_at = season.begins_at + late, season.ends_at + late
    season.save(update_fields=["state", "begins_at", "ends_at"])
    before = season.league.seasons.filter(state=State.FINISHED).order_by("-number").first()
    if before is None:
        return
    Entry.objects.bulk_create(
        Entry(
            season=season,
            user=entry.user,
            bot=entry.bot,
            bot_number=entry.bot_number,
            signed_up_at=now,
        )
        for entry in _staying(before)
    )
    notify.notify_everybody(season, News.Kind.STAYS)
    notify.notify_everybody(season, News.Kind.OPEN, of=before)


def _staying(before: Season) -> list[Entry]:
    """The entries of the next season, too, unless they withdraw, the strongest first: all that
    were there to its end, but who had an account no more or was absent from all their matches; and
    who waited for a place in vain."""
    found: list[Entry] = []
    for division in before.divisions.order_by("tier"):
        holders = division_results.place_holders(division)
        for row in division_results.division_results(division).table():
            if not row.played or row.missed < row.played:
                found.append(holders[row.player])
    found += before.entries.filter(division=None).select_related("user").order_by("signed_up_at")
    return [
        entry
        for entry in found
        if entry.dropped_at is None and (entry.bot or _may_stay(entry.user, before.league))
    ]


def _may_stay(user: User | None, league: League) -> bool:
    return user is not None and user.is_active and access.may_see(user, league)


@transaction.atomic
def end_season_early(season_id: int, by: User) -> None:
    """Let a season end now: what is not played is decided as on its last day.

    Raises:
        Refused: `not_found`, `not_yours`, `season_not_running`.
    """
    season = locks.lock_season(season_id)
    access.check_organises(by, season.league)
    if season.state != State.RUNNING:
        raise refuse("season_not_running")
    now = clock.now()
    if now < season.ends_at:
        season.ends_at = now
        season.save(update_fields=["ends_at"])
        staff.report_staff_action(by, "end_early", season)


@transaction.atomic
def end_season(season_id: int) -> None:
    """End a season in which all is settled, with its final places and moves; once."""
    season = locks.lock_season(season_id)
    unsettled = Fixture.objects.filter(division__season=season).exclude(state=Fixture.State.SETTLED)
    if season.state != State.RUNNING or unsettled.exists():
        return
    season.state, season.finished_at = State.FINISHED, clock.now()
    season.save(update_fields=["state", "finished_at"])
    for tier in season.divisions.values_list("pk", flat=True):
        division = locks.lock_division(tier)
        history.record_table_change(
            division, TableChange.Kind.FINAL, final_places.write_final_places(division)
        )
    notify.notify_everybody(season, News.Kind.ENDED)


@transaction.atomic
def continue_league(league_id: int) -> None:
    """Plan the next season, if the league goes on by itself and none is there."""
    plan_season.plan_following_season(locks.lock_league(league_id))
