"""Close sign-up for a season, and assign the players to divisions."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from django.db import transaction

from core import clock
from leagues.models import Division, Entry, Season
from leagues.season import agreed_settings, table_places
from leagues.season.agreed_settings import AgreedSettings
from leagues.services import locks
from leagues.services.seasons.season_dates import tell_dates

State = Season.State


@transaction.atomic
def close_sign_up(season_id: int) -> None:
    """Assign the players to divisions at the beginning; with too few, sign-up is extended by its
    length.

    A second call changes nothing more.
    """
    season = locks.lock_season(season_id)
    now = clock.now()
    if season.state != State.SIGN_UP or now < season.begins_at:
        return
    entries = _ladder(season)
    agreed = agreed_settings.of_league(season.league)
    if len(entries) < agreed.seats:
        later = max(timedelta(days=season.league.sign_up_days), now - season.begins_at)
        season.begins_at, season.ends_at = season.begins_at + later, season.ends_at + later
        season.save(update_fields=["begins_at", "ends_at"])
        tell_dates(season)
        return
    season.state, season.settings = State.DRAWN, agreed_settings.to_json(agreed)
    season.save(update_fields=["state", "settings"])
    first = 0
    for tier, size in enumerate(division_sizes(len(entries), agreed), start=1):
        division = Division.objects.create(season=season, tier=tier, seed=_seed(season, tier))
        for entry in entries[first : first + size]:
            first += 1
            entry.division, entry.rank = division, first
    Entry.objects.bulk_update(entries, ["division", "rank"])


def _seed(season: Season, tier: int) -> int:
    """Return a seed from public data, so that all players can repeat the draw."""
    text = f"{season.league.slug} {season.number} {tier}"
    return int.from_bytes(sha256(text.encode()).digest()[:6], "big")


def division_sizes(players: int, agreed: AgreedSettings) -> list[int]:
    """Return the size of each division, from the top: all are full except the last.

    A last division with less than half its players is merged with the one above it.
    """
    full, rest = divmod(players, agreed.division_size)
    found = [agreed.division_size] * full
    if not found or rest >= max(agreed.seats, (agreed.division_size + 1) // 2):
        return [*found, rest]
    found[-1] += rest
    return found


def _ladder(season: Season) -> list[Entry]:
    """Return the entries that play, the strongest first; newcomers follow in the order of sign-up.

    If there is not enough room, the later sign-ups wait.
    """
    coming = season.entries.filter(dropped_at=None).order_by("signed_up_at", "pk")
    entries = list(coming[: season.league.most])
    before = _before(season)

    def key(entry: Entry) -> tuple[int, int, int]:
        # Among the players that meet in a division, those from a higher one come first.
        tier, moved, place = before.get((entry.user_id, entry.bot_number), (1 << 30, 0, 0))
        return tier, -moved, place

    return sorted(entries, key=key)


def _before(season: Season) -> dict[tuple[int | None, int], tuple[int, int, int]]:
    """Return the effect of the last season's places: present tier, movement and former place."""
    last = season.league.seasons.filter(state=State.FINISHED).order_by("-number").first()
    found = {}
    for division in [] if last is None else last.divisions.all():
        entries = division.entries.in_bulk()
        for drawn_id, holder in table_places.place_holders(division).items():
            drawn = entries[drawn_id]
            if holder.dropped_at is None and drawn.final_place is not None:
                who = (holder.user_id, holder.bot_number)
                found[who] = (division.tier + drawn.moved, drawn.moved, drawn.final_place)
    return found
