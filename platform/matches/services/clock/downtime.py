"""Times when the server was down, known by missing heartbeats: nobody loses that time.

The server is up while it can act for people: a web process, a worker and beat are at work, each of
which reaches the database and Valkey. Every one of them sends heartbeats (`operations.heartbeat`); how many of a
kind do so does not matter. Those of the workers wait in the queue of what people wait for: if it is
several seconds long for a while, the server is as good as down. Bots have another queue. As soon as any kind has been silent for longer than `SILENCE_MS`, time counts for
nobody until it is back.
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
"""How often a process sends its heartbeat."""
BATCH = 25
"""Matches whose deadlines a sweep writes anew: what takes less than half a second."""


def record_heartbeat(part: Heartbeat.Part) -> bool:
    """Note that this part of the server is at work; return whether the server had been down without it.

    All clocks know of a downtime at once (`clocks.ClockPauses.from_row`), and before it is over, too. What is
    written down about deadlines follows by and by (`credit_downtime`).
    """
    now_ms = clock.now_ms()
    silent = Heartbeat.objects.filter(at_ms__lt=now_ms - SILENCE_MS)
    # Nearly always all are there: one statement, and no locks.
    if Heartbeat.objects.filter(~Exists(silent), part=part, at_ms__lt=now_ms).update(at_ms=now_ms):
        return False
    with transaction.atomic():
        before = _silent_since(part)
        now_ms = clock.now_ms()
        # Not back: a clock that runs ahead holds it there (`ignore_until`).
        Heartbeat.objects.filter(part=part, at_ms__lt=now_ms).update(at_ms=now_ms)
        after = _silent_since(part)
        if now_ms - before <= SILENCE_MS or after == before:
            return False
        begins_ms = _note(before, now_ms)
        waits = Outbox.objects.filter(kind=outbox.NEXT_ROUND, due_ms__gt=begins_ms)
        waits.update(due_ms=F("due_ms") + (now_ms - begins_ms))
    log.warning(
        "without its %s the server was down for %d seconds, which count for nobody",
        part.value,
        (now_ms - begins_ms) // 1000,
    )
    return True


def rewrite_heartbeat() -> None:
    """Write the web's heartbeat once more as it is, to see whether the database takes it.

    One row, so that nobody waits in another order for them all.
    """
    Heartbeat.objects.filter(part=Heartbeat.Part.WEB).update(at_ms=F("at_ms"))


def _silent_since(part: Heartbeat.Part) -> int:
    """When the part that has been silent for longest sent its last heartbeat; locks them all."""
    Heartbeat.objects.get_or_create(part=part, defaults={"at_ms": clock.now_ms()})
    heartbeats = Heartbeat.objects.select_for_update().order_by("part")
    return min(heartbeat.at_ms for heartbeat in heartbeats)


def _note(begins_ms: int, ends_ms: int) -> int:
    """Write down that the server was down; since when that is new.

    Parts come back one after the other: what follows upon a downtime is the same one still.
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
    """Write down when things fall due since the last downtime, for so many matches; how many.

    Nothing depends on when that is done: who looks at a deadline reckons with all downtimes.
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
    # Not if the downtime went on meanwhile.
    done = Downtime.objects.filter(next_match__isnull=False, ends_ms__lte=stop.ends_ms)
    done.update(next_match=following)
    return len(batch)


@contextmanager
def ignore_until(until_ms: int) -> Iterator[None]:
    """Let no downtime be seen until then: for made-up clocks that run ahead of the heartbeats."""
    heartbeats = Heartbeat.objects.all()
    heartbeats.update(at_ms=until_ms)
    try:
        yield
    finally:
        heartbeats.update(at_ms=clock.now_ms())
