"""`manage.py hurry_league`: advance a league by some days at once; the easiest bots play its
matches.
"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core import clock
from leagues.models import Fixture, League, Season, TableChange
from leagues.services.seasons.advance_leagues import advance_leagues
from leagues.simulation.matches import (
    begin_at_once,
    connect_receivers,
    play_out,
    put_beside_profiles,
)
from matches.engine.clocks import HOUR_MS
from matches.services.clock import downtime

DAY_MS = 24 * HOUR_MS
AHEAD_MS = 1000 * DAY_MS
"""A time after the end of any match: on a running server nothing is due while its heartbeats are
missing.
"""


class Command(BaseCommand):
    """Try a league out. The changes to the league are real, and its times are ahead of the clock."""

    help = (
        "Move a league on by some days at once. Bots play all of its matches, also those of people."
        " These matches are not rated and appear on no profile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the league's name in its address")
        parser.add_argument(
            "--days",
            type=int,
            default=1,
            help="number of days (default: 1); 0 only does what is due now",
        )
        parser.add_argument("--json", action="store_true", help="print the result as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        leagues = League.objects.filter(slug=options["slug"])
        league = leagues.first()
        if league is None:
            raise CommandError(f"There is no league called {options['slug']}.")
        if options["days"] < 0:
            raise CommandError("--days: expected 0 or more.")
        at_ms = _reached_ms(league)
        played = 0
        with downtime.ignore_until(at_ms + AHEAD_MS):
            for day in range(options["days"] + 1):
                with clock.stopped(at_ms + day * DAY_MS):
                    # A season that was just planned may be due to open.
                    advance_leagues(leagues)
                    advance_leagues(leagues)
                    played += _play(league) if day else 0
        season = league.seasons.order_by("-number").first()
        told = {
            "played": played,
            "season": season.number if season else None,
            "state": season.state if season else None,
        }
        if options["json"]:
            self.stdout.write(json.dumps(told))
        else:
            self.stdout.write(", ".join(f"{name}: {value}" for name, value in told.items()))


def _reached_ms(league: League) -> int:
    """Return the league's present time, which is never before its last event."""
    changes = TableChange.objects.filter(division__season__league=league)
    seasons = Season.objects.filter(league=league)
    known: list[datetime | None] = [
        changes.order_by("at").values_list("at", flat=True).last(),
        seasons.order_by("finished_at").values_list("finished_at", flat=True).last(),
        seasons.exclude(state=Season.State.PLANNED)
        .order_by("opens_at")
        .values_list("opens_at", flat=True)
        .last(),
    ]
    return max([clock.now_ms(), *(round(at.timestamp() * 1000) for at in known if at)])


def _play(league: League) -> int:
    """Play all running matches, and live ones without an appointment at once; return their number."""
    fixtures = Fixture.objects.filter(division__season__league=league)
    arranging = fixtures.filter(state=Fixture.State.ARRANGING).order_by("pk")
    for fixture_id in arranging.values_list("pk", flat=True):
        begin_at_once(fixture_id)
    running = fixtures.filter(state=Fixture.State.RUNNING).select_related("match")
    matches = [fixture.match for fixture in running.order_by("pk") if fixture.match is not None]
    for match in matches:
        put_beside_profiles(match.pk)
        play_out(match)
    connect_receivers(league)
    return len(matches)
