"""Downtimes of the server, detected by missing heartbeats; their time does not count for any
player.

The server is up while it can act for people: a web process, a worker and beat run, and each of
them reaches the database and Valkey. Every one of them sends heartbeats
(`operations.heartbeat`). The number of processes of a kind does not matter. The heartbeats of
workers wait in the queue for urgent work. A delay of several seconds in that queue therefore
counts as a downtime. Bots have another queue. Once any kind has been silent for longer than
`SILENCE_MS`, time stops counting until it is back.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import Exists, F

from core import clock
from matches.engine.clocks import SILENCE_MS
from matches.models import Downtime, Heartbeat, Match, Outbox
from matches.services.clock.reschedule import reschedule_later
from matches.store import outbox

log = logging.getLogger(__name__)

HEARTBEAT_MS = 5_000
"""Interval between the heartbeats of a process, in milliseconds."""
BATCH = 25
"""Number of matches whose deadlines a sweep recomputes: the work of less than half a second."""


def record_heartbeat(part: Heartbeat.Part) -> bool:
    """Record that this part of the server is at work; return whether the server was down without
    it.

    All clocks include a downtime at once, even before it is over
    (`clocks.ClockPauses.from_row`). The stored deadlines follow in batches (`credit_downtime`).
    """
    now_ms = clock.now_ms()
    silent = Heartbeat.objects.filter(at_ms__lt=now_ms - SILENCE_MS)
    # Nearly always all parts are up: one statement, and no locks.
    if Heartbeat.objects.filter(~Exists(silent), part=part, at_ms__lt=now_ms).update(at_ms=now_ms):
        return False
    with transaction.atomic():
        before = _silent_since(part)
        now_ms = clock.now_ms()
        # Never move a heartbeat back: a clock that runs ahead holds it there (`ignore_until`).
        Heartbeat.objects.filter(part=part, at_ms__lt=now_ms).update(at_ms=now_ms)
        after = _silent_since(part)
        if now_ms - before <= SILENCE_MS or after == before:
            return False
        begins_ms = _note(before, now_ms)
        waits = Outbox.objects.filter(kind=outbox.NEXT_ROUND, due_ms__gt=begins_ms)
        waits.update(due_ms=F("due_ms") + (now_ms - begins_ms))
    log.warning(
        "without its %s the server was down for %d seconds; no match clock counts them",
        part.value,
        (now_ms - begins_ms) // 1000,
    )
    return True


def rewrite_heartbeat() -> None:
    """Write the web's heartbeat once more, unchanged, to check that the database accepts writes.

    It writes a single row, so it cannot deadlock with code that locks them all.
    """
    Heartbeat.objects.filter(part=Heartbeat.Part.WEB).update(at_ms=F("at_ms"))


def _silent_since(part: Heartbeat.Part) -> int:
    """Return the last heartbeat of the part that has been silent longest; lock all heartbeats."""
    Heartbeat.objects.get_or_create(part=part, defaults={"at_ms": clock.now_ms()})
    heartbeats = Heartbeat.objects.select_for_update().order_by("part")
    return min(heartbeat.at_ms for heartbeat in heartbeats)


def _note(begins_ms: int, ends_ms: int) -> int:
    """Record a downtime of the server; return the start of the new part.

    The parts come back one after the other, so a downtime that follows another directly extends it.
    """
    last = Downtime.objects.order_by("-ends_ms").first()
    if last is None or last.ends_ms < begins_ms:
        Downtime.objects.create(begins_ms=begins_ms, ends_ms=ends_ms)
        return begins_ms
    known_ms, last.ends_ms = last.ends_ms, ends_ms
    last.next_match = Downtime._meta.get_field("next_match").get_default()
    last.save(update_fields=["ends_ms", "next_match"])
    return known_ms


def credit_downtime(most: int = BATCH) -> int:
    """Recompute the stored deadlines after a downtime, for this many matches; return the number
    done.

    Nothing depends on the moment: code that reads a deadline includes all downtimes.
    """
    stop = Downtime.objects.filter(next_match__isnull=False).order_by("-ends_ms").first()
    if stop is None:
        return 0
    left = Match.objects.filter(status=Match.Status.RUNNING, pk__gte=stop.next_match)
    *batch, following = [*left.order_by("pk").values_list("pk", flat=True)[: most + 1], None]
    if len(batch) > most:
        following = batch.pop()
    for match_id in batch:
        reschedule_later(match_id)
    # Not if the downtime went on in the meantime.
    done = Downtime.objects.filter(next_match__isnull=False, ends_ms__lte=stop.ends_ms)
    done.update(next_match=following)
    return len(batch)


@contextmanager
def ignore_until(until_ms: int) -> Iterator[None]:
    """Detect no downtime until then: for artificial clocks that run ahead of the heartbeats."""
    heartbeats = Heartbeat.objects.all()
    heartbeats.update(at_ms=until_ms)
    try:
        yield
    finally:
        heartbeats.update(at_ms=clock.now_ms())
