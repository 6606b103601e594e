"""Heartbeats of the processes that Nightcap cannot do without, by which times out of service are known.

Each web process and beat sends its own from a thread, whatever else it is busy with, as long as it
lives and reaches the database and Valkey; that of the workers waits in their queue, since a worker that
does not come to what people wait for is as good as away. `matches.services.clock.downtime` says what becomes of a silence. Without
its bots the server is not down: people can act. `/readyz` alone misses them.
"""

from __future__ import annotations

import logging
import threading
import time

from django.core.cache import cache
from django.db import close_old_connections

log = logging.getLogger(__name__)


def start_heartbeat(part: str) -> None:
    """Send heartbeats for this part from now on, until the process ends."""
    threading.Thread(target=_send_heartbeats, args=(part,), name="heartbeat", daemon=True).start()


def _send_heartbeats(part: str) -> None:
    from matches.services.clock.downtime import HEARTBEAT_MS

    while True:
        send_heartbeat(part)
        time.sleep(HEARTBEAT_MS / 1000)


def send_heartbeat(part: str) -> None:
    """Send one heartbeat if database and Valkey can be reached; if not, the next one tries again."""
    try:
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
