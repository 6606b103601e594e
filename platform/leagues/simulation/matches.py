"""Matches of a simulated league: bots play them through the write path, or seeded scores end them."""

from __future__ import annotations

import uuid
from random import Random

from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse

from core import clock
from games.kernel import series
from games.kernel.contract import Outcome
from leagues.models import Fixture, League
from leagues.season import appointments, table_places
from leagues.services import locks
from leagues.services.fixtures.begin_fixture import TO_PLAY, begin_fixture
from matches import tasks
from matches.actors import Bot, Person
from matches.engine import catalogue, live_round, stored_values
from matches.models import Deadline, Match, Outbox, Round
from matches.requests import ActionRequest
from matches.services.rounds import start
from matches.services.rounds.play import apply_due, play
from matches.store import outbox
from matches.store.load_match import load_table
from matches.store.lock_match import lock_match_and_round

MOST_MOVES = 10_000


def end_by_seed(match_id: uuid.UUID, random: Random) -> None:
    """End the match's rounds with scores drawn from `random`, and settle them as usual."""
    rounds = Round.objects.select_related("match").filter(match=match_id)
    while (round_ := rounds.latest("number")).match.status == Match.Status.RUNNING:
        if round_.start is None:
            start.deal_next(round_.pk)
            round_.refresh_from_db()
        if round_.outcome is None:
            _decide(round_, random)
        _settle(round_)


@transaction.atomic
def _decide(round_: Round, random: Random) -> None:
    scores = [random.randrange(40) for _ in round_.nonces]
    lowest = catalogue.game_of(round_.match.game).meta.pad.lowest_wins
    places = series.places(scores, min if lowest else max)
    outcome = Outcome(scores=tuple(scores), places=places, began=0, reason="won")
    Deadline.objects.filter(round=round_).delete()
    Outbox.objects.filter(round=round_).exclude(kind__in=outbox.LASTING).delete()
    Outbox.objects.create(
        kind=outbox.ROUND_FINISHED, round=round_, version=round_.version, due_ms=clock.now_ms()
    )
    round_.outcome, round_.at_ms = stored_values.to_json(outcome), clock.now_ms()
    round_.save(update_fields=["outcome", "at_ms"])


def _settle(round_: Round) -> None:
    for pk in _owed(round_.outbox.filter(kind=outbox.ROUND_FINISHED)):
        tasks.finish_round(pk)


def _owed(rows: QuerySet[Outbox]) -> list[int]:
    """Make these rows due now, because a killed worker had claimed some."""
    now_ms = clock.now_ms()
    found = dict(rows.order_by("pk").values_list("pk", "due_ms"))
    if any(due_ms > now_ms for due_ms in found.values()):
        rows.update(due_ms=now_ms)
    return list(found)


def matches_of(league: League) -> QuerySet[Match]:
    """Return all matches that were begun for a league, including those that no fixture refers to."""
    path = reverse("leagues:league", args=[league.slug])
    return Match.objects.filter(occasion__path__startswith=path)


def connect_receivers(league: League) -> None:
    """Connect the receivers for finished and corrected matches of a league."""
    kinds = (outbox.MATCH_FINISHED, outbox.CORRECTED)
    rows = Outbox.objects.filter(kind__in=kinds, round__match__in=matches_of(league))
    for pk in _owed(rows):
        tasks.announce_result(pk)


@transaction.atomic
def begin_at_once(fixture_id: int) -> None:
    """Begin a live match that has no agreed appointment."""
    fixture = locks.lock_fixture(fixture_id)
    holders = table_places.place_holders(fixture.division)
    if fixture.state == Fixture.State.ARRANGING and not appointments.is_agreed(fixture, holders):
        fixture.due_at = clock.now() + TO_PLAY
        begin_fixture(fixture, holders)


@transaction.atomic
def put_beside_profiles(match_id: uuid.UUID) -> None:
    """Replace the people of a match by bots, so that it affects no rating and no history."""
    match = lock_match_and_round(match_id)
    match.rated = False
    match.save(update_fields=["rated"])
    match.seats.update(dealt_to=None)


def play_out(match: Match) -> None:
    """Play the rest of a match; the easiest bots also play for the people.

    No player counts as absent, even if the bots answer late.

    Raises:
        RuntimeError: it does not end.
    """
    level = catalogue.game_of(match.game).meta.levels[0].slug
    at_ms = clock.now_ms()
    for number in range(MOST_MOVES):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            return
        with clock.stopped(at_ms):
            match.seats.update(missed=0)
            round_ = match.rounds.latest("number")
            if round_.start is None:
                start.deal_next(round_.pk)
            at_ms = _move(match, level, f"{match.pk} {number}")
    raise RuntimeError(f"{match} does not end")


def _move(match: Match, level: str, random_key: str) -> int:
    """Let a seat act or a deadline pass; return the time after it."""
    table = load_table(match.pk)
    live = table.live
    assert live is not None
    if live.over:
        _settle(match.rounds.latest("number"))
        return clock.now_ms()
    awaited = live.awaited
    at_ms = max(clock.now_ms(), awaited.not_before_ms)
    for seat in awaited.seats:
        action = live_round.ask_bot(live, seat, level, table.events(), random_key)
        if action is None:
            continue
        place = match.seats.select_related("user").get(number=seat)
        actor = Person(place.user_id, place.user.epoch) if place.user else Bot(seat)
        if place.stand_in:
            actor = Bot(seat)
        with clock.stopped(at_ms):
            request = ActionRequest(
                stored_values.to_json(action),
                seen=table.shown_version(seat),
                key=f"move-{table.round_number}-{live.version}",
            )
            if play(match.pk, actor, request).refusal is None:
                return at_ms
    due_ms = max(at_ms, min(due_ms for due_ms, _ in live.deadlines()))
    with clock.stopped(due_ms):
        apply_due(match.pk)
    return due_ms
