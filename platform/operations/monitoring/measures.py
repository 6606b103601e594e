"""Metrics that all processes share, read from the database and Valkey at any moment."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.conf import settings
from django.db import connection
from django.db.models import Count

from bots import search_budget
from core import clock
from matches.models import Heartbeat, Match
from matches.store import backlog
from matches.store.backlog import Backlog
from notifications.models import Delivery
from realtime import bus

NEWEST = 1_000
QUEUES = ("celery", "bots", "slow")


@dataclass(frozen=True, slots=True)
class Database:
    """The size of the database in bytes, its connections, and the connection limit."""

    size: int
    connections: int
    most_connections: int


@dataclass(frozen=True, slots=True)
class Measures:
    """The state of the server at one moment.

    `heartbeats`: milliseconds since the last heartbeat of each part. `matches`: number of
    unfinished matches by status, game and tempo. `queues`: waiting tasks by queue. `deliveries`:
    results of the newest `NEWEST` deliveries, by medium and status. `hurried`: how often bots had
    less time to think.
    """

    backlog: Backlog
    heartbeats: dict[str, int]
    matches: dict[tuple[str, str, str], int]
    queues: dict[str, int]
    deliveries: dict[tuple[str, str], int]
    database: Database
    hurried: int


def measure() -> Measures:
    """Measure the server now, with a few short statements and a few requests to Valkey.

    Raises:
        django.db.Error: the database is down.
        redis.RedisError: Valkey is down.
    """
    now_ms = clock.now_ms()
    going_on = Match.objects.exclude(status__in=Match.OVER).order_by()
    matches = going_on.values_list("status", "game", "tempo").annotate(Count("pk"))
    newest = Delivery.objects.order_by("-pk").values_list("medium", "status")[:NEWEST]
    return Measures(
        backlog=backlog.measure(),
        heartbeats={
            part: max(0, now_ms - at_ms)
            for part, at_ms in Heartbeat.objects.values_list("part", "at_ms")
        },
        matches={(status, game, tempo): count for status, game, tempo, count in matches},
        queues=_queues(),
        deliveries=Counter(newest),
        database=_database(),
        hurried=search_budget.count_hurried(),
    )


def _queues() -> dict[str, int]:
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    client = bus.client()
    return {name: int(client.llen(f"{prefix}{name}")) for name in QUEUES}


def _database() -> Database:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_database_size(current_database()),"
            " (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),"
            " current_setting('max_connections')::int"
        )
        return Database(*cursor.fetchone())
