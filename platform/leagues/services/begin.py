"""Fixtures come up: an appointment is to be made, or their match begins; and they are stopped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from itertools import count
from typing import Any

import msgspec
from django.db import transaction
from django.urls import reverse

from accounts.models import User
from core import clock
from games.kernel.contract import N_, Target
from leagues import settings, tables, topics
from leagues.models import Division, Entry, Fixture, FixtureSeat, News
from leagues.services import locks, notify, settle
from leagues.settings import Settings
from matches.engine import catalogue
from matches.models import Match
from matches.present import occasion
from matches.present.seat_names import bot_numbered
from matches.services.rounds import abandonment
from matches.services.rounds.bot_takeover import level_of
from matches.services.seating.tables import Bot, begin_match
from matches.store.change_match import refresh_pages
from matches.store.lock_match import lock_match

State = Fixture.State

TO_PLAY = timedelta(days=1)
"""So long a live match may take from its appointment on."""
OCCASION = N_("%(league)s, season %(season)s, division %(division)s: match %(number)s")
UNPLAYABLE = N_("Nobody was left to play against.")


@transaction.atomic
def bring_up_fixtures(division_id: int) -> int:
    """Bring up the next fixtures of a division as far as their players have room; how many.

    Where a season's matches are many, nobody has more than some of them at the same time.
    """
    division = locks.lock_division(division_id)
    agreed = settings.of_division(division)
    holders = tables.place_holders(division)
    busy = _busy(division)
    brought = 0
    waiting = division.fixtures.filter(state=State.WAITING)
    for fixture in waiting.select_related("game__rules").prefetch_related("seats"):
        people = [seat.entry_id for seat in fixture.seats.all() if not holders[seat.entry_id].bot]
        if any(busy[entry] >= agreed.at_once for entry in people):
            continue
        busy.update(people)
        fixture.division = division
        _bring_up(fixture, agreed, holders)
        brought += 1
    return brought


def _busy(division: Division) -> Counter[int]:
    """How many fixtures each place has on hand."""
    seats = FixtureSeat.objects.filter(
        fixture__division=division, fixture__state__in=(State.ARRANGING, State.RUNNING)
    )
    return Counter(seats.values_list("entry_id", flat=True))


def _bring_up(fixture: Fixture, agreed: Settings, holders: dict[int, Entry]) -> None:
    now = clock.now()
    season = fixture.division.season
    fixture.opened_at, fixture.due_at = now, season.ends_at
    people = [one for one in _playing(fixture, holders) if one.user_id is not None]
    if not agreed.live or not people:
        begin_fixture(fixture, holders)
        return
    fixture.due_at = min(now + timedelta(days=agreed.appointment_days), season.ends_at)
    fixture.state = State.ARRANGING
    fixture.save()
    notify.notify_players(fixture, News.Kind.ARRANGE)


@transaction.atomic
def begin_appointed_match(fixture_id: int) -> None:
    """Begin a live match whose appointment has come, and on which all have agreed; once."""
    fixture = locks.lock_fixture(fixture_id)
    now = clock.now()
    if fixture.state != State.ARRANGING or fixture.appointment is None:
        return
    holders = tables.place_holders(fixture.division)
    if fixture.appointment <= now and is_agreed(fixture, holders):
        fixture.due_at = fixture.appointment + TO_PLAY
        begin_fixture(fixture, holders)


def is_agreed(fixture: Fixture, holders: dict[int, Entry]) -> bool:
    """Whether everybody who is to be there has agreed to the appointment; bots always have."""
    return fixture.appointment is not None and all(
        seat.agreed for seat in fixture.seats.all() if is_asked(holders[seat.entry_id])
    )


def is_asked(holder: Entry) -> bool:
    """Whether somebody sits there who has to be asked."""
    return holder.dropped_at is None and not holder.bot


def _playing(fixture: Fixture, holders: dict[int, Entry]) -> list[Entry]:
    """The entries that play for the places of this fixture."""
    found = [holders[seat.entry_id] for seat in fixture.seats.all()]
    return [holder for holder in found if holder.dropped_at is None]


def begin_fixture(fixture: Fixture, holders: dict[int, Entry]) -> None:
    """Begin a fixture's match, under the division's lock: bots sit where nobody holds the place.

    Where fewer than two are left to play, whoever is there wins without it.
    """
    seats = list(fixture.seats.all())
    here = {seat.seat for seat in seats if holders[seat.entry_id].dropped_at is None}
    if len(here) < 2:
        settle.settle_fixture(fixture, settle.walkover_verdict(fixture, here, UNPLAYABLE))
        return
    vacant = [seat for seat in seats if seat.seat not in here]
    for seat in vacant:
        seat.vacant = True
    FixtureSeat.objects.bulk_update(vacant, ["vacant"])
    game = fixture.game
    fixture.match = begin_match(
        game.rules,
        _at_table([holders[seat.entry_id] for seat in seats], game.rules.game),
        tempo=game.tempo,
        target=msgspec.convert(game.target, Target),
        occasion=occasion_of(fixture),
        rulings=settings.of_division(fixture.division).corrections,
        public=not fixture.division.season.league.invite_only,
        rated=not fixture.division.season.league.invite_only,
    )
    fixture.state = State.RUNNING
    fixture.save()
    topics.announce_fixture(fixture.pk)


def occasion_of(fixture: Fixture) -> dict[str, Any]:
    """What the match of a fixture is played for, as its table and the lists of matches say it."""
    division = fixture.division
    season = division.season
    return occasion.stored_occasion(
        OCCASION,
        reverse("leagues:division", args=[season.league.slug, season.number, division.tier]),
        league=season.league.name,
        season=season.number,
        division=division.tier,
        number=fixture.ordinal,
    )


def _at_table(holders: Sequence[Entry], game: str) -> list[User | Bot]:
    """The players of these places: their people, their bots under the names that the league
    knows, and bots that play for who is away."""
    numbered = {holder.bot_number for holder in holders if holder.bot}
    others = (number for number in count(1) if number not in numbered)
    level = level_of(catalogue.game_of(game).meta)
    return [
        Bot(holder.bot, bot_numbered(holder.bot_number))
        if holder.bot
        else holder.user
        if holder.dropped_at is None and holder.user is not None
        else Bot(level, bot_numbered(next(others)))
        for holder in holders
    ]


def stop_match(fixture: Fixture) -> None:
    """End a fixture's match if it runs: from now on the league's decision counts."""
    if fixture.match_id is None:
        return
    match = lock_match(fixture.match_id)
    if match.status in (Match.Status.OPEN, Match.Status.RUNNING):
        abandonment.end_match(match.pk)
        refresh_pages(match)


def reopen_fixture(fixture: Fixture) -> None:
    """Let a fixture wait to be played that had been decided without, under the division's lock."""
    Fixture.objects.filter(replay_of=fixture).delete()
    fixture.seats.update(
        place=None, total=None, absent=False, vacant=False, agreed=False, answered=False
    )
    fixture.state, fixture.how, fixture.reason, fixture.by_hand = State.WAITING, "", "", False
    fixture.match = fixture.settled_at = fixture.opened_at = fixture.due_at = None
    fixture.appointment = None
    fixture.changes += 1
    fixture.save()
