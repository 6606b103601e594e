"""Heartbeats of the processes that Nightcap needs; gaps between them are downtime.

Each web process and beat sends its own from a thread while it lives and reaches the database and
Valkey, even if it is busy. The workers' heartbeat is a task in their queue, because a worker that
does not reach the tasks of waiting people is effectively down. For the same reason no web process
sends one while any web process lets pages wait too long for admission.

`matches.services.clock.downtime` handles the gaps. The server is not down without its bots, because
people can act; only `/readyz` reports missing bots.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from django.core.cache import cache
from django.db import close_old_connections

log = logging.getLogger(__name__)

HEARTBEAT_KEY = "worker-heartbeat"
"""Cache key where the workers' task stores its heartbeat (`config.celery.heartbeat`)."""
BOTS = "bots"
"""The queue of the bots' turns, and the heartbeat of the workers that serve it."""
LATE_S = 12
"""Seconds for which one late process marks its whole part as late: until its next heartbeat but
one.
"""


def is_always_in_time() -> bool:
    """Return True: no page waits for this process."""
    return True


def start_heartbeat(part: str, is_in_time: Callable[[], bool] = is_always_in_time) -> None:
    """Send heartbeats for this part until the process ends.

    `is_in_time`: returns whether the process serves waiting people soon enough; otherwise it sends
    none.
    """
    how = (part, is_in_time)
    threading.Thread(target=_send_heartbeats, args=how, name="heartbeat", daemon=True).start()


def _send_heartbeats(part: str, is_in_time: Callable[[], bool] = is_always_in_time) -> None:
    from matches.services.clock.downtime import HEARTBEAT_MS

    while True:
        send_heartbeat(part, is_in_time)
        time.sleep(HEARTBEAT_MS / 1000)


def send_heartbeat(part: str, is_in_time: Callable[[], bool] = is_always_in_time) -> None:
    """Send one heartbeat if database and Valkey are reachable; if not, the next one tries again.

    None is sent while any process of this part is late, because the people that wait for it lose
    time.
    """
    try:
        if not is_in_time():
            cache.set(f"late-{part}", 1, LATE_S)
        if cache.get(f"late-{part}") is None:
            record_heartbeat(part)
    except Exception:
        log.warning("a heartbeat of the %s was missed", part, exc_info=True)
    finally:
        # A web process returns its connection to the pool; a worker and beat keep theirs
        # (config/celery.py).
        close_old_connections()


def record_heartbeat(part: str) -> None:
    """Record that this part works, in Valkey and the database; either may be down."""
    # Imported here because it needs the apps, which a worker loads after this module.
    from matches.models import Heartbeat
    from matches.services.clock import downtime

    cache.set(f"heartbeat-{part}", 1, 60)
    if part in Heartbeat.Part:
        downtime.record_heartbeat(Heartbeat.Part(part))
