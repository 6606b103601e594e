"""A move by a real socket, and at the same moment a change that it depends on: one comes first.

`GUARDED_RACES=200` runs each kind that often.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction

from accounts.models import User
from accounts.services.revoke_access import revoke_connections
from core import clock
from matches.engine.verification import difference
from matches.engine.view import view_for
from matches.models import Downtime, Match, Outbox, StandingOrder
from matches.services.absence import departure
from matches.services.clock import pause
from matches.services.clock.reschedule import reschedule_later
from matches.services.rounds import orders
from matches.store.load_match import load_table
from matches.store.lock_match import lock_match_and_round
from tests.platform.matches.cast import awaited, dealt, fresh_key, person
from tests.platform.matches.sockets import page
from tests.platform.matches.test_recent_looks import anew, facts
from tests.platform.threads import in_a_thread

pytestmark = pytest.mark.django_db(transaction=True)

RACES = int(os.environ.get("GUARDED_RACES", "3"))
SPREAD_S = 0.012
"""The change begins up to this long after the move was sent, in seconds: as long as a move takes."""


def sign_out(match: Match, user: User) -> None:
    Session.objects.all().delete()
    revoke_connections(user)


def agree_to_pause(match: Match, user: User) -> None:
    for place in match.seats.select_related("user"):
        assert place.user is not None
        pause.agree_to_pause(match.pk, place.user)


def leave(match: Match, user: User) -> None:
    departure.leave_match(match.pk, user)


def miss(match: Match, user: User) -> None:
    lock_match_and_round(match.pk)
    match.seats.filter(user=user).update(missed=1)


def order(match: Match, user: User) -> None:
    orders.give_order(match.pk, user, "draw_and_pass")


def be_down(match: Match, user: User) -> None:
    now_ms = clock.now_ms()
    Downtime.objects.create(begins_ms=now_ms - 20_000, ends_ms=now_ms)


FORBID = (sign_out, agree_to_pause, leave)
"""After these, the player who was to move can not."""
KINDS = (*FORBID, miss, order, be_down)
Change = Callable[[Match, User], None]


@in_a_thread
def laid(game: str) -> tuple[Match, User, tuple[str, ...]]:
    """Deal a match; return the player to move, and picks for a move."""
    match = dealt(person(fresh_key()), person(fresh_key()), game=game)
    seat = awaited(match)
    user = match.seats.get(number=seat).user
    live = load_table(match.pk).live
    assert user is not None
    assert live is not None
    return match, user, view_for(live, seat).offers[0]


@in_a_thread
def do(change: Change, match: Match, user: User) -> int:
    """Make the change; return the version of the round that it found."""
    with transaction.atomic():
        change(match, user)
        return match.rounds.get().version


@in_a_thread
def wrong(change: Change, match: Match, user: User, found: int) -> str:
    """Return what is wrong after both, or "". `found`: the version that the change found."""
    round_ = match.rounds.get()
    moved_after = round_.moves.filter(number__gt=found, seat__isnull=False).exists()
    if (seen := difference(round_.pk)) is not None:
        return seen
    if change in FORBID and moved_after:
        return "a move was stored after the change that forbids it"
    if change is miss and moved_after and match.seats.get(user=user).missed:
        return "a player who acted still counts as late"
    if change is order and not StandingOrder.objects.filter(round=round_).exists():
        return "the order is lost"
    if change is be_down:
        reschedule_later(match.pk)
    with clock.stopped(clock.now_ms()):
        if facts(load_table(match.pk)) != facts(anew(match)):
            return "this process knows another table"
        live = load_table(match.pk).live
        assert live is not None
        due = sorted(round_.deadlines.values_list("due_ms", flat=True))
        if not live.clocks.pauses.paused and due != sorted(at for at, _ in live.deadlines()):
            return "the stored deadlines are others"
    owed = Outbox.objects.filter(round=round_).values_list("version", flat=True)
    return "" if all(version <= round_.version for version in owed) else "work of no move"


@pytest.mark.parametrize("change", KINDS)
async def test_a_move_and_a_change_at_once(change: Change) -> None:
    chance, faults = random.Random(change.__name__), []
    for _ in range(RACES):
        match, user, picks = await laid("siebenschlaefer" if change is order else "sleeping_queens")
        async with page(match, user) as shown:
            board = await shown.board()
            key = fresh_key()
            await shown.send({"pick": list(picks), "seen": board["version"], "key": key})
            await asyncio.sleep(chance.random() * SPREAD_S)
            found = await do(change, match, user)
            await settled(match, found)
            faults.append(await wrong(change, match, user, found))
    assert [fault for fault in faults if fault] == []


@in_a_thread
def _version(match: Match) -> int:
    return match.rounds.get().version


async def settled(match: Match, found: int) -> None:
    """Give a move that is on its way the time to be stored or refused."""
    for _ in range(10):
        await asyncio.sleep(0.02)
        if await _version(match) > found:
            return
