"""The deal of a day: its game, its opponents and its seed."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from django.utils.crypto import salted_hmac

from core import clock
from core.refusals import refused
from daily.models import Day
from games.kernel.contract import Meta
from matches.engine import catalogue, tempos
from matches.engine.clocks import UNTIMED
from matches.services.rules_versions import version_for_table

SEATS = 4


def today() -> Day:
    """Return the deal of today, in UTC."""
    return day_of(clock.now().date())


def day_of(date: datetime.date) -> Day:
    """Return the deal of this day, which is fixed when it is first requested.

    Call it only for days that have begun; the deal of a future day must stay unknown.
    """
    found = Day.objects.select_related("rules").filter(date=date).first()
    return found or _fix(date)


def past_day(date: datetime.date) -> Day:
    """Return the deal of a past day.

    Raises:
        Refused: `no_daily_deal`, also if the day is not over.
    """
    found = Day.objects.select_related("rules").filter(date=date).first()
    if found is None or clock.now() < found.ends_at:
        raise refused("no_daily_deal")
    return found


def games() -> Sequence[Meta]:
    """Return the games of the daily deal; they alternate by day.

    A game of speed is excluded, because the same cards are only the same start there.
    """
    return [meta for meta in catalogue.metas() if not meta.is_race]


def meta_of(day: Day) -> Meta:
    """Return the game of this day.

    Raises:
        Refused: `unknown_game`: this server no longer has it.
    """
    return catalogue.game_of(day.rules.game).meta


def _fix(date: datetime.date) -> Day:
    turns = games()
    meta = turns[date.toordinal() % len(turns)]
    least, most = meta.seats
    # Derived from the server's secret key, so that future deals cannot be computed. Stored, so that
    # a new key changes no day that has begun.
    seed = salted_hmac("daily deal", date.isoformat(), algorithm="sha256").digest()
    day, _ = Day.objects.select_related("rules").get_or_create(
        date=date,
        defaults={
            "rules": version_for_table(meta.slug, tempos.find_tempo(meta, UNTIMED)),
            "seats": max(least, min(SEATS, most)),
            "level": meta.levels[len(meta.levels) // 2].slug,
            "seed": seed,
        },
    )
    return day
