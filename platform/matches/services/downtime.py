"""The heart of the house: when it stood still for a while, nobody loses that time."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from django.db.models import F

from core import clock
from matches import outbox
from matches.clocks import SILENCE_MS
from matches.models import Downtime, Heartbeat, Match, Outbox
from matches.services.reschedule import reschedule

log = logging.getLogger(__name__)

BEAT_MS = 5_000


def beat() -> bool:
    """Note that the house is up; if it was down since, credit that once. Whether it was.

    Until it is credited nothing falls due either (`clocks.Stops.read`), and a deadline that is
    written down too early is written anew when the sweep comes to it.
    """
    with transaction.atomic():
        heart, _new = Heartbeat.objects.select_for_update().get_or_create(
            pk=1, defaults={"at_ms": clock.now_ms()}
        )
        since_ms, now_ms = heart.at_ms, clock.now_ms()
        if now_ms - since_ms < BEAT_MS:
            return False
        heart.at_ms = now_ms
        heart.save(update_fields=["at_ms"])
        if now_ms - since_ms <= SILENCE_MS:
            return False
        Downtime.objects.create(begins_ms=since_ms, ends_ms=now_ms)
        waits = Outbox.objects.filter(kind=outbox.NEXT_ROUND, due_ms__gt=since_ms)
        waits.update(due_ms=F("due_ms") + (now_ms - since_ms))
    log.warning(
        "the house was down for %d seconds, which count for nobody", (now_ms - since_ms) // 1000
    )
    for match_id in Match.objects.filter(status=Match.Status.RUNNING).values_list("pk", flat=True):
        reschedule(match_id)
    return True


@contextmanager
def awake(until_ms: int) -> Iterator[None]:
    """Let time count until then for a clock that runs ahead of the house, whose heart does not."""
    heart = Heartbeat.objects.filter(pk=1)
    heart.update(at_ms=until_ms)
    try:
        yield
    finally:
        heart.update(at_ms=clock.now_ms())
