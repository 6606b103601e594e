"""Open sign-up for a season on its day, and sign up the players of the last one again."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from core import clock
from leagues.models import Entry, League, News, Season
from leagues.season import access, table_places
from leagues.season.division_results import division_results
from leagues.services import locks, notify

State = Season.State


@transaction.atomic
def open_sign_up(season_id: int) -> None:
    """Open sign-up on the planned day; the last season's players, people and bots, are signed up
    again and may withdraw. A second call changes nothing.
    """
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
    """Return the entries that continue in the next season unless they withdraw, the strongest
    first.

    These are the players who stayed to its end, without deleted accounts and those who missed
    all their matches, and the players who waited without getting a place.
    """
    found: list[Entry] = []
    for division in before.divisions.order_by("tier"):
        holders = table_places.place_holders(division)
        for row in division_results(division).table():
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
