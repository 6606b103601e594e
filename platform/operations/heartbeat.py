"""Heartbeats of the processes that Nightcap cannot do without, by which times out of service are known.

Each web process and beat sends its own from a thread, whatever else it is busy with, as long as it
lives and reaches the database and Valkey; that of the workers waits in their queue, since a worker that
does not come to what people wait for is as good as away. For the same reason no web process sends any
while one of them lets pages wait for long at its door. `matches.services.clock.downtime` says what
becomes of a silence. Without its bots the server is not down: people can act. `/readyz` alone misses
them.
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
"""Where the workers' task leaves its sign of life (`config.celery.heartbeat`)."""
BOTS = "bots"
"""The queue of the bots' turns, and the sign of life of the workers that have it."""
LATE_S = 12
"""Seconds for which a process that is late speaks for all of its part: until its next heartbeat but one."""


def is_always_in_time() -> bool:
    """Tell nothing of a process that nobody waits for at a door."""
    return True


def start_heartbeat(part: str, is_in_time: Callable[[], bool] = is_always_in_time) -> None:
    """Send heartbeats for this part from now on, until the process ends.

    `is_in_time`: whether what people wait for from this process is done soon; else none is sent.
    """
    how = (part, is_in_time)
    threading.Thread(target=_send_heartbeats, args=how, name="heartbeat", daemon=True).start()


def _send_heartbeats(part: str, is_in_time: Callable[[], bool] = is_always_in_time) -> None:
    from matches.services.clock.downtime import HEARTBEAT_MS

    while True:
        send_heartbeat(part, is_in_time)
        time.sleep(HEARTBEAT_MS / 1000)


def send_heartbeat(part: str, is_in_time: Callable[[], bool] = is_always_in_time) -> None:
    """Send one heartbeat if database and Valkey can be reached; if not, the next one tries again.

    None is sent while any process of this part is late: who waits at its door loses time.
    """
    try:
        if not is_in_time():
            cache.set(f"late-{part}", 1, LATE_S)
        if cache.get(f"late-{part}") is None:
            record_heartbeat(part)
    except Exception:
        log.warning("a heartbeat of the %s was missed", part, exc_info=True)
    finally:
        # The web's goes back to its pool; a worker's or beat's stays (config/celery.py).
        close_old_connections()


def record_heartbeat(part: str) -> None:
    """Note that this part is at work, in Valkey and the database, of which either may be away."""
    # Needs the apps, which a worker loads later than this module.
    from matches.models import Heartbeat
    from matches.services.clock import downtime

    cache.set(f"heartbeat-{part}", 1, 60)
    if part in Heartbeat.Part:
        downtime.record_heartbeat(Heartbeat.Part(part))
