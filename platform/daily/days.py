"""Which deal a day has: its game, who opposes, and the seed."""

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
    """The deal of today, by UTC."""
    return day_of(clock.now().date())


def day_of(date: datetime.date) -> Day:
    """The deal of this day, which is fixed when it is first asked for.

    To be asked for a day that has come: those of the future are nobody's.
    """
    found = Day.objects.select_related("rules").filter(date=date).first()
    return found or _fix(date)


def past_day(date: datetime.date) -> Day:
    """The deal of a day that is over.

    Raises:
        Refused: `no_daily_deal`, also where the day is not over.
    """
    found = Day.objects.select_related("rules").filter(date=date).first()
    if found is None or clock.now() < found.ends_at:
        raise refused("no_daily_deal")
    return found


def games() -> Sequence[Meta]:
    """The games that take turns, day by day.

    Not those in which the quicker seat has more: there the same cards are the same start only.
    """
    return [meta for meta in catalogue.metas() if not meta.is_race]


def meta_of(day: Day) -> Meta:
    """The game of this day.

    Raises:
        Refused: `unknown_game`: this server has it no more.
    """
    return catalogue.game_of(day.rules.game).meta


def _fix(date: datetime.date) -> Day:
    turns = games()
    meta = turns[date.toordinal() % len(turns)]
    least, most = meta.seats
    # From the server's secret key, so that nobody can work out the cards of a day to come; kept, so
    # that another key changes no day that has begun.
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
