"""The real round, or a twin of it, in the database; everything else stays the same.

A twin differs in what its viewer may not know: the state, the seed, the others' actions and secret
events, their standing orders, and how far they have viewed the log.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, replace
from typing import Any
from unittest import mock

from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import F

from bots.lab.twins import twin
from core import clock
from games.kernel.contract import Event, Viewer
from games.kernel.values import may_know
from matches.engine.live_round import LiveRound
from matches.models import Match, Round, StandingOrder
from matches.services.rounds import pending
from matches.store import save_round
from matches.store.lock_round import lock_round
from realtime import bus

UNLOCKED = "SET LOCAL session_replication_role = replica"
"""The database lets only its owner change the log of moves."""


IDS = 10_000
"""The number of row ids that are reserved for a position."""
_blocks = itertools.count(1)


@dataclass(frozen=True, slots=True)
class When:
    """The time at a position, and the first id of its new rows."""

    at_ms: int
    ids: int

    @property
    def inside(self) -> When:
        """The same time for a world that already made rows."""
        return replace(self, ids=self.ids + IDS // 2)


@contextmanager
def standing(
    match: Match, live: LiveRound, viewer: Viewer, key: bytes | None, when: When
) -> Iterator[None]:
    """Write the real round or, with a key, this twin of it (`live`), by the same statements."""
    with moment(when):
        round_ = Round.objects.filter(match=match).latest("number")
        if key is not None:
            _leave_word(round_, live, viewer, key)
        _write(match, own(live))
        _tell_otherwise(round_, viewer, key)
        _hide(match, round_, viewer, key)
        yield


def own(live: LiveRound) -> LiveRound:
    """Return a copy that may be changed."""
    return replace(live, chance=copy(live.chance), clocks=copy(live.clocks), new=[], late={})


def twin_of(live: LiveRound, viewer: Viewer, events: list[Event], key: bytes) -> LiveRound:
    """Return a `twin` whose state differs, if another state exists."""
    for attempt in range(3):
        other = twin(live, viewer, events, key + bytes([attempt]))
        if other.state != live.state:
            break
    return other


@contextmanager
def moment(when: When) -> Iterator[None]:
    """Run the block at this time with the same random values, and roll it back.

    Keys, masks, tokens and ids are drawn alike, so that the compared answers need no cleanup.
    """
    with (
        clock.stopped(when.at_ms),
        same_luck("moment"),
        mock.patch.object(time, "time", return_value=when.at_ms / 1000),
        transaction.atomic(),
    ):
        cache.clear()
        bus.client().flushdb()
        _count_from(when.ids)
        try:
            yield
        finally:
            transaction.set_rollback(True)


@contextmanager
def same_luck(text: str) -> Iterator[None]:
    """Derive all random values in the block from this text, secrets included."""
    draws, before = random.Random(text), random.getstate()
    random.seed(text)
    with (
        mock.patch.object(random, "_urandom", draws.randbytes),
        mock.patch.object(os, "urandom", draws.randbytes),
    ):
        try:
            yield
        finally:
            random.setstate(before)


def count_on() -> int:
    """Reserve a block of ids that this process never used, even rolled back, and return its first
    one.

    Objects are often cached by id. New rows get their ids from this block from now on.
    """
    first = IDS * next(_blocks)
    _count_from(first)
    return first


def _count_from(first: int) -> None:
    with connection.cursor() as cursor:
        # A rollback does not reset sequences.
        cursor.execute("SELECT setval(oid, %s) FROM pg_class WHERE relkind = 'S'", [first])


def _write(match: Match, live: LiveRound) -> None:
    locked = lock_round(match.pk)
    assert locked is not None
    locked.live = live
    save_round.save(
        locked,
        entries=pending.pending_entries(locked, live),
        keys={},
        ended=pending.ended_orders(locked, live),
    )


def _leave_word(round_: Round, live: LiveRound, viewer: Viewer, key: bytes) -> None:
    """Give the others other standing orders."""
    orders = StandingOrder.objects.filter(round=round_)
    (orders if viewer is None else orders.exclude(seat=viewer)).delete()
    seats = round_.match.seats.exclude(number=-1 if viewer is None else viewer)
    for seat in seats.filter(user__isnull=False):
        offered = live.orders(seat.number)
        if offered and _draw(key, "order", seat.number) % 2:
            order = offered[_draw(key, "which", seat.number) % len(offered)]
            assert seat.user is not None
            StandingOrder.objects.create(
                round=round_, seat=seat.number, user=seat.user, name=order.name, until=order.until
            )


def _tell_otherwise(round_: Round, viewer: Viewer, key: bytes | None) -> None:
    """Shuffle the others' actions, and the data of their secret events of each kind."""
    rows = list(round_.moves.order_by("number").values("id", "seat", "action", "events"))
    secrets: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for row in rows:
        for event in row["events"]:
            if not may_know(_audience(event), viewer):
                secrets.setdefault((event["kind"], *sorted(event["data"])), []).append(event)
    luck = None if key is None else random.Random(key)
    for alike in secrets.values():
        told = [event["data"] for event in alike]
        if luck is not None:
            luck.shuffle(told)
        for event, data in zip(alike, told, strict=True):
            event["data"] = data
    others = [row for row in rows if row["seat"] != viewer]
    done = [row["action"] for row in others]
    if luck is not None:
        luck.shuffle(done)
    for row, action in zip(others, done, strict=True):
        row["action"] = action
    changed = [{name: row[name] for name in ("id", "action", "events")} for row in rows]
    with connection.cursor() as cursor:
        cursor.execute(UNLOCKED)
        cursor.execute(
            "UPDATE matches_move m SET action = x.action, events = x.events"
            " FROM jsonb_to_recordset(%s) AS x(id bigint, action jsonb, events jsonb)"
            " WHERE m.id = x.id",
            [json.dumps(changed)],
        )


def _audience(event: dict[str, Any]) -> tuple[int, ...] | None:
    seats = event.get("audience")
    return None if seats is None else tuple(seats)


def _hide(match: Match, round_: Round, viewer: Viewer, key: bytes | None) -> None:
    """Set another seed, and change what the others have viewed and missed."""
    me = 0 if viewer is None else viewer + 1  # the index into `Round.visible`
    more = 0 if key is None else 1
    round_.refresh_from_db(fields=["visible"])
    visible = [count + more * (index != me) for index, count in enumerate(round_.visible)]
    seed = bytes(round_.seed) if key is None else hashlib.sha256(key).digest()
    Round.objects.filter(pk=round_.pk).update(visible=visible, seed=seed)
    others = match.seats.exclude(number=me - 1)
    others.update(acknowledged=F("acknowledged") + more)
    # Only those with none: one more could replace the player, which is public.
    others.filter(missed=0).update(missed=more)


def _draw(key: bytes, *words: object) -> int:
    return hashlib.sha256(key + repr(words).encode()).digest()[0]
